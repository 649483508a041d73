import Foundation
import GRDB
package import Store

extension Journal {
  /// The private key that identifies this journal's servers to push services, made on first use.
  /// Browsers' subscriptions are bound to it.
  ///
  /// - Parameter make: makes a new one, of 32 bytes.
  /// - Returns: its bytes.
  /// - Throws: ``JournalError``.
  package func pushKey(_ make: () -> [UInt8]) throws -> [UInt8] {
    func stored(_ db: Database) throws -> [UInt8]? {
      try DecodedRows(db, cached: "SELECT private FROM push_key WHERE id = 1")
        .map { try $0.bytes() }.first
    }
    if let key = try JournalError.wrapping({ try store.database.read(stored) }) { return key }
    try store.checkIsWritable()
    return try store.writeMakingRoom { db in
      // Another process may have made it meanwhile.
      if let key = try stored(db) { return key }
      let key = make()
      try db.execute(
        cached: "INSERT INTO push_key (id, private) VALUES (1, ?)", arguments: [Data(key)])
      return key
    }
  }
}
