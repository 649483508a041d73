import GRDB
package import Store

/// What was removed with an owner.
package struct OwnerRemoval: Sendable, Hashable {
  package let posts: Removal
  package let photos: Int
  package let people: Int
  package let access: AccessHoldings
}

extension OwnerJournal {
  /// How many photos posts have, those in the trash too.
  func photoCount() throws -> Int {
    try read { db in
      try db.value(
        cached: "SELECT count(*) FROM photo WHERE owner = ?", arguments: [id]) ?? 0
    }
  }

  func peopleCount(_ db: Database) throws -> Int {
    try db.value(cached: "SELECT count(*) FROM person WHERE owner = ?", arguments: [id]) ?? 0
  }
}
