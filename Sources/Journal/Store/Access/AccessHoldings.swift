package import GRDB

/// How many ways in to their journal an owner has.
package struct AccessHoldings: Sendable, Hashable {
  /// Without tokens.
  package internal(set) var devices = 0
  /// Of programs.
  package internal(set) var tokens = 0
  package internal(set) var passkeys = 0
  /// Of other servers.
  package internal(set) var accounts = 0
  /// Links that could still pair a device.
  package internal(set) var links = 0

  package init() {}

  /// Counts them.
  ///
  /// - Parameters:
  ///   - owner: the owner's row.
  ///   - db: the database.
  /// - Returns: how many there are of each.
  /// - Throws: `DatabaseError`.
  package static func count(owner: Int64, _ db: Database) throws -> AccessHoldings {
    func count(_ table: String, _ condition: String = "TRUE") throws -> Int {
      try db.value(
        cached: "SELECT count(*) FROM \(table) WHERE owner = ? AND \(condition)",
        arguments: [owner]) ?? 0
    }
    var holdings = AccessHoldings()
    holdings.devices = try count("device", "entry <> 'token'")
    holdings.tokens = try count("device", "entry = 'token'")
    holdings.passkeys = try count("passkey")
    holdings.accounts = try count("account")
    holdings.links = try count("pairing")
    return holdings
  }
}
