import GRDB
package import Store

/// The texts to draw the text of the day from.
package enum TextPool: Sendable, Hashable {
  /// Those of the owner's own collections and of the one that is everybody's.
  case all
  /// Those with the owner's hearts.
  case hearts
  /// Of ``all``, those that the owner did not use yet.
  case unused
  case collection(CollectionName)
  /// A section of a collection, by its key.
  case section(CollectionName, key: String)

  /// Reads "all", "hearts", "unused", "collection NAME" or "section NAME/KEY".
  ///
  /// - Throws: ``SettingProblem/unknownName(expected:)``, ``NameError``.
  package init(parsing text: String) throws {
    func rest(of word: String) -> String? {
      text.hasPrefix("\(word) ") ? String(text.dropFirst(word.count + 1)) : nil
    }
    if let plain = Self.plain.first(where: { $0.description == text }) {
      self = plain
    } else if let name = rest(of: "collection") {
      self = .collection(try CollectionName(name))
    } else if let place = rest(of: "section"), let slash = place.lastIndex(of: "/") {
      self = .section(
        try CollectionName(String(place[..<slash])),
        key: String(place[place.index(after: slash)...]).kept)
    } else {
      throw SettingProblem.unknownName(
        expected: Self.plain.map(\.description) + ["collection NAME", "section NAME/KEY"])
    }
  }

  private static let plain: [TextPool] = [.all, .hearts, .unused]

  /// Checks that its collection and its section are there.
  ///
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``TextError/noSection(_:of:)``.
  package func check(in journal: OwnerJournal) throws {
    try journal.read { db in try check(db) }
  }

  private func check(_ db: Database) throws {
    switch self {
    case .all, .hearts, .unused: break
    case .collection(let name): _ = try Collections.collection(name, db)
    case .section(let name, let key):
      let collection = try Collections.collection(name, db).id
      let found = try db.row(
        cached: "SELECT 1 FROM section WHERE collection = ? AND key = ?",
        arguments: [collection, key])
      if found == nil { throw TextError.noSection(key, of: name) }
    }
  }

  /// The collections that it draws from, by their rows; of ``hearts`` none, which go across collections. What
  /// another owner added is theirs: nobody else's day begins with it unless they choose it.
  ///
  /// - Throws: ``CollectionError/unknown(_:known:)``.
  func collections(owner: Int64, _ db: Database) throws -> [Int64] {
    switch self {
    case .all, .unused:
      try db.values(
        Int64.self,
        cached: "SELECT id FROM collection WHERE hidden IS NULL AND (owner = ? OR owner IS NULL)",
        arguments: [owner])
    case .hearts: []
    case .collection(let name), .section(let name, key: _):
      [try Collections.collection(name, db).id]
    }
  }

  /// The rows of its texts in a collection.
  func query(owner: Int64, collection: Int64) -> (sql: String, arguments: StatementArguments) {
    switch self {
    case .all, .collection: ("SELECT id FROM text WHERE collection = ?", [collection])
    case .hearts:
      (
        """
        SELECT text.id FROM text_mark JOIN text ON text.id = text_mark.text
        WHERE text_mark.owner = ? AND hearted IS NOT NULL AND text.collection = ?
        """, [owner, collection]
      )
    case .unused:
      (
        """
        SELECT id FROM text WHERE collection = ?2 AND NOT EXISTS
          (SELECT 1 FROM text_mark WHERE owner = ?1 AND text_mark.text = text.id AND uses > 0)
        """, [owner, collection]
      )
    case .section(_, let key):
      (
        """
        SELECT id FROM text WHERE section =
          (SELECT id FROM section WHERE collection = ? AND key = ?)
        """, [collection, key]
      )
    }
  }
}

extension TextPool: CustomStringConvertible {
  /// The value of the setting.
  package var description: String {
    switch self {
    case .all: "all"
    case .hearts: "hearts"
    case .unused: "unused"
    case .collection(let name): "collection \(name.text)"
    case .section(let name, let key): "section \(name.text)/\(key)"
    }
  }
}
