import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport
import Texts

@testable import Journal
@testable import People
@testable import Store

@Suite("Exporting")
struct JournalExportTests {
  @Test("copies photos and kept originals to the paths that they have in the journal")
  func copies() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await test.post(file: "IMG_20240131_235959.png")
    let export = try TestExport(of: test)
    #expect(
      export.folder.files
        == ["export/journal.json"] + test.photoFiles.map { "export/\($0)" }
        + ["export/posts.jsonl"])
    for file in test.photoFiles {
      #expect(try export.folder.read("export/\(file)") == test.folder.read("journal/\(file)"))
    }
  }

  @Test(
    "is what other programs find by what it says: SHA-256, JSON in lines, and the journal's rows",
    .enabled("\(Python.note)") { await Python.isThere })
  func otherPrograms() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "점심\nat the \u{2028}“sea” /")
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await test.post(file: "IMG_20240131_235959.png", tags: ["a", "b"])
    try test.journal.trash.move([2], now: 5)
    let export = try TestExport(of: test)
    let script = """
      import json, os, sys
      os.chdir(sys.argv[1])
      journal = json.load(open("journal.json"))
      print(journal["version"], journal["counts"]["posts"], journal["counts"]["inTrash"])
      sums = open("../sums", "w")
      for name, hash in journal["sha256"].items(): sums.write(f"{hash}  {name}\\n")
      for line in open("posts.jsonl", newline="\\n"):
          post = json.loads(line)
          for photo in post["photos"]:
              print(post["number"], post["day"], len(photo["caption"]), len(post["tags"]))
              sums.write(f"{photo['sha256']}  {photo['file']}\\n")
              if "original" in photo:
                  sums.write(f"{photo['originalSha256']}  {photo['original']}\\n")
      """
    let lines = try await Python.lines(of: script, [export.path.string])
    #expect(lines == ["3 2 1", "1 2024-01-31 18 0", "2 2024-01-31 0 2"])
    let sums = try await InstalledProgram.run(
      "sh", ["-c", "cd \"$1\" && sha256sum --strict -c ../sums", "sh", export.path.string])
    #expect(sums.status == 0, "\(sums.output)\(sums.error)")
    #expect(sums.output.split(separator: "\n").count == 4)
    #expect(
      try test.text(
        """
        SELECT group_concat(number || day || length(caption))
        FROM post JOIN photo ON photo.id = post.photo ORDER BY number
        """)
        == "12024-01-3118,22024-01-310")
  }

  @Test("is for the user alone")
  func permissions() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    let export = try TestExport(of: test)
    #expect(try export.path.stat().permissions == .ownerReadWriteExecute)
    for file in export.folder.files {
      #expect(
        try FilePath(export.folder.path(file)).stat().permissions == .ownerReadWrite, "\(file)")
    }
  }

  @Test("names each photo that is missing or changed, and exports the rest")
  func broken() async throws {
    let test = try TestJournal()
    let posts = try await test.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    let files = posts.map { test.journal.posts.path($0.thePhoto.file) }
    try FileManager.default.removeItem(atPath: "\(files[0])")
    try test.folder.write([0xff], to: "journal/\(posts[1].thePhoto.file)")

    let folder = try TemporaryFolder()
    var records: [ExportRecord] = []
    try JournalExport(of: test.journal, into: FilePath(folder.path("new/export"))).run {
      records.append($0)
    }
    #expect(records.map(\.number) == [1, 2, 3])
    #expect(records.map(\.problems.count) == [1, 1, 0])
    for (record, file) in zip(records, files) {
      for problem in record.problems {
        guard case .photoBroken(file, _) = problem else {
          Issue.record("\(problem)")
          continue
        }
      }
    }
    #expect(
      folder.files == [
        "new/export/journal.json", "new/export/\(posts[2].thePhoto.file)", "new/export/posts.jsonl",
      ])
    // What is known of the posts is not lost with their photos.
    let target = try TestJournal()
    let imported = JournalImport(
      of: try ExportFolder(opening: FilePath(folder.path("new/export"))),
      mode: .storing(in: target.journal), allowsAgain: false, now: 0)
    var problems: [String] = []
    try await imported.run(jobs: 1) { problems.append($0.problem) }
    #expect(problems == ["fileMissing", "fileMissing", ""])
  }

  @Test("refuses a folder with anything in it, and writes nothing", arguments: ["a", ".hidden"])
  func notEmpty(name: String) async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    let folder = try TemporaryFolder()
    try folder.write([], to: name)
    #expect {
      try JournalExport(of: test.journal, into: FilePath(folder.path)).run { _ in }
    } throws: { error in
      if case ExportError.notEmpty = error { true } else { false }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  /// Exports as far as the second post, as a process does that is killed then.
  private func begin(_ test: TestJournal, in folder: FilePath) throws -> UnfinishedExport {
    let unfinished = try UnfinishedExport(in: folder, of: test.journal.owner)
    let content = try ExportContent(of: test.journal)
    for _ in 1...2 {
      for file in try content.next()?.files ?? [] {
        let found = try unfinished.find(file)
        if found == .whole { continue }
        let path = folder.pushing(file.path)
        try path.folder.createFolders()
        try WholeFile(path: path, replaces: found == .other, isDurable: false)
          .write(file.piece(at: 0, upTo: file.size), attributes: nil)
      }
    }
    return unfinished
  }

  @Test("goes on in a folder where it was interrupted, however the journal is by then")
  func resumed() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-30 12:00", "2024-01-31 12:00", "2024-02-01 12:00")
    let folder = FilePath(test.folder.path("export"))
    _ = try begin(test, in: folder)
    #expect {
      try ExportFolder(opening: folder)
    } throws: { error in
      if case ImportError.unfinished(folder) = error { true } else { false }
    }
    // One of the posts that were exported is gone, and another's file is damaged.
    try test.journal.trash.move([1], now: 5)
    _ = try test.journal.trash.empty()
    let file = try test.journal.posts.post(2).thePhoto.file
    try test.folder.write([1], to: "export/\(file)")
    _ = try begin(test, in: folder)
    try JournalExport(of: test.journal, into: folder).run { _ in }
    let whole = try TestExport(of: test)
    #expect(
      test.folder.files.filter { $0.hasPrefix("export/") } == whole.folder.files)
    for path in whole.folder.files {
      #expect(try test.folder.read(path) == whole.folder.read(path), "\(path)")
    }
  }

  @Test("leaves alone what it has not written, also in a folder where it was interrupted")
  func foreignFile() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-30 12:00", "2024-01-31 12:00", "2024-02-01 12:00")
    let folder = FilePath(test.folder.path("export"))
    _ = try begin(test, in: folder)
    let file = try test.journal.posts.post(3).thePhoto.file
    try test.folder.write([1], to: "export/\(file)")
    try test.folder.write([2], to: "export/other")
    #expect(throws: JournalError.self) {
      try JournalExport(of: test.journal, into: folder).run { _ in }
    }
    #expect(try test.folder.read("export/\(file)") == [1])
    try FileManager.default.removeItem(atPath: folder.pushing(file).string)
    try JournalExport(of: test.journal, into: folder).run { _ in }
    try JournalExport(of: test.journal, into: folder, keepsGone: false).run { _ in }
    #expect(try test.folder.read("export/other") == [2])
  }

  @Test("goes on with no other owner's export, with none under way, and through no link")
  func notItsOwn() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-30 12:00", "2024-01-31 12:00")
    let folder = FilePath(test.folder.path("export"))
    var unfinished: UnfinishedExport? = try begin(test, in: folder)
    #expect {
      try JournalExport(of: test.journal, into: folder).run { _ in }
    } throws: { error in
      if case ExportError.underWay = error { true } else { false }
    }
    #expect(unfinished != nil)
    unfinished = nil
    let other = try TestJournal(adding: "bob", to: test).journal
    func isRefused(_ journal: OwnerJournal) -> Bool {
      do {
        try JournalExport(of: journal, into: folder).run { _ in }
        return false
      } catch ExportError.notEmpty {
        return true
      } catch {
        return false
      }
    }
    #expect(isRefused(other))
    let list = folder.pushing(UnfinishedExport.file)
    try FileManager.default.moveItem(atPath: list.string, toPath: test.folder.path("list"))
    try FileManager.default.createSymbolicLink(
      atPath: list.string, withDestinationPath: test.folder.path("list"))
    #expect(isRefused(test.journal))
  }

  /// How a list can be where the export ended before it was begun.
  private static let begun = [
    "", "daystamp-jour", "daystamp-journal unfinished 1\0", "daystamp-journal unfinished 1\0ann",
    "daystamp-journal unfinished 1\0bob",
  ]

  @Test("begins anew where nothing but the beginning of its list was written", arguments: begun)
  func endedAtOnce(list: String) async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    try test.folder.write(Array(list.utf8), to: "export/journal.unfinished")
    try JournalExport(of: test.journal, into: FilePath(test.folder.path("export"))).run { _ in }
    let whole = try TestExport(of: test)
    #expect(test.folder.files.filter { $0.hasPrefix("export/") } == whole.folder.files)
  }

  @Test(
    "takes no other file for the beginning of its list, and none where anything is beside it",
    arguments: ["daystamp-journal finished", "mine", "daystamp-journal unfinished 1\0bob\0", ""])
  func noBeginning(list: String) throws {
    let test = try TestJournal()
    let name = "export/journal.unfinished"
    try test.folder.write(Array(list.utf8), to: name)
    if list.isEmpty { try test.folder.write([1], to: "export/other") }
    #expect(throws: ExportError.self) {
      try JournalExport(of: test.journal, into: FilePath(test.folder.path("export"))).run { _ in }
    }
    #expect(try test.folder.read(name) == Array(list.utf8))
  }

  @Test("takes an empty folder, and an owner without posts")
  func empty() throws {
    let test = try TestJournal()
    let folder = try TemporaryFolder()
    try JournalExport(of: test.journal, into: FilePath(folder.path)).run { _ in }
    #expect(folder.files == ["journal.json", "posts.jsonl"])
    #expect(try folder.read("posts.jsonl") == [])
    #expect(try ExportFolder(opening: FilePath(folder.path)).count == 0)
  }
}

