import CaptureTime
import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A journal whose write-ahead log SQLite would not read to its end")
struct DamagedLogTests {
  private static let headerSize = 32
  private static let frameSize = 24 + 4_096
  private let test: TestJournal

  init() throws {
    test = try TestJournal()
    try test.checkpoint()
    for number in 1...6 { try write(number) }
  }

  private func write(_ number: Int) throws {
    var new = NewWords(try Words("whale \(number)"))
    new.moment = .time(try GivenTime.parse("2024-02-05 10:\(10 + number)"))
    try test.journal.posts.write(new, now: 1_707_200_000)
  }

  /// A copy of the journal as a process leaves it that is ended at once.
  private func copy() throws -> DamagedCopy {
    let copy = try DamagedCopy(of: test, keepsLog: true)
    try? copy.remove("journal.sqlite-shm")
    return copy
  }

  /// Where frames of a log begin, and whether each ends a transaction.
  private func frames(_ log: [UInt8]) -> [(start: Int, isEnd: Bool)] {
    stride(from: Self.headerSize, to: log.count, by: Self.frameSize).map { start in
      (start, log[start + 4..<start + 8].contains { $0 > 0 })
    }
  }

  private func words(_ path: FilePath) throws -> Int {
    let journal = try Journal(opening: path)
    defer { journal.store.close() }
    return try journal.journal(of: test.journal.owner).posts.size().posts
  }

  /// Opens the damaged journal, which fails and leaves its files.
  private func isRefused(_ copy: DamagedCopy, _ isRight: (JournalError) -> Bool) throws {
    let before = copy.folder.files.filter { $0.hasPrefix("damaged/") }
    let log = try copy.read("journal.sqlite-wal")
    for makes in [false, true] {
      do {
        if makes { try make(copy) } else { _ = try Journal(opening: copy.path) }
        Issue.record("It is opened.")
      } catch let error as JournalError {
        #expect(isRight(error), "\(error)")
      }
    }
    #expect(try copy.read("journal.sqlite-wal") == log)
    #expect(copy.folder.files.filter { $0.hasPrefix("damaged/") } == before)
  }

  private func make(_ copy: DamagedCopy) throws {
    let settings = try JournalSettings([.timeZone: "UTC"])
    _ = try Journal(making: copy.path, owner: OwnerName("bob"), settings: settings)
  }

  @Test("is not opened where transactions follow what is damaged, and is where none does")
  func flipped() throws {
    let log = try copy().read("journal.sqlite-wal")
    let frames = frames(log)
    let ends = frames.indices.filter { frames[$0].isEnd }
    let lastBegin = try #require(ends.dropLast().last) + 1
    for index in frames.indices {
      let copy = try copy()
      var damaged = log
      damaged[frames[index].start + [9, 17, 900, 2_000][index % 4]] ^= 4
      try copy.write(damaged, to: "journal.sqlite-wal")
      if index < lastBegin {
        try isRefused(copy) { if case .damagedLog = $0 { true } else { false } }
        if index == 0 { #expect(try copy.salvage().posts >= 5) }
      } else {
        // It may as well be a transaction that was never finished.
        #expect(try words(copy.path) == 5)
      }
    }
  }

  @Test("is not opened where the beginning of the log is damaged", arguments: [1, 9, 17, 30])
  func header(place: Int) throws {
    let copy = try copy()
    var log = try copy.read("journal.sqlite-wal")
    log[place] ^= 0x10
    try copy.write(log, to: "journal.sqlite-wal")
    try isRefused(copy) { if case .damagedLog = $0 { true } else { false } }
  }

  @Test("is opened where the log ends anywhere, or goes on with what an earlier turn left")
  func torn() throws {
    let log = try copy().read("journal.sqlite-wal")
    for length in stride(from: 0, through: log.count, by: 3_000) {
      let copy = try copy()
      try copy.write(Array(log.prefix(length)), to: "journal.sqlite-wal")
      #expect(try words(copy.path) <= 6)
    }
    let queue = try DatabaseQueue(path: test.folder.path("journal/journal.sqlite"))
    try queue.writeWithoutTransaction { db in
      _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(RESTART)")
    }
    try queue.close()
    try write(7)
    let copy = try copy()
    #expect(try copy.read("journal.sqlite-wal").count >= log.count)
    #expect(try words(copy.path) == 7)
  }

  @Test("is not made or opened where the log is all that is left", arguments: [true, false])
  func alone(isEmpty: Bool) throws {
    let copy = try copy()
    try copy.remove("journal.sqlite")
    if isEmpty { try copy.write([], to: "journal.sqlite") }
    try isRefused(copy) { if case .logAlone = $0 { true } else { false } }
    #expect(try copy.salvage().posts > 0)
  }

  @Test("is not opened where a backup was put in place of its database, until the log is gone")
  func backup() throws {
    let backup = FilePath(test.folder.path("backup.sqlite"))
    _ = try JournalBackup(of: test.journals).write(to: backup, replacing: false)
    try write(7)
    let copy = try copy()
    let bytes = try test.folder.read("backup.sqlite")
    try copy.write(bytes, to: "journal.sqlite")
    try isRefused(copy) { if case .foreignLog = $0 { true } else { false } }
    #expect(try copy.read("journal.sqlite") == bytes)
    try copy.remove("journal.sqlite-wal")
    #expect(try words(copy.path) == 6)
  }
}
