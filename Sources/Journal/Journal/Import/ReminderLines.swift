import Files
import Reminders
import Store

/// The reminders of an export, one rule per line; there are few.
struct ReminderLines: Sendable {
  private let lines: CheckedLines<ReminderCount>

  /// Reads the file to its end, as those of people are read; beside that, no two rules may be of the same
  /// subject at the same time, nor more than an owner has.
  ///
  /// - Throws: ``ImportError`` with the first line that is wrong.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    var known: Set<[String]> = []
    lines = try CheckedLines(in: folder, provenBy: proof.lines(ReminderCount.self)) {
      line, _ throws(ImportProblem) in
      guard let facts = (line as? ExportedRule)?.facts else { return }
      guard known.insert([facts.subject.rawValue, facts.time.description]).inserted else {
        throw .reminderTwice(facts.subject, facts.time)
      }
      guard known.count <= Reminders.ruleLimit else {
        throw .tooManyReminders(limit: Reminders.ruleLimit)
      }
    }
  }

  /// Puts all of it into a journal, or counts what would come.
  ///
  /// - Parameters:
  ///   - restore: puts it in; nil where the journal is still to be made.
  ///   - isPreview: whether nothing is written.
  /// - Returns: how many rules came, or would come.
  /// - Throws: ``ImportError`` where the file has become another meanwhile, `ReminderError`,
  ///   ``JournalError``; then none has come.
  func take(_ restore: ReminderRestore?, isPreview: Bool) throws -> Int {
    var rules: [ExportedRule] = []
    try lines.forEachGroup(.reminders) { (group: [ExportedRule]) in rules += group }
    return try restore?.take(rules, isPreview: isPreview) ?? rules.count
  }
}

extension JournalImport {
  /// Takes the rules of reminders that the export has and the journal has not, from now on.
  ///
  /// - Returns: how many came, or would come.
  /// - Throws: ``ImportError``, `ReminderError` where an owner would have too many, ``JournalError``; then
  ///   none has come.
  package func takeReminders() throws -> Int {
    let isPreview = if case .preview = mode { true } else { false }
    let restore = journal.map { ReminderRestore(into: $0, now: now) }
    return try export.reminders?.take(restore, isPreview: isPreview) ?? 0
  }
}
