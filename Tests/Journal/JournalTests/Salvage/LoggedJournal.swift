import CaptureTime
import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import TestSupport

@testable import Journal
@testable import Store

/// A journal with six posts that are in its write-ahead log alone, each a transaction of its own.
struct LoggedJournal {
  static let log = "journal.sqlite-wal"
  static let headerSize = 32
  static let frameSize = 24 + 4_096
  let test: TestJournal

  init() throws {
    test = try TestJournal()
    try test.checkpoint()
    for number in 1...6 { try write(number) }
  }

  func write(_ number: Int, in journal: OwnerJournal? = nil, times: Int = 1) throws {
    let text = Array(repeating: "whale \(number)", count: times).joined(separator: " ")
    var new = NewWords(try Words(text))
    new.moment = .time(try GivenTime.parse("2024-02-05 10:\(10 + number)"))
    try (journal ?? test.journal).posts.write(new, now: 1_707_200_000)
  }

  /// The log as it is.
  func read() throws -> [UInt8] { try test.folder.read("journal/\(Self.log)") }

  /// A copy of the journal as a process leaves it that is ended at once, with another log if one is given.
  func copy(_ log: [UInt8]? = nil) throws -> DamagedCopy {
    let copy = try DamagedCopy(of: test, keepsLog: true)
    try? copy.remove("journal.sqlite-shm")
    if let log { try copy.write(log, to: Self.log) }
    return copy
  }

  /// The log that a transaction leaves whose program is ended before the others go on: the transaction is
  /// written to a copy.
  func logOfKilled(_ work: (OwnerJournal) throws -> Void) throws -> [UInt8] {
    let copy = try copy()
    let journal = try Journal(opening: copy.path)
    defer { journal.store.close() }
    try work(try journal.journal(of: test.journal.owner))
    return try copy.read(Self.log)
  }

  /// Where frames of a log begin, and whether each ends a transaction.
  func frames(_ log: [UInt8]) -> [(start: Int, isEnd: Bool)] {
    stride(from: Self.headerSize, to: log.count, by: Self.frameSize).map { start in
      (start, log[start + 4..<start + 8].contains { $0 > 0 })
    }
  }

  /// Brings the log into the database in one of SQLite's ways.
  func checkpoint(_ way: String) throws {
    let queue = try DatabaseQueue(path: test.folder.path("journal/journal.sqlite"))
    try queue.writeWithoutTransaction { db in
      _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(\(way))")
    }
    try queue.close()
  }

  /// How many posts a journal has.
  func words(_ path: FilePath) throws -> Int {
    let journal = try Journal(opening: path)
    defer { journal.store.close() }
    return try journal.journal(of: test.journal.owner).posts.size().posts
  }
}
