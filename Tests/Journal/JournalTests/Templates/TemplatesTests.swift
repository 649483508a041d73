import Files
import JournalSupport
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Templates")
struct TemplatesTests {
  private let test: TestJournal
  private var templates: Templates { test.journal.templates }
  private static let now = 1_750_000_000

  init() throws { test = try TestJournal() }

  @discardableResult
  private func set(_ name: String, _ words: String) throws -> Bool {
    try templates.set(TemplateWords(words), as: TemplateName(name), now: Self.now).isNew
  }

  @Test("are an owner's own, each of a name, in letters of any case")
  func names() throws {
    #expect(try set("Evening", "Good:\n\nHard:"))
    #expect(try set("저녁", "오늘은"))
    #expect(try !set("evening", "Good:"))
    let found = try templates.template(TemplateName("EVENING"))
    #expect((found.name.text, found.words.text) == ("evening", "Good:"))
    #expect(try templates.all().map(\.name.text) == ["evening", "저녁"])
    let bob = try TestJournal(adding: "bob", to: test).journal
    #expect(try bob.templates.all().isEmpty)
    try templates.remove(TemplateName("Evening"))
    #expect(throws: TemplateError.unknown(try TemplateName("x"), known: [try TemplateName("저녁")])) {
      try templates.remove(TemplateName("x"))
    }
  }

  @Test("have at most 10,000 characters, and an owner 50 of them")
  func limits() throws {
    #expect(throws: TemplateError.empty) { try TemplateWords(" \n") }
    #expect(throws: TemplateError.tooLong(observed: 10_001, limit: 10_000)) {
      try TemplateWords(String(repeating: "가", count: 10_001))
    }
    for number in 1...50 { try set("t\(number)", "x") }
    #expect(throws: TemplateError.tooMany(limit: 50)) { try set("more", "x") }
    #expect(try !set("t7", "y"))
  }

  @Test("come along in an export, and stay as they are where they are here")
  func export() throws {
    try set("Evening", "Good:\n\n\"Hard\"")
    try set("저녁", "오늘은")
    let export = try TestExport(of: test)
    let other = try TestJournal()
    try other.journal.templates.set(
      TemplateWords("mine"), as: TemplateName("EVENING"), now: Self.now)
    let work = JournalImport(
      of: try ExportFolder(opening: export.path), mode: .storing(in: other.journal),
      allowsAgain: false, now: 0)
    #expect(try work.takeTemplates() == (1, ["Evening"]))
    #expect(try work.takeTemplates() == (0, ["Evening"]))
    #expect(try other.journal.templates.all().map(\.words.text) == ["mine", "오늘은"])
  }

  @Test("are checked and salvaged by their description")
  func salvage() throws {
    try set("Evening", "Good:")
    let check = JournalCheck(
      try Journal(opening: test.path), owners: nil, repairs: false)
    var findings: [JournalFinding] = []
    try check.run(progress: { _, _ in }) { findings.append($0) }
    #expect(findings.isEmpty)
    try test.execute("UPDATE template SET folded = 'morning'")
    try check.run(progress: { _, _ in }) { findings.append($0) }
    guard case .row("template", _) = findings.first?.problem else {
      Issue.record("\(findings)")
      return
    }
  }
}
