package import GRDB

/// An owner as the database has them.
///
/// Names are told apart as tags are, without regard to case, width and normal form
/// (``OwnerName/folded``). The schema does not ask for that, since journals may have two owners whose
/// names differ in nothing else: those go on, each by the name as it is written.
struct OwnerRow: Sendable {
  let id: Int64
  let name: OwnerName

  /// All owners, by name.
  static func all(_ db: Database) throws -> [OwnerRow] {
    let rows = try db.rows(cached: "SELECT id, name FROM owner ORDER BY name")
    var owners: [OwnerRow] = []
    while let row = try rows.next() {
      var values = RowDecoder(row)
      owners.append(
        OwnerRow(id: try values.next(), name: OwnerName(stored: try values.next())))
    }
    return owners
  }

  /// The owners who have this name, however it is written.
  static func holders(of name: OwnerName, _ db: Database) throws -> [OwnerRow] {
    let folded = name.folded
    return try all(db).filter { $0.name.folded == folded }
  }

  /// The owner whom a name means: who is called just so, else who is called so in other letters.
  ///
  /// - Returns: nil where nobody is.
  /// - Throws: ``JournalError/severalOwners(_:called:)``.
  static func find(_ name: OwnerName, _ db: Database) throws -> OwnerRow? {
    let id = try db.value(
      Int64.self, cached: "SELECT id FROM owner WHERE name = ?", arguments: [name.text])
    if let id { return OwnerRow(id: id, name: name) }
    let holders = try holders(of: name, db)
    guard holders.count < 2 else {
      throw JournalError.severalOwners(holders.map(\.name), called: name)
    }
    return holders.first
  }
}

extension Journal {
  /// The owner that a name means: the one with exactly this name, or else the one whose name
  /// differs only in case, width or normal form.
  ///
  /// - Throws: ``JournalError/unknownOwner(_:known:)``, ``JournalError/severalOwners(_:called:)``.
  package func owner(named name: OwnerName) throws -> OwnerName { try row(of: name).name }

  /// - Throws: as ``owner(named:)``.
  func row(of name: OwnerName) throws -> OwnerRow {
    try JournalError.wrapping {
      try store.database.read { db in
        guard let row = try OwnerRow.find(name, db) else {
          throw JournalError.unknownOwner(name, known: try OwnerRow.all(db).map(\.name))
        }
        return row
      }
    }
  }

  /// Groups of owners whose names differ only in case, width or normal form.
  ///
  /// There are none but in journals of versions that told such names apart.
  package func alikeOwners() throws -> [AlikeOwners] {
    let groups = Dictionary(grouping: try owners(), by: \.folded)
    return groups.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { AlikeOwners(names: $0.value) }
  }
}

extension OwnerJournal {
  /// Whether the owner was made by signing in with an account, and not by the machine that has the journal.
  ///
  /// - Throws: ``JournalError``.
  package func isOwnerMadeByAccount() throws -> Bool { try read(isOwnerMadeByAccount) }

  /// The same, in a transaction.
  ///
  /// - Throws: `DatabaseError`.
  package func isOwnerMadeByAccount(_ db: Database) throws -> Bool {
    try db.value(
      Bool.self, cached: "SELECT by_account IS NOT NULL FROM owner WHERE id = ?", arguments: [id]
    ) ?? false
  }
}

/// Owners whose names differ only in case, width or normal form.
package struct AlikeOwners: Sendable, Hashable {
  /// At least two.
  package let names: [OwnerName]

  package init(names: [OwnerName]) { self.names = names }
}
