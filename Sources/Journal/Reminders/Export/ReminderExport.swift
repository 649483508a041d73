package import Files
import GRDB
package import Store

/// The part of an export about reminders: a line for each rule.
package struct ReminderExport: AreaExport {
  private var rows: ExportedRows
  private var lines = 0

  init(of journal: OwnerJournal) { rows = ExportedRows(of: journal) }

  /// A journal without rules has no file for them, as before rules existed.
  package var lists: [ContainedPath] { lines > 0 ? [ReminderCount.reminders.list] : [] }

  package var counts: [String: Int] {
    lines > 0 ? [ReminderCount.reminders.rawValue: lines] : [:]
  }

  package func fields() throws -> [String: any Encodable & Sendable] { [:] }

  package mutating func next() throws -> ExportPart? {
    guard let found = try rows.next(ExportedRule.self) else { return nil }
    lines += found.lines
    return ExportPart(files: [], lines: [ReminderCount.reminders.list: found.bytes])
  }
}

/// Restores reminders from an export. A rule with the same subject and time stays as it is here, so
/// that the same export can be imported again.
package struct ReminderRestore {
  private let journal: OwnerJournal
  /// In seconds since 1970 in UTC.
  private let now: Int

  /// - Parameters:
  ///   - journal: whose rules they become.
  ///   - now: in seconds since 1970 in UTC; times of before are not caught up with.
  package init(into journal: OwnerJournal, now: Int) { (self.journal, self.now) = (journal, now) }

  /// Adds missing rules, or only counts them.
  ///
  /// - Parameters:
  ///   - rules: those of the export, of which no two have the same subject and time.
  ///   - isPreview: whether nothing is written.
  /// - Returns: how many came, or would come.
  /// - Throws: ``ReminderError/tooManyRules(limit:)``, ``JournalError``; then none has come.
  package func take(_ rules: [ExportedRule], isPreview: Bool) throws -> Int {
    let work = { (db: Database) -> Int in
      let reminders = self.journal.reminders
      let here = try reminders.rules(db)
      let new = rules.map(\.facts).filter { facts in
        !here.contains { ($0.facts.subject, $0.facts.time) == (facts.subject, facts.time) }
      }
      guard new.isEmpty || here.count + new.count <= Reminders.ruleLimit else {
        throw ReminderError.tooManyRules(limit: Reminders.ruleLimit)
      }
      if !isPreview { for facts in new { try reminders.insert(facts, since: self.now, db) } }
      return new.count
    }
    return try isPreview ? journal.read(work) : journal.writeMakingRoom(work)
  }
}