@Suite("The page about the files of an export")
struct JournalJSONPageTests {
  private let page: String

  init() throws {
    page = try String(
      contentsOf: Checkout.folder.appending(path: "docs/journal-json.md"), encoding: .utf8)
  }

  @Test("shows an example that an import reads")
  func example() throws {
    let examples = page.components(separatedBy: "```json\n").dropFirst().map { part in
      Array(part.prefix { $0 != "`" }.utf8)
    }
    try #require(examples.count == 2)
    let folder = try TemporaryFolder()
    try folder.write(examples[0], to: "posts.jsonl")
    try folder.write(examples[1], to: "journal.json")
    let export = try ExportFolder(opening: FilePath(folder.path))
    #expect(export.owner.text == "anna")
    var reading = try export.posts.reading()
    #expect(try reading.next(photos: 9).map { try $0.post.get().number } == [1])
    // Written as an export writes it.
    let line = try JSONDecoder().decode(ExportedPost.self, from: Data(examples[0]))
    #expect(try line.exportedLine() == examples[0])
  }

  @Test("names every member, every source of a time and every precision")
  func members() {
    for field in ExportField.known.map(\.rawValue) + ExportCount.allCases.map(\.rawValue) {
      #expect(page.contains("`\(field)`"), "\(field)")
    }
    for field in TextCount.allCases.flatMap({ [$0.rawValue] + $0.line.fields })
      + ExportedPortion.fields
    {
      #expect(page.contains("`\(field)`"), "\(field)")
    }
    for count in TextCount.allCases {
      #expect(page.contains("`\(String(decoding: count.list))`"), "\(count)")
    }
    for count in PeopleCount.allCases {
      for name in [count.rawValue, String(decoding: count.list)] + count.line.fields {
        #expect(page.contains("`\(name)`"), "\(name)")
      }
    }
    for field in PostField.allCases {
      #expect(page.contains("| `\(field.rawValue)` |"), "\(field)")
    }
    for name in CaptureTimeSource.allCases.map(\.rawValue)
      + CaptureTimePrecision.allCases.map(\.rawValue)
    {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }
}
