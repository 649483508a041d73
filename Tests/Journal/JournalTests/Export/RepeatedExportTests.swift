import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Exporting again into the folder of a whole export")
struct RepeatedExportTests {
  private let test: TestJournal
  private let folder: FilePath

  /// A journal with words, versions, photos and a post in the trash, and its export.
  init() async throws {
    test = try await WordsJournal().test
    folder = FilePath(test.folder.path("export"))
    try export()
  }

  @discardableResult
  private func export(mirror: Bool = false) throws -> Int {
    try JournalExport(of: test.journal, into: folder, keepsGone: !mirror).run { _ in }
  }

  private func edit(_ number: Int, words: String) throws {
    var change = PostChange()
    change.words = try Words(words)
    _ = try test.journal.posts.edit(number, change, now: 1_750_000_000) {
      try TestJournal.stamper($0)
    }
  }

  /// Deletes a post for good.
  private func delete(_ number: Int) throws {
    try test.journal.trash.move([number], now: 1_750_000_000)
    _ = try test.journal.trash.delete([number])
  }

  /// The files of a folder below the test's.
  private func files(_ name: String = "export") throws -> [String: [UInt8]] {
    let names = test.folder.files.filter { $0.hasPrefix("\(name)/") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        (String($0.dropFirst(name.count + 1)), try test.folder.read($0))
      })
  }

  /// The files of a fresh export.
  private func fresh() throws -> [String: [UInt8]] {
    let name = UUID().uuidString
    try JournalExport(of: test.journal, into: FilePath(test.folder.path(name))).run { _ in }
    return try files(name)
  }

  private func identity(_ file: String) throws -> UInt64? {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.appending(file).string)
    return attributes[.systemFileNumber] as? UInt64
  }

  private func isRefused(as match: (ExportError) -> Bool) -> Bool {
    do {
      try export(mirror: true)
      return false
    } catch let error as ExportError {
      return match(error)
    } catch {
      return false
    }
  }

  @Test("gives what a fresh one gives, and does not write again what is right")
  func updates() async throws {
    let file = String(decoding: try test.journal.posts.post(3).thePhoto.file)
    let before = try identity(file)
    try await test.post("2024-02-02 12:00", caption: "new")
    try edit(1, words: "other words")
    #expect(try export() == 0)
    #expect(try files() == fresh())
    #expect(try before != nil && identity(file) == before)
  }

  @Test("writes a photo again that is missing, short or not what the journal has")
  func mended() async throws {
    let (third, sixth) = try (test.journal.posts.post(3), test.journal.posts.post(6))
    try FileManager.default.removeItem(atPath: folder.pushing(third.thePhoto.file).string)
    try test.folder.write([1], to: "export/\(sixth.thePhoto.file)")
    try export()
    #expect(try files() == fresh())
  }

  @Test("keeps posts that the journal no longer has, with versions and photos, until it mirrors")
  func gone() async throws {
    let whole = try files()
    for number in [2, 6] { try delete(number) }
    #expect(try export() == 2)
    #expect(try files()["posts.jsonl"] == whole["posts.jsonl"])
    #expect(try files()["versions.jsonl"] == whole["versions.jsonl"])
    #expect(try files().filter { $0.key.hasPrefix("photos/") }.count == 2)
    #expect(try ExportFolder(opening: folder).count == 6)
    // They are kept however often it is exported.
    #expect(try export() == 2)
    #expect(try ExportFolder(opening: folder).count == 6)

    let page = folder.appending("days/2024/02/2024-02-01.md").string
    #expect(FileManager.default.fileExists(atPath: page))
    #expect(try export(mirror: true) == 2)
    #expect(try files() == fresh())
    let photos = folder.appending("photos/2024").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: photos) == ["01"])
    #expect(try export(mirror: true) == 0)
  }

  @Test("can be imported with all that it keeps")
  func importsGone() async throws {
    let whole = try files()
    try delete(6)
    try export()
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let work = JournalImport(
      of: try ExportFolder(opening: folder), mode: .storing(in: target.journal),
      allowsAgain: false, now: 1_800_000_000)
    _ = try work.takeSettings()
    var problems: [String] = []
    try await work.run(jobs: 2) { problems.append($0.problem) }
    #expect(problems == Array(repeating: "", count: 6))
    let again = try TestExport(of: target)
    #expect(try again.folder.read("export/posts.jsonl") == whole["posts.jsonl"])
  }

  @Test("as a backup that mirrors gives an equal journal back")
  func backup() async throws {
    try await test.post("2024-02-03 12:00")
    try edit(4, words: "more")
    try delete(3)
    try export(mirror: true)
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let work = JournalImport(
      of: try ExportFolder(opening: folder), mode: .storing(in: target.journal),
      allowsAgain: false, now: 1_800_000_000)
    _ = try work.takeSettings()
    try await work.run(jobs: 2) { _ in }
    let restored = try TestExport(of: target)
    let names = restored.folder.files.map { String($0.dropFirst("export/".count)) }
    #expect(try names.sorted() == files().keys.sorted())
    for (name, bytes) in try files() {
      #expect(try restored.folder.read("export/\(name)") == bytes, "\(name)")
    }
  }

  @Test("removes no file that no export wrote")
  func foreign() async throws {
    let others = ["note.txt", "days/mine.md", "days/2024/01/31.md", "photos/2024/mine.jpg"]
    for name in others { try test.folder.write([7], to: "export/\(name)") }
    for number in [2, 3, 6] { try delete(number) }
    try export(mirror: true)
    for name in others { #expect(try files()[name] == [7], "\(name)") }
    #expect(try files().filter { !others.contains($0.key) } == fresh())
  }

  @Test("refuses an export of another journal, and leaves it as it is")
  func otherJournal() async throws {
    let other = try TestJournal()
    try await other.post("2024-01-31 12:00")
    let before = try files()
    // One with other posts of the same numbers, one without posts, and one of another owner.
    let journals = [
      other.journal, try TestJournal().journal, try TestJournal(adding: "bob", to: test).journal,
    ]
    for journal in journals {
      for keepsGone in [false, true] {
        #expect {
          try JournalExport(of: journal, into: folder, keepsGone: keepsGone).run { _ in }
        } throws: { error in
          if case ExportError.otherJournal = error { true } else { false }
        }
      }
    }
    #expect(try files() == before)
  }

  @Test("refuses one with a list that another program changed, and what is no export")
  func changed() throws {
    let before = try files()
    let lines = try #require(before["posts.jsonl"])
    try test.folder.write(lines.dropLast(3) + Array("]}\n".utf8), to: "export/posts.jsonl")
    #expect(isRefused { if case .changed = $0 { true } else { false } })
    try test.folder.write(lines, to: "export/posts.jsonl")
    let document = String(decoding: try #require(before["journal.json"]), as: UTF8.self)
    for (old, new) in [
      ("daystamp-journal", "other"), ("posts.jsonl", "../posts.jsonl"), ("\"version\"", "\"v\""),
    ] {
      let bytes = Array(document.replacing(old, with: new).utf8)
      try test.folder.write(bytes, to: "export/journal.json")
      #expect(isRefused { if case .notEmpty = $0 { true } else { false } }, "\(new)")
    }
  }

  @Test("goes on wherever it ended, and until then is no export or still the one it was")
  func interrupted() async throws {
    let before = try files()
    try delete(6)
    try await test.post("2024-02-03 12:00")
    let content = try ExportContent(of: test.journal)
    var unfinished: UnfinishedExport? = try UnfinishedExport(
      in: folder, of: test.journal.owner, files: content.files(ofEarlier:_:))
    #expect(unfinished != nil)
    unfinished = nil
    #expect {
      try ExportFolder(opening: folder)
    } throws: { error in
      if case ImportError.unfinished = error { true } else { false }
    }
    // As it is between the list and the end of journal.json.
    try test.folder.write(try #require(before["journal.json"]), to: "export/journal.json")
    #expect(try ExportFolder(opening: folder).count == 6)
    #expect(try export() == 1)
    #expect(try ExportFolder(opening: folder).count == 7)
    #expect(try export(mirror: true) == 1)
    #expect(try files() == fresh())
  }
}
