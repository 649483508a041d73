import CaptureTime
package import Files
package import Store

/// The counts of reminders in `journal.json`: the lines of each file, missing if there are none.
///
/// Ways by which an owner is told are in no export: the address of a hook would have a journal send what it
/// holds wherever a file says, and pushes, desktops and feeds are those of one machine.
package enum ReminderCount: String, LineCount {
  case reminders

  /// The file.
  package var list: ContainedPath { "reminders.jsonl" }

  /// The type of its lines.
  package var line: any ExportedLine.Type { ExportedRule.self }
}

/// A rule in an export: a line of `reminders.jsonl`.
package struct ExportedRule: StoredLine, Hashable {
  package let facts: RuleFacts

  private enum CodingKeys: String, CodingKey, CaseIterable { case subject, time, again, quiet, on }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    facts = RuleFacts(
      try fields.value(.subject) { ReminderSubject(rawValue: $0) },
      at: try fields.value(.time) { TimeOfDay(stored: $0) },
      again: try fields.numberIfAny(.again, in: RuleFacts.againRange),
      quiet: try fields.valueIfAny(.quiet) { QuietHours(stored: $0) },
      isOn: try fields.flag(.on))
    do throws(ReminderError) {
      try facts.check()
    } catch {
      try fields.check(error.isOfAgain ? .again : .quiet, false)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(facts.subject.rawValue, forKey: .subject)
    try fields.encode(facts.time.description, forKey: .time)
    try fields.encodeIfPresent(facts.again, forKey: .again)
    try fields.encodeIfPresent(facts.quiet?.description, forKey: .quiet)
    try fields.encode(facts.isOn, forKey: .on)
  }

  package static let source = RowSource("reminder_rule", order: ["time", "subject"])
  package static let columns = ReminderRule.columnNames

  package static func exportedLine(of row: inout RowDecoder) throws -> [UInt8] {
    try Self(&row).exportedLine()
  }

  private init(_ row: inout RowDecoder) throws { facts = try ReminderRule(&row).facts }
}

extension QuietHours {
  /// Nil where they are not what ``description`` writes.
  fileprivate init?(stored text: String) {
    guard let hours = try? QuietHours.parse(text), hours.description == text else { return nil }
    self = hours
  }
}
