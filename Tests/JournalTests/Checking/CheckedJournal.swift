import Files
import Foundation
import GRDB
import Stamping
import SystemPackage
import TestSupport

@testable import Journal

/// A journal with three photos, of which the third's original is kept, and what a check says of it.
struct CheckedJournal {
  let test: TestJournal
  /// In the order of the posts.
  let originalsAsPosted: [[UInt8]]

  init() async throws {
    test = try TestJournal()
    let photos = [
      try MadePhoto.jpeg(), try MadePhoto.jpeg(width: 400), try MadePhoto.png(),
    ]
    for (index, photo) in photos.enumerated() {
      let name = "IMG_2024013\(index)_120000.\(index == 2 ? "png" : "jpg")"
      try test.folder.write(photo, to: name)
      _ = try await test.post(file: name, caption: "photo \(index)")
    }
    originalsAsPosted = photos
  }

  /// Each problem with its outcome, as words.
  func check(repairs: Bool = false, owners: [String]? = nil) throws -> [String] {
    var findings: [String] = []
    let check = JournalCheck(
      try Journal(opening: test.path), owners: try owners?.map { try OwnerName($0) },
      repairingWith: repairs ? { try TestJournal.stamper($0) } : nil)
    try check.run { _, _ in
    } report: { finding in
      findings.append("\(Self.name(finding.problem)): \(Self.name(finding.outcome))")
    }
    return findings
  }

  private static func name(_ problem: JournalProblem) -> String {
    switch problem {
    case .post(_, let number, .missing(let part, _)): "\(number): missing \(part)"
    case .post(_, let number, .changed(let part, _)): "\(number): changed \(part)"
    case .post(_, let number, .unreadable(let part, _, _)): "\(number): unreadable \(part)"
    case .post(_, let number, .irreversible): "\(number): irreversible"
    case .post(_, let number, .time): "\(number): time"
    case .post(_, let number, .row): "\(number): row"
    case .owner(let name, _): "owner \(name.text)"
    case .search(let posts): "search \(posts ?? -1)"
    case .integrity: "integrity"
    case .danglingRow(let table, _, _): "dangling \(table)"
    case .unreadable: "unreadable"
    case .stray: "stray"
    case .unfinished: "unfinished"
    case .loose: "loose"
    case .folder: "folder"
    }
  }

  private static func name(_ outcome: JournalFinding.Outcome) -> String {
    switch outcome {
    case .found: "found"
    case .putBack: "putBack"
    case .stampedAgain: "stampedAgain"
    case .setAside: "setAside"
    case .rebuilt: "rebuilt"
    case .beyondRepair: "beyondRepair"
    case .failed(let error): "failed \(error)"
    }
  }

  struct Content: Equatable {
    let path: String
    let bytes: [UInt8]
  }

  /// What every file of the journal holds, but for the database.
  func contents() throws -> [Content] {
    try test.folder.files.filter { $0.hasPrefix("journal/photos") || $0.hasPrefix("journal/set") }
      .map { Content(path: $0, bytes: try test.folder.read($0)) }
  }

  /// What unstamping, or the file beside, gives of each post.
  func originals() throws -> [[UInt8]] {
    try [1, 2, 3].map { try test.journal.store.original(of: test.journal.post($0).photo).bytes }
  }

  // MARK: What other programs do

  func file(_ number: Int) -> String { row(number, "file") ?? "" }
  func original(_ number: Int) -> String { row(number, "original_file") ?? "" }

  private func row(_ number: Int, _ column: String) -> String? {
    try? test.journal.store.database.read { db in
      try String.fetchOne(db, sql: "SELECT \(column) FROM post WHERE number = \(number)")
    }
  }

  func read(_ path: String) throws -> [UInt8] { try test.folder.read("journal/\(path)") }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: test.folder.path("journal/\(path)"))
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try test.folder.write(bytes, to: "journal/\(path)")
  }

  func move(_ path: String, to other: String) throws {
    try write(try read(path), to: other)
    try remove(path)
  }

  func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: test.folder.path("journal/journal.sqlite"))
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }
}
