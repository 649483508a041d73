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

@Suite("Lines of a hostile export")
struct HostileLinesTests {
  /// An export of two posts, made once.
  private static let twoPosts = Task {
    let source = try TestJournal()
    try await source.post("2024-01-30 12:00", "2024-01-31 12:00")
    return try TestExport(of: source)
  }

  /// What is said of an export that is refused as a whole.
  private func refusal(_ export: TestExport) -> String {
    do {
      _ = try ExportFolder(opening: export.path)
      return ""
    } catch {
      return (error as? any Worded)?.wording.commandLine ?? "\(error)"
    }
  }

  @Test(
    "are refused with the file, the line and the reason, and nothing is imported",
    arguments: [
      ("\n$1\n$2\n", 1, "it is blank"), ("$1\n\n$2\n", 2, "it is blank"),
      ("$1\n$2\n\n", 3, "it is blank"), ("$1\n \n$2\n", 2, "it is not JSON"),
      ("$1\n$2", 2, "the file ends within it"), ("$1\n{\"number\":", 2, "the file ends within it"),
      ("$1\n{\"number\":\n", 2, "it is not JSON"), ("$1\n$2 $2\n", 2, "it is not JSON"),
      ("$1\n[1]\n", 2, "it is not an object"), ("$1\n7\n", 2, "it is not an object"),
      ("$1\n{}\n", 2, "number is missing"),
      ("$1\n{\"number\":\"2\"}\n", 2, "number is not a whole number"),
      ("$1\n{\"number\":2.5}\n", 2, "number has a fraction"),
      ("$1\n{\"number\":99999999999999999999}\n", 2, "number has a fraction, or is too"),
      ("$1\n$1\n", 2, "number is 1, not after 1 of the line before"),
      ("$2\n$1\n", 2, "number is 1, not after 2 of the line before"),
      ("$1\n\u{0}\n", 2, "it is not JSON"), ("\u{FEFF}$1\n$1\n", 2, "number is 1"),
    ])
  func lines(text: String, line: Int, reason: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    let posts = try export.lines
    let lines = text.replacing("$1", with: posts[0]).replacing("$2", with: posts[1])
    try export.write(lines: Array(lines.utf8))
    let said = refusal(export)
    #expect(said.hasPrefix("posts.jsonl, line \(line): \(reason)"), "\(said)")
    #expect(said.hasSuffix("; nothing was imported"), "\(said)")
  }

  @Test("have each uid once")
  func uids() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.change(1, "uid", to: "\"\(export.text(0, "uid"))\"")
    #expect(refusal(export) == "posts.jsonl, line 2: uid is there twice; nothing was imported")
  }

  @Test(
    "are read no further than that, however much there is",
    arguments: [
      (LongBytes(String(repeating: "[", count: 200_000)), "posts.jsonl, line 1: it is not JSON"),
      (
        LongBytes(#"{"number":1,"x":"# + String(repeating: "[", count: 200_000)), "posts.jsonl"
      ),
      (LongBytes([UInt8](repeating: 0xFF, count: 10)), "posts.jsonl, line 1: it is not JSON"),
      (
        LongBytes([UInt8](repeating: 0x61, count: PostLines.lineLimit + 1)),
        "posts.jsonl, line 1: it has more"
      ),
    ])
  func endless(line: LongBytes, says: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.write(lines: line.bytes + [10])
    #expect(refusal(export).hasPrefix(says), "\(refusal(export))")
  }

  @Test("may be ten gigabytes of blanks, which are not read", arguments: ["", "\n"])
  func huge(start: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.write(lines: Array(start.utf8))
    let file = try FileDescriptor.open(export.path.appending("posts.jsonl"), .writeOnly)
    defer { try? file.close() }
    try file.resize(to: 10_000_000_000)
    let time = processorTime {
      #expect(refusal(export).hasPrefix("posts.jsonl, line 1: it "))
    }
    #expect(time < .seconds(10))
  }

  @Test("are the ones that journal.json is about")
  func proof() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    let lines = try export.folder.read("export/posts.jsonl")
    let document = try export.folder.read("export/journal.json")
    try export.folder.write(lines + Array("{\"number\":3}\n".utf8), to: "export/posts.jsonl")
    #expect(refusal(export).hasPrefix("posts.jsonl changed after the export"))
    try export.folder.write(lines, to: "export/posts.jsonl")
    #expect(refusal(export) == "")
    for (old, new, says) in [
      (#""posts" : 2"#, #""posts" : 3"#, "posts is 2, not 3 as in journal.json"),
      (#""inTrash" : 0"#, #""inTrash" : 1"#, "inTrash is 0, not 1 as in journal.json"),
      (#""inTrash" : 0,"#, "", "inTrash is"),
      (#""inTrash" : 0"#, #""morning" : 0"#, "“morning”, unknown to this Daystamp"),
      (#""posts.jsonl""#, #""texts.jsonl""#, "“texts.jsonl”, unknown to this Daystamp"),
    ] {
      let text = String(decoding: document, as: UTF8.self).replacing(old, with: new)
      try export.folder.write(Array(text.utf8), to: "export/journal.json")
      #expect(refusal(export).contains(says), "\(refusal(export))")
    }
  }

  @Test("stand in a file of the export itself", arguments: ["missing", "link", "folder", "fifo"])
  func file(kind: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    let path = export.folder.path("export/posts.jsonl")
    try FileManager.default.moveItem(atPath: path, toPath: export.folder.path("outside"))
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: export.folder.path("outside"))
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    default: break
    }
    let said = refusal(export)
    #expect(
      said.hasPrefix(
        kind == "missing"
          ? "posts.jsonl is missing" : "posts.jsonl is not an ordinary file of the export"),
      "\(said)")
  }

  @Test("have no member that a newer Daystamp may know", arguments: [nil, "look"])
  func unknown(place: String?) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.change { document in
      var posts = document["posts"] as? [[String: Any]] ?? []
      if let place {
        var inner = posts[0][place] as? [String: Any] ?? [:]
        inner["halo"] = "2"
        posts[0][place] = inner
      } else {
        posts[0]["verse"] = "# A morning"
      }
      document["posts"] = posts
    }
    let target = try TestJournal()
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.problem) == ["unknownField", ""])
    #expect(records.map(\.exportedNumber) == [1, 2])
    guard case .failed(let problem as ImportProblem)? = records.first?.result else {
      Issue.record("\(records)")
      return
    }
    #expect(
      problem.wording.commandLine.hasPrefix(
        "it has “\(place == nil ? "verse" : "look.halo")”, unknown to this Daystamp"))
    // What version 1 said of such members stays.
    try export.becomeVersion1()
    #expect(try await export.run(.preview(of: nil)).map(\.problem) == ["", ""])
  }

  @Test("are read again as the posts come, and a file that has changed meanwhile is left")
  func changed() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    let opened = try ExportFolder(opening: export.path)
    let lines = try export.lines
    try export.folder.write(Array("\(lines[0])\n".utf8), to: "export/posts.jsonl")
    let target = try TestJournal()
    let work = JournalImport(
      of: opened, mode: .storing(in: target.journal), allowsAgain: false, now: 0)
    await #expect(throws: ImportError.self) { try await work.run(jobs: 1) { _ in } }
    try export.folder.write(
      Array((lines + [lines[1]]).map { $0 + "\n" }.joined().utf8), to: "export/posts.jsonl")
    await #expect(throws: ImportError.self) { try await work.run(jobs: 1) { _ in } }
  }
}
