import CaptureTime
import Foundation
import GRDB
import Journal
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// A copy of a journal, whose files a test damages, and the new journal that a salvage makes of it.
struct DamagedCopy {
  let folder: TemporaryFolder
  let test: TestJournal

  /// Copies a journal's files as they are while it is open, its write-ahead log among them.
  ///
  /// - Parameters:
  ///   - test: the journal.
  ///   - keepsLog: false to bring the log into the database first.
  /// - Throws: what copying throws.
  init(of test: TestJournal, keepsLog: Bool = false) throws {
    (self.test, folder) = (test, test.folder)
    if !keepsLog {
      let queue = try DatabaseQueue(path: folder.path("journal/journal.sqlite"))
      try queue.writeWithoutTransaction { db in
        _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try queue.close()
    }
    try? FileManager.default.removeItem(atPath: folder.path("damaged"))
    try FileManager.default.copyItem(
      atPath: folder.path("journal"), toPath: folder.path("damaged"))
  }

  var path: FilePath { FilePath(folder.path("damaged")) }
  var newPath: FilePath { FilePath(folder.path("new")) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try folder.write(bytes, to: "damaged/\(name)")
  }

  func read(_ name: String) throws -> [UInt8] { try folder.read("damaged/\(name)") }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path("damaged/\(name)"))
  }

  /// Works on the damaged database, and brings the log into it.
  @discardableResult
  func database<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: folder.path("damaged/journal.sqlite"))
    let value = try queue.writeWithoutTransaction { db in
      let value = try work(db)
      _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return value
    }
    try queue.close()
    return value
  }

  static let pageSize = 4_096

  /// Where the page is on which a table or an index begins, in bytes of the database.
  func page(of table: String) throws -> Range<Int> {
    let root = try database { db in
      try Int.fetchOne(
        db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
    }
    let start = (try #require(root) - 1) * Self.pageSize
    return start..<start + Self.pageSize
  }

  /// Overwrites the page on which a table begins, and in a small journal also ends.
  func overwrite(_ table: String) throws {
    let page = try page(of: table)
    var bytes = try read("journal.sqlite")
    bytes.replaceSubrange(page, with: repeatElement(0x2A, count: page.count))
    try write(bytes, to: "journal.sqlite")
  }

  /// Where the first leaf of a table or an index is, in bytes of the database.
  func leaf(of table: String) throws -> Range<Int> {
    let bytes = try read("journal.sqlite")
    var start = try page(of: table).lowerBound
    while [2, 5].contains(bytes[start]) {
      let cell = Int(bytes[start + 12]) << 8 | Int(bytes[start + 13])
      start = (bytes.number(at: start + cell) - 1) * Self.pageSize
    }
    return start..<start + Self.pageSize
  }

  /// Makes the first leaf of a table or an index one without cells, as if a write had not arrived.
  func emptyLeaf(of table: String) throws {
    let page = try leaf(of: table)
    var bytes = try read("journal.sqlite")
    let header = [bytes[page.lowerBound], 0, 0, 0, 0, UInt8(Self.pageSize >> 8), 0, 0]
    bytes.replaceSubrange(
      page, with: header + Array(repeating: 0, count: Self.pageSize - header.count))
    try write(bytes, to: "journal.sqlite")
  }

  /// Everything that a damaged journal must still be afterwards.
  func state() throws -> [String] {
    try folder.files.filter { $0.hasPrefix("damaged/") }.map { file in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
      return "\(file) \(attributes[.modificationDate] ?? "") \(try folder.read(file).hashValue)"
    }
  }

  struct Result {
    let posts: Int
    let findings: [SalvageFinding]

    /// What was found of posts.
    var ofPosts: [PostSalvageFinding] {
      findings.compactMap {
        if case .area(let finding as PostSalvageFinding) = $0 { finding } else { nil }
      }
    }
    /// The tables that it says are damaged.
    var damagedTables: [String] {
      findings.compactMap { if case .damagedTable(let table) = $0 { table } else { nil } }
    }
    var lost: [Int?] {
      ofPosts.compactMap { if case .lost(let post, _) = $0 { post.number } else { nil } }
    }
    /// The posts that only their photos brought back, or the rows of those.
    var remade: [Int?] {
      ofPosts.compactMap {
        switch $0 {
        case .remade(let post, _, _), .gathered(let post, _, _): post.number
        default: nil
        }
      }
    }
  }

  private struct NobodyToAsk: Error {}

  func salvage(
    into folder: FilePath? = nil, chosen: String? = nil, usual: String = "anna",
    keys: Keyring = .none, pin: String? = nil, pause: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    let salvage = try JournalSalvage(
      of: path, into: folder ?? newPath, chosenOwner: chosen.map { try OwnerName($0) },
      usualOwner: OwnerName(usual), keys: keys, zone: .utc,
      pin: { _ in
        guard let pin else { throw NobodyToAsk() }
        return try PIN(pin)
      }, pause: pause)
    var findings: [SalvageFinding] = []
    let posts = try salvage.run(progress: { _, _ in }, report: { findings.append($0) })
    return Result(posts: posts, findings: findings)
  }

  /// Every value of every post in a journal's database, without the numbers of rows.
  static func posts(in folder: FilePath) throws -> [Int: String] {
    let queue = try DatabaseQueue(path: folder.appending("journal.sqlite").string)
    defer { try? queue.close() }
    return try queue.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT number, name, hex(uid), day, instant, offset, subsecond, precision, source, zone,
            is_offset_assumed, caption, is_starred, json, file, hex(hash), original_file,
            hex(original_hash), original_name, posted, trashed, title, words, mood, is_morning,
            is_written_later, written,
            (SELECT group_concat(tag.name) FROM post_tag JOIN tag ON tag.id = tag
              WHERE post = post.id)
          FROM post JOIN owner ON owner.id = post.owner
            LEFT JOIN photo ON photo.id = photo LEFT JOIN look ON look.id = look
          """)
      return Dictionary(
        rows.map { ($0["number"], "\($0.databaseValues)") }, uniquingKeysWith: { $0 + $1 })
    }
  }
}
