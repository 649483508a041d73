import CaptureTime
import Foundation
import JournalSupport
import TestSupport
import Testing

@testable import Journal
@testable import Reminders
@testable import Store

@Suite("Reminders of an export")
struct ImportedRemindersTests {
  private let now = ReminderRows.now

  private func lines(_ export: TestExport) throws -> String {
    String(decoding: try export.folder.read("export/reminders.jsonl"), as: UTF8.self)
  }

  @Test("are whole in another journal, count from the import on, and do not come twice")
  func roundTrip() throws {
    let source = try ReminderRows.journal()
    let export = try TestExport(of: source)
    #expect(
      try lines(export) == """
        {"on":true,"quiet":"23:30-06:00","subject":"morning","time":"07:05"}
        {"on":false,"subject":"text","time":"07:05"}
        {"again":120,"on":true,"quiet":"22:00-07:00","subject":"people","time":"09:00"}

        """)
    #expect(
      try export.document["counts"] as? [String: Int]
        == ["posts": 0, "inTrash": 0, "reminders": 3])
    let target = try TestJournal()
    #expect(try export.importedReminders(into: nil) == 3)
    #expect(try export.importedReminders(into: target.journal, isPreview: true) == 3)
    #expect(try target.journal.reminders.rules().isEmpty)
    #expect(try export.importedReminders(into: target.journal, now: now + 500) == 3)
    let rules = try target.journal.reminders.rules()
    #expect(rules.map(\.facts) == (try source.journal.reminders.rules().map(\.facts)))
    #expect(rules.allSatisfy { $0.since == now + 500 })
    #expect(try ReminderRows.counts(target) == [3, 0, 0, 0])
    #expect(try lines(TestExport(of: target)) == lines(export))
    for isPreview in [true, false] {
      #expect(try export.importedReminders(into: target.journal, isPreview: isPreview) == 0)
    }
    var findings: [JournalFinding] = []
    for test in [source, target] {
      try JournalCheck(test.journals, owners: nil, repairingWith: nil)
        .run(progress: { _, _ in }, report: { findings.append($0) })
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("come without anything to which something is sent")
  func noWays() throws {
    let export = try TestExport(of: try ReminderRows.journal())
    for file in export.folder.files {
      let content = Data(try export.folder.read(file))
      for secret in [ReminderRows.token, "example.org", "keys", "phone"] {
        #expect(content.range(of: Data(secret.utf8)) == nil, "\(file): \(secret)")
      }
    }
  }

  @Test("have no file where there are none, and those of other owners are not in it")
  func none() throws {
    let bob = try TestJournal(adding: "bob", to: try ReminderRows.journal())
    let export = try TestExport(of: bob)
    #expect(!export.folder.files.contains("export/reminders.jsonl"))
    #expect(try export.document["counts"] as? [String: Int] == ["posts": 0, "inTrash": 0])
    #expect(try export.importedReminders(into: bob.journal) == 0)
  }

  @Test("that are here already stay as they are here")
  func joined() throws {
    let export = try TestExport(of: try ReminderRows.journal())
    let target = try TestJournal()
    let own = RuleFacts(.people, at: try TimeOfDay(hour: 9), again: nil, isOn: false)
    let rule = try target.journal.reminders.add(own, now: 1)
    #expect(try export.importedReminders(into: target.journal, isPreview: true) == 2)
    #expect(try export.importedReminders(into: target.journal) == 2)
    #expect(try target.journal.reminders.rule(rule.id) == rule)
    #expect(try target.journal.reminders.rules().count == 3)
  }

  @Test("come all or not at all where an owner would have too many")
  func tooMany() throws {
    let export = try TestExport(of: try ReminderRows.journal())
    let target = try TestJournal()
    for minute in 0..<48 {
      let time = try TimeOfDay(hour: 8, minute: minute)
      try target.journal.reminders.add(RuleFacts(.plan, at: time), now: 1)
    }
    for isPreview in [true, false] {
      #expect(throws: ReminderError.tooManyRules(limit: 50)) {
        try export.importedReminders(into: target.journal, isPreview: isPreview)
      }
    }
    #expect(try target.journal.reminders.rules().count == 48)
    let last = try #require(try target.journal.reminders.rules().last)
    try target.journal.reminders.remove(rule: last.id)
    #expect(try export.importedReminders(into: target.journal) == 3)
  }

  @Test(
    "are refused with the line where a value is wrong, and nothing comes",
    arguments: [
      ("\"subject\":\"people\"", "\"subject\":\"weather\"", "subject"),
      ("\"subject\":\"people\",", "", "subject"),
      ("\"time\":\"09:00\"", "\"time\":\"9:00\"", "time"),
      ("\"time\":\"09:00\"", "\"time\":\"24:00\"", "time"),
      ("\"time\":\"09:00\"", "\"time\":900", "time"),
      ("\"again\":120", "\"again\":4", "again"),
      ("\"again\":120", "\"again\":721", "again"),
      ("\"again\":120", "\"again\":12.5", "again"),
      ("\"on\":false", "\"again\":120,\"on\":false", "again"),
      ("22:00-07:00", "22:00", "quiet"), ("22:00-07:00", "7:00-8:00", "quiet"),
      ("22:00-07:00", "22:00-22:00", "quiet"), ("22:00-07:00", "08:00-10:00", "quiet"),
      ("\"on\":false", "\"on\":1", "on"), ("\"on\":false,", "", "on"),
      ("\"on\":false", "\"on\":false,\"way\":\"https://example.org\"", "way"),
      ("\"subject\":\"morning\"", "\"subject\":\"text\"", "text"),
    ])
  func hostile(old: String, new: String, says: String) throws {
    let export = try TestExport(of: try ReminderRows.journal())
    let text = try lines(export)
    try #require(text.contains(old), "\(text)")
    try export.write(Array(text.replacing(old, with: new).utf8), as: "reminders.jsonl")
    let target = try TestJournal()
    let said = export.refusalOfReminders(into: target.journal)
    #expect(said.hasPrefix("reminders.jsonl, line ") && said.contains(says), "\(said)")
    #expect(try ReminderRows.counts(target) == [0, 0, 0, 0])
  }

  @Test("are refused where they are more than an owner has, or others than were exported")
  func others() throws {
    let export = try TestExport(of: try ReminderRows.journal())
    let target = try TestJournal()
    let many = (0...50).map { minute in
      "{\"on\":true,\"subject\":\"plan\",\"time\":\"08:\(minute < 10 ? "0" : "")\(minute)\"}\n"
    }
    try export.write(Array(many.joined().utf8), as: "reminders.jsonl")
    let said = export.refusalOfReminders(into: target.journal)
    #expect(said.hasPrefix("reminders.jsonl, line 51") && said.contains("50 reminders"), "\(said)")
    try export.write(Array(many.prefix(2).joined().utf8), as: "reminders.jsonl")
    #expect(!export.refusalOfReminders(into: target.journal).isEmpty)
    try export.changeCounts(["reminders": 2])
    try export.folder.write(Array(many.prefix(1).joined().utf8), to: "export/reminders.jsonl")
    #expect(!export.refusalOfReminders(into: target.journal).isEmpty)
    #expect(try ReminderRows.counts(target) == [0, 0, 0, 0])
  }

  @Test("of an owner who is removed are gone with all that was of them, and nobody else's")
  func removedOwner() throws {
    let test = try ReminderRows.journal()
    let bob = try TestJournal(adding: "bob", to: test)
    try ReminderRows.add(to: bob)
    #expect(try ReminderRows.counts(test) == [6, 8, 4, 2])
    _ = try test.journal.removeOwner()
    #expect(try ReminderRows.counts(bob) == [3, 4, 2, 1])
    #expect(try bob.journal.reminders.rules().count == 3)
    _ = try bob.journal.removeOwner()
    #expect(try ReminderRows.counts(bob) == [0, 0, 0, 0])
  }
}
