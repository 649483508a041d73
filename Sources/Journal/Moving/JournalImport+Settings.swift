import GRDB

extension JournalImport {
  /// What becomes of the settings of an export.
  package enum SettingsFate: Sendable, Hashable {
    case same
    /// They are the journal's now, or would be.
    case taken
    /// The owner has posts, whose journal stays as it is.
    case leftOut
  }

  /// Gives a journal without posts the settings of the export, and counts on from its last number.
  ///
  /// - Returns: what became of the settings, or would become of them.
  package func takeSettings() throws -> SettingsFate {
    switch mode {
    case .storing(let journal):
      try journal.write { db in
        let fate = try fate(in: journal, db)
        if fate == .taken { try export.settings.save(owner: journal.id, db) }
        if try !journal.hasPosts(db) { _ = try journal.keepNumber(export.lastNumber, db) }
        return fate
      }
    case .preview(let journal?): try journal.read { db in try fate(in: journal, db) }
    case .preview(nil): .taken
    }
  }

  private func fate(in journal: OwnerJournal, _ db: Database) throws -> SettingsFate {
    let settings = try JournalSettings.load(owner: journal.id, db)
    if settings.texts == export.settings.texts { return .same }
    return try journal.hasPosts(db) ? .leftOut : .taken
  }
}

extension OwnerJournal {
  /// Whether there is any post, be it in the trash.
  fileprivate func hasPosts(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM post WHERE owner = ?)", arguments: [id]) == true
  }
}
