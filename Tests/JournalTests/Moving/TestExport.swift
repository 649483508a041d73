import Files
import Foundation
import Journal
import SystemPackage
import TestSupport

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

  var document: [String: Any] {
    get throws {
      let data = Data(try folder.read("export/journal.json"))
      return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
  }

  /// Changes what `journal.json` says.
  func change(_ edit: (inout [String: Any]) throws -> Void) throws {
    var document = try document
    try edit(&document)
    try folder.write(JSONSerialization.data(withJSONObject: document), to: "export/journal.json")
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
    await work.run(jobs: 2) { records.append($0) }
    return records
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
