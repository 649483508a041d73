import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

/// An export of a test's journal, which can be changed as a stranger would.
struct TestExport {
  let folder: TemporaryFolder

  var path: FilePath { FilePath(folder.path("export")) }

  init(of test: TestJournal) throws {
    folder = try TemporaryFolder()
    try JournalExport(of: test.journal, into: path).run { _ in }
  }

  /// An export of the same content, in a folder of its own.
  init(copyOf other: TestExport) throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: other.folder.path("export"), toPath: folder.path("export"))
  }

  /// What `journal.json` says, and as its `posts` the lines of `posts.jsonl`; those of posts of one photo as
  /// version 2 had them, which is still read.
  var document: [String: Any] {
    get throws {
      var document = try Self.object(folder.read("export/journal.json"))
      if document["posts"] == nil {
        document["posts"] = try lines.map { try Self.flat(Self.object(Array($0.utf8))) }
        document["version"] = 2
      }
      return document
    }
  }

  /// A post with what is said of its only photo among its own members.
  private static func flat(_ post: [String: Any]) -> [String: Any] {
    guard let photos = post["photos"] as? [[String: Any]], photos.count == 1 else { return post }
    return post.filter { $0.key != "photos" }.merging(photos[0]) { $1 }
  }

  /// The lines of `posts.jsonl`, without their ends.
  var lines: [String] {
    get throws {
      String(decoding: try folder.read("export/posts.jsonl"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// Changes what the export says, and what proves that it is whole.
  func change(_ edit: (inout [String: Any]) throws -> Void) throws {
    var document = try document
    try edit(&document)
    if document["version"] as? Int == 1 {
      return try write(document)
    }
    let posts = document.removeValue(forKey: "posts") as? [Any] ?? []
    let lines = try posts.map { post in
      try JSONSerialization.data(
        withJSONObject: post,
        options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    }
    let trashed = posts.filter { post in
      ((post as? [String: Any])?["trashed"]).map { !($0 is NSNull) } ?? false
    }
    let counts = document["counts"] as? [String: Int] ?? [:]
    document["counts"] = counts.merging(["posts": posts.count, "inTrash": trashed.count]) { $1 }
    try write(document)
    try write(lines: lines.flatMap { Array($0) + [UInt8(ascii: "\n")] })
  }

  /// Writes these bytes as `posts.jsonl`, and their SHA-256 into `journal.json`.
  func write(lines bytes: [UInt8]) throws { try write(bytes, as: "posts.jsonl") }

  /// Writes these lines as `versions.jsonl`, with their SHA-256 and their count.
  func write(versions lines: [String]) throws {
    try write(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }, as: "versions.jsonl")
    var document = try Self.object(folder.read("export/journal.json"))
    let counts = document["counts"] as? [String: Int] ?? [:]
    document["counts"] = counts.merging(["versions": lines.count]) { $1 }
    try write(document)
  }

  /// The lines of `versions.jsonl`, without their ends.
  var versions: [String] {
    get throws {
      String(decoding: try folder.read("export/versions.jsonl"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// Writes these bytes as a file of lines, and their SHA-256 into `journal.json`.
  func write(_ bytes: [UInt8], as file: String) throws {
    try folder.write(bytes, to: "export/\(file)")
    var document = try Self.object(folder.read("export/journal.json"))
    let hashes = document["sha256"] as? [String: String] ?? [:]
    document["sha256"] = hashes.merging([file: StampMark.hash(bytes).hexadecimal]) { $1 }
    try write(document)
  }

  /// Changes what `journal.json` counts.
  func changeCounts(_ new: [String: Int]) throws {
    var document = try Self.object(folder.read("export/journal.json"))
    let counts = document["counts"] as? [String: Int] ?? [:]
    document["counts"] = counts.merging(new) { $1 }
    try write(document)
  }

  /// Makes it one of version 1, where all posts stand in `journal.json`.
  func becomeVersion1() throws {
    var document = try document
    document["version"] = 1
    document["counts"] = nil
    document["sha256"] = nil
    try write(document)
    try FileManager.default.removeItem(atPath: folder.path("export/posts.jsonl"))
  }

  private func write(_ document: [String: Any]) throws {
    try folder.write(
      Array(JSONSerialization.data(withJSONObject: document)), to: "export/journal.json")
  }

  private static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
  }

  /// Changes a field of a post, given as JSON; nil takes it away.
  func change(_ post: Int, _ field: String, to json: String?) throws {
    try change { document in
      var posts = document["posts"] as? [[String: Any]] ?? []
      posts[post][field] = try json.map {
        try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
      }
      document["posts"] = posts
    }
  }

  /// The text of a field of a post.
  func text(_ post: Int, _ field: String) throws -> String {
    (try document["posts"] as? [[String: Any]])?[post][field] as? String ?? ""
  }

  /// Imports it, settings included.
  func imported(
    into journal: OwnerJournal, allowsAgain: Bool = false, now: Int = 1_750_000_000
  ) async throws -> [ImportRecord] {
    try await run(.storing(in: journal), allowsAgain: allowsAgain, now: now)
  }

  func run(
    _ mode: JournalImport.Mode, allowsAgain: Bool = false, now: Int = 1_750_000_000
  ) async throws -> [ImportRecord] {
    let work = JournalImport(
      of: try ExportFolder(opening: path), mode: mode, allowsAgain: allowsAgain, now: now)
    _ = try work.takeSettings()
    var records: [ImportRecord] = []
    try await work.run(jobs: 2) { records.append($0) }
    return records
  }

  /// Imports it, and tells which references show another photo.
  func strays(into journal: OwnerJournal) async throws -> [StrayReference] {
    let work = JournalImport(
      of: try ExportFolder(opening: path), mode: .storing(in: journal), allowsAgain: false,
      now: 1_750_000_000)
    var strays: [StrayReference] = []
    try await work.run(jobs: 2) { _ in
    } stray: {
      strays.append($0)
    }
    return strays
  }
}

extension ImportRecord {
  /// The number that the post has now; nil where it was not imported.
  var number: Int? { if case .imported(let number) = result { number } else { nil } }

  var earlier: EarlierPost? { if case .passedOver(let post) = result { post } else { nil } }

  /// What was wrong, as the name of the error's case; empty where nothing was.
  var problem: String {
    guard case .failed(let error) = result else { return "" }
    return String("\(error)".prefix { $0 != "(" })
  }
}
