import GRDB
package import Store

/// The templates of an owner.
package struct Templates: Sendable {
  let journal: OwnerJournal

  /// All of them, by name.
  package func all() throws -> [PostTemplate] { try journal.read { db in try all(db) } }

  /// The template of a name, in letters of any case.
  ///
  /// - Throws: ``TemplateError/unknown(_:known:)``.
  package func template(_ name: TemplateName) throws -> PostTemplate {
    try journal.read { db in try template(name, db) }
  }

  /// Saves words as a template, replacing those under the same name.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - name: its name, written so from now on.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the template, and whether there was none of the name.
  /// - Throws: ``TemplateError/tooMany(limit:)``; then nothing has changed.
  @discardableResult
  package func set(
    _ words: TemplateWords, as name: TemplateName, now: Int
  ) throws -> (template: PostTemplate, isNew: Bool) {
    try journal.writeMakingRoom { db in
      let known = try all(db)
      let isNew = !known.contains { $0.name.folded == name.folded }
      guard !isNew || known.count < PostTemplate.limit else {
        throw TemplateError.tooMany(limit: PostTemplate.limit)
      }
      let template = PostTemplate(name: name, words: words, changed: now)
      try store(template, db)
      return (template, isNew)
    }
  }

  /// Saves words as a new template, or as an existing one's new words.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - name: the name that it has from now on.
  ///   - old: the template's name until now; nil for a new one.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: ``TemplateError``; then nothing has changed.
  package func save(
    _ words: TemplateWords, as name: TemplateName, insteadOf old: TemplateName?, now: Int
  ) throws {
    try journal.writeMakingRoom { db in
      let known = try all(db).map(\.name.folded)
      guard name.folded == old?.folded || !known.contains(name.folded) else {
        throw TemplateError.exists(name)
      }
      if let old, known.contains(old.folded) {
        if old.folded != name.folded { try delete(old, db) }
      } else if known.count >= PostTemplate.limit {
        throw TemplateError.tooMany(limit: PostTemplate.limit)
      }
      try store(PostTemplate(name: name, words: words, changed: now), db)
    }
  }

  /// Removes a template.
  ///
  /// - Returns: what it was.
  /// - Throws: ``TemplateError/unknown(_:known:)``.
  @discardableResult
  package func remove(_ name: TemplateName) throws -> PostTemplate {
    try journal.writeMakingRoom { db in
      let template = try template(name, db)
      try delete(name, db)
      return template
    }
  }

  private func delete(_ name: TemplateName, _ db: Database) throws {
    try db.execute(
      cached: "DELETE FROM template WHERE owner = ? AND folded = ?",
      arguments: [journal.id, name.folded])
  }

  func store(_ template: PostTemplate, _ db: Database) throws {
    try db.execute(
      cached: """
        INSERT INTO template (owner, name, folded, words, changed) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (owner, folded) DO UPDATE
        SET (name, words, changed) = (excluded.name, excluded.words, excluded.changed)
        """,
      arguments: [
        journal.id, template.name.text, template.name.folded, template.words.text, template.changed,
      ])
  }

  func all(_ db: Database) throws -> [PostTemplate] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(PostTemplate.columns.joined(separator: ", ")) FROM template WHERE owner = ?
        ORDER BY folded LIMIT ?
        """, arguments: [journal.id, PostTemplate.limit]
    ).map { try PostTemplate(&$0) }
  }

  private func template(_ name: TemplateName, _ db: Database) throws -> PostTemplate {
    let known = try all(db)
    guard let found = known.first(where: { $0.name.folded == name.folded }) else {
      throw TemplateError.unknown(name, known: known.map(\.name))
    }
    return found
  }
}

extension OwnerJournal {
  package var templates: Templates { Templates(journal: self) }
}

extension PostTemplate {
  /// What is read of a row, in this order.
  static let columns = ["name", "words", "changed"]

  init(_ values: inout RowDecoder) throws {
    name = try values.next { TemplateName(stored: $0) }
    words = try values.next { TemplateWords(stored: $0) }
    changed = try values.next(in: DayRule.instants)
  }
}
