import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport
import Wording

@testable import Journal
@testable import Store

@Suite("Words of a hostile export")
struct HostileWordsTests {
  /// An export of a journal with words, made once.
  private static let words = Task { try TestExport(of: try await WordsJournal().test) }

  private func said(_ error: any Error) -> String {
    (error as? any Worded)?.wording.commandLine ?? "\(error)"
  }

  /// What is said of an export that is refused as a whole.
  private func refusal(_ export: TestExport) -> String {
    do {
      _ = try ExportFolder(opening: export.path)
      return ""
    } catch {
      return said(error)
    }
  }

  /// What is said of the posts that are not imported, by their numbers.
  private func failures(_ export: TestExport) async throws -> [Int: String] {
    let target = try TestJournal()
    var failures: [Int: String] = [:]
    for record in try await export.imported(into: target.journal, now: 1_800_000_000) {
      guard case .failed(let error) = record.result else { continue }
      failures[record.exportedNumber ?? 0] = said(error)
    }
    #expect(try target.count("SELECT count(*) FROM post") == 6 - failures.count)
    #expect(
      try target.count("SELECT count(*) FROM post_version WHERE post NOT IN (SELECT id FROM post)")
        == 0)
    return failures
  }

  @Test(
    "are told of, and only their post is left out",
    arguments: [
      ("mood", "6", "mood is 6, outside 1 to 5"),
      ("mood", "0", "mood is 0, outside 1 to 5"),
      ("mood", "\"good\"", "mood is not a whole number"),
      ("mood", "1.5", "mood has a fraction"),
      ("mood", "99999999999999999999", "mood has a fraction, or is too large"),
      ("posted", "1e30", "posted has a fraction, or is too large"),
      ("mood", nil, "morning: a morning page needs words and a mood"),
      ("words", nil, "morning: a morning page needs words and a mood"),
      ("words", "\"\"", "morning: a morning page needs words and a mood"),
      ("words", "\"a\\u0000b\"", "words: "), ("words", "\"a\\u0007b\"", "words: "),
      ("words", "7", "words is not a text"), ("title", "\"a\\nb\"", "title: "),
      ("morning", "1", "morning is not true or false"),
      ("writtenLater", "\"yes\"", "writtenLater is not true or false"),
      ("written", "-99999999999999", "written is -99999999999999, outside"),
      (
        "tags", "[\(Array(repeating: "\"a\"", count: 101).joined(separator: ","))]",
        "tags: a post can have at most 100 tags, not 101"
      ),
    ])
  func wrong(field: String, value: String?, says: String) async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    try export.change(0, field, to: value)
    let failures = try await failures(export)
    #expect(failures.keys.sorted() == [1])
    #expect(failures[1]?.hasPrefix(says) == true, "\(failures)")
  }

  @Test("have a limit, which is counted as a reader does", arguments: [100_000, 100_001])
  func long(count: Int) async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    try export.change(0, "words", to: "\"\(String(repeating: "e\u{301}", count: count))\"")
    let failures = try await failures(export)
    #expect(failures[1]?.hasPrefix("words: ") == (count > Words.limit ? true : nil), "\(failures)")
  }

  @Test("need a photo, words or a mood")
  func nothing() async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    try export.change(3, "mood", to: nil)
    let failures = try await failures(export)
    #expect(failures[4] != nil, "\(failures)")
  }

  @Test("of a second morning page of a day are those of a post as any other, which is told")
  func secondMorning() async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    for (field, value) in [
      ("morning", "true"), ("mood", "2"), ("day", "\"2024-01-31\""), ("instant", "1706700000"),
    ] { try export.change(1, field, to: value) }
    let target = try TestJournal()
    let preview = try await export.run(.preview(of: target.journal))
    let records = try await export.imported(into: target.journal)
    for records in [preview, records] {
      #expect(records.map(\.problem) == Array(repeating: "", count: 6))
      #expect(records.map(\.isSecondMorning) == [false, true, false, false, false, false])
    }
    let post = try target.journal.posts.post(2)
    #expect(!post.isMorning && post.mood == .bad && post.words == "저녁")
    #expect(try target.journal.posts.versions(2).count == 2)
  }

  @Test("of a morning page whose day has one in the journal are kept beside that")
  func otherMorning() async throws {
    let export = try await Self.words.value
    let target = try TestJournal()
    var new = NewWords(try Words("mine"))
    (new.mood, new.isMorning) = (.meh, true)
    new.moment = .time(try GivenTime.parse("2024-01-31 06:00"))
    let mine = try target.journal.posts.write(new, now: 1_750_000_000).post
    let preview = try await export.run(.preview(of: target.journal))
    #expect(preview.map(\.isSecondMorning).first == true)
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.problem) == Array(repeating: "", count: 6))
    #expect(records.map(\.isSecondMorning) == [true, false, false, false, false, false])
    #expect(try target.journal.posts.post(mine.number) == mine)
    let number = try #require(records[0].number)
    let post = try target.journal.posts.post(number)
    #expect(!post.isMorning && post.mood == .good && post.words.hasPrefix("# 아침"))
    // Nothing comes twice.
    let again = try await export.imported(into: target.journal)
    #expect(again.allSatisfy { $0.earlier?.reason == .samePost })
    #expect(try target.count("SELECT count(*) FROM post_version") == 3)
  }

  @Test(
    "that were there before are told of with their version, and only this version is left out",
    arguments: [
      ("\"words\":\"저녁 밥\"", "\"words\":\"a\\u0000b\"", "version 2: words: "),
      ("\"words\":\"저녁 밥\"", "\"words\":5", "version 2: words is not a text"),
      ("\"replaced\":1706920400", "\"replaced\":-99999999999999", "version 2: replaced is -"),
      ("\"replaced\":1706920400", "\"replaced\":1.5", "version 2: replaced has a"),
      ("\"words\":\"저녁 밥\"", "\"title\":\"a\\nb\"", "version 2: title: "),
    ])
  func wrongVersion(text: String, other: String, says: String) async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    var versions = try export.versions
    let wrong = versions[1].replacing(text, with: other)
    #expect(wrong != versions[1])
    versions[1] = wrong
    try export.write(versions: versions)
    let target = try TestJournal()
    let preview = try await export.run(.preview(of: target.journal), now: 1_800_000_000)
    for records in [
      preview, try await export.imported(into: target.journal, now: 1_800_000_000),
    ] {
      #expect(records.allSatisfy { $0.problem == "" })
      #expect(records.map(\.versionsLeftOut.count) == [0, 1, 0, 0, 0, 0])
      let said = records[1].versionsLeftOut.map(\.wording.commandLine)
      #expect(said.first?.hasPrefix(says) == true, "\(said)")
    }
    #expect(try target.journal.posts.versions(2).map(\.number) == [1])
    #expect(try target.journal.posts.post(2).words == "저녁")
    #expect(try target.journal.posts.versions(6).map(\.number) == [1])
  }

  @Test(
    "that were there before and say what only a newer Daystamp knows keep their post back",
    arguments: [
      ("\"words\":\"저녁 밥\"", "\"mood\":5", "version 2: it has “mood”"),
      ("\"replaced\":1706920400", "\"replacing\":1", "version 2: it has “replacing”"),
    ])
  func newerVersion(text: String, other: String, says: String) async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    var versions = try export.versions
    versions[1] = versions[1].replacing(text, with: other)
    try export.write(versions: versions)
    let failures = try await failures(export)
    #expect(failures.keys.sorted() == [2])
    #expect(failures[2]?.hasPrefix(says) == true, "\(failures)")
  }

  @Test("have versions in the order of posts and numbers, each of a post, and no file else")
  func structure() async throws {
    let whole = try await Self.words.value
    let versions = try whole.versions
    let later = versions[1].replacing("\"number\":2", with: "\"number\":9")
    for (lines, says) in [
      ([versions[1], versions[0]], "versions.jsonl, line 2: version 1 of post 2 is not after"),
      ([versions[0], versions[0]], "versions.jsonl, line 2: version 1 of post 2 is not after"),
      ([versions[2], versions[0]], "versions.jsonl, line 2: version 1 of post 2 is not after"),
      ([versions[0], later], "versions.jsonl, line 2: it belongs to post 9, which posts.jsonl"),
      ([versions[0], ""], "versions.jsonl, line 2: it is blank"),
      ([versions[0], "[]"], "versions.jsonl, line 2: it is not an object"),
      ([versions[0], "{\"number\":2}"], "versions.jsonl, line 2: version is missing"),
      ([versions[0], "\u{0}"], "versions.jsonl, line 2: it is not JSON"),
    ] {
      let export = try TestExport(copyOf: whole)
      try export.write(versions: lines)
      #expect(refusal(export).hasPrefix(says), "\(refusal(export))")
      #expect(refusal(export).hasSuffix("; nothing was imported"))
    }
    let cut = try TestExport(copyOf: whole)
    let bytes = try cut.folder.read("export/versions.jsonl")
    try cut.folder.write(Array(bytes.dropLast(9)), to: "export/versions.jsonl")
    #expect(refusal(cut).hasPrefix("versions.jsonl, line 3: the file ends within it"))
    try cut.folder.write(bytes + Array(versions[0].utf8) + [10], to: "export/versions.jsonl")
    #expect(refusal(cut).hasPrefix("versions.jsonl, line 4: version 1"))
    try cut.folder.write(Array(versions[0].utf8) + [10], to: "export/versions.jsonl")
    #expect(refusal(cut).hasPrefix("versions.jsonl changed after the export"))
    try FileManager.default.removeItem(atPath: cut.folder.path("export/versions.jsonl"))
    #expect(refusal(cut).hasPrefix("versions.jsonl is missing"))
  }

  @Test("have no more versions than a post can have: the last ones")
  func manyVersions() async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    let line = try export.versions[0]
    try export.write(
      versions: (1...51).map { line.replacing("\"version\":1", with: "\"version\":\($0)") })
    let target = try TestJournal()
    let records = try await export.imported(into: target.journal)
    #expect(
      records[1].versionsLeftOut.map(\.wording.commandLine)
        == ["it has 51 versions; at most 50 are possible"])
    #expect(try target.journal.posts.versions(2).map(\.number) == Array(2...51))
    try export.write(
      versions: (1...50).map { line.replacing("\"version\":1", with: "\"version\":\($0)") })
    #expect(try await self.failures(export).isEmpty)
  }

  @Test("beside the lines are not read", arguments: [nil, "# other", "\u{0}"])
  func days(text: String?) async throws {
    let export = try TestExport(copyOf: await Self.words.value)
    for file in export.folder.files where file.hasPrefix("export/days/") {
      if let text {
        try export.folder.write(Array(text.utf8), to: file)
      } else {
        try FileManager.default.removeItem(atPath: export.folder.path(file))
      }
    }
    #expect(try await failures(export).isEmpty)
  }

  @Test("were not yet there in an older export, which is imported as ever")
  func before() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-30 12:00", "2024-01-31 12:00")
    let export = try TestExport(of: source)
    // As it was written before there were words: no file is there that was not, and no member.
    #expect(
      export.folder.files
        == ["export/journal.json"] + source.photoFiles.map { "export/\($0)" }
        + ["export/posts.jsonl"])
    #expect(try !export.lines.contains { $0.contains("mood") || $0.contains("words") })
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.problem) == ["", ""])
  }
}
