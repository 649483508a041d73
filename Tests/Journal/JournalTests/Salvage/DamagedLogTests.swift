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
  private let it: LoggedJournal

  init() throws { it = try LoggedJournal() }

  /// Opens the damaged journal, which fails and leaves its files.
  private func isRefused(_ copy: DamagedCopy, _ isRight: (JournalError) -> Bool) throws {
    let before = copy.folder.files.filter { $0.hasPrefix("damaged/") }
    let log = try copy.read(LoggedJournal.log)
    for makes in [false, true] {
      do {
        if makes { try make(copy) } else { _ = try Journal(opening: copy.path) }
        Issue.record("It is opened.")
      } catch let error as JournalError {
        #expect(isRight(error), "\(error)")
      }
    }
    #expect(try copy.read(LoggedJournal.log) == log)
    #expect(copy.folder.files.filter { $0.hasPrefix("damaged/") } == before)
  }

  private func isRefused(_ log: [UInt8]) throws {
    try isRefused(it.copy(log)) { if case .damagedLog = $0 { true } else { false } }
  }

  private func make(_ copy: DamagedCopy) throws {
    let settings = try JournalSettings([.timeZone: "UTC"])
    _ = try Journal(making: copy.path, owner: OwnerName("bob"), settings: settings)
  }

  /// A salvage of the damaged journal makes all posts again but one at most, and says that the log is damaged.
  private func isSalvaged(_ log: [UInt8], least: Int, _ comment: Comment? = nil) throws {
    let copy = try it.copy(log)
    let result = try copy.salvage(into: FilePath(copy.folder.path("new-\(UUID())")))
    #expect(result.posts >= least, comment)
    #expect(result.findings.contains { if case .damagedLog = $0 { true } else { false } }, comment)
  }

  @Test("is not opened where transactions follow what is damaged, and is where none does")
  func flipped() throws {
    let log = try it.read()
    let frames = it.frames(log)
    let ends = frames.indices.filter { frames[$0].isEnd }
    let lastBegin = try #require(ends.dropLast().last) + 1
    for index in frames.indices {
      let start = frames[index].start
      let place = [9, 17, 900, 2_000][index % 4]
      var (flipped, headless) = (log, log)
      flipped[start + place] ^= 4
      headless.replaceSubrange(start..<start + 24, with: repeatElement(0, count: 24))
      for damaged in [flipped, headless] {
        if index < lastBegin {
          try isRefused(damaged)
        } else {
          // It may as well be a transaction that was never finished.
          #expect(try it.words(it.copy(damaged).path) == 5)
        }
      }
      if index % 5 == 0, index < lastBegin {
        try isSalvaged(flipped, least: place < 24 ? 6 : 5, "frame \(index)")
        try isSalvaged(headless, least: 5, "frame \(index)")
      }
    }
  }

  @Test(
    "is not opened where the beginning of the log is damaged",
    arguments: [1, 3, 9, 17, 19, 22, 30])
  func header(place: Int) throws {
    var log = try it.read()
    log[place] ^= 1
    try isRefused(log)
    try isSalvaged(log, least: 6)
  }

  @Test("is opened where the log ends anywhere, with the transactions that have their end")
  func torn() throws {
    let log = try it.read()
    let frames = it.frames(log)
    for length in stride(from: 0, through: log.count, by: 3_000) {
      let ended = frames.count { $0.isEnd && $0.start + LoggedJournal.frameSize <= length }
      #expect(try it.words(it.copy(Array(log.prefix(length))).path) == ended)
    }
  }

  @Test("is not opened where a block of the log is from before the log began anew, or wiped out")
  func oldBlocks() throws {
    let old = try it.read()
    try it.checkpoint("RESTART")
    for number in 7...9 { try it.write(number) }
    let log = try it.read()
    let salts = log[16..<24]
    let frames = it.frames(log).prefix { log[$0.start + 8..<$0.start + 16] == salts }
    let ends = frames.indices.filter { frames[$0].isEnd }
    try #require(ends.count == 3)
    let end = frames[ends[2]].start + LoggedJournal.frameSize
    for size in [512, 4_096] {
      // Each block in which the header of a frame is, or the end of its page.
      let blocks = Set(frames.flatMap { [$0.start / size, ($0.start + 23) / size] }).sorted()
      for block in blocks where (block + 1) * size <= frames[ends[1]].start {
        let range = block * size..<(block + 1) * size
        for content in [Array(old[range]), Array(repeating: 0, count: size)] {
          var damaged = log
          damaged.replaceSubrange(range, with: content)
          try isRefused(damaged)
          if block % 3 == 0 { try isSalvaged(damaged, least: 8, "\(size): \(block)") }
        }
      }
    }
    // The header alone, whole in itself.
    var damaged = log
    damaged.replaceSubrange(0..<32, with: old[0..<32])
    try isRefused(damaged)
    try isSalvaged(damaged, least: 9)
    // All that follows the last transaction is of the turn before.
    #expect(end < log.count)
    #expect(try it.words(it.copy(log).path) == 9)
  }

  @Test("is not opened where the database has what the log has lost, which is salvaged")
  func checkpointed() throws {
    try it.checkpoint("PASSIVE")
    let log = try it.read()
    let frames = it.frames(log)
    let ends = frames.indices.filter { frames[$0].isEnd }
    let begin = try #require(ends.dropLast().last) + 1
    for index in begin..<frames.count {
      var damaged = log
      damaged[frames[index].start + 1_000] ^= 4
      try isRefused(damaged)
      try isSalvaged(damaged, least: 6)
    }
    let cut = Array(log[..<frames[begin].start])
    try isRefused(cut)
    try isSalvaged(cut, least: 6)
    #expect(try it.words(it.copy(log).path) == 6)
  }

  @Test("is not opened where an older copy of its database was put beside the log")
  func olderDatabase() throws {
    let older = try it.test.folder.read("journal/journal.sqlite")
    try it.checkpoint("RESTART")
    for number in 7...9 { try it.write(number) }
    #expect(try it.words(it.copy().path) == 9)
    let copy = try it.copy()
    try copy.write(older, to: "journal.sqlite")
    try isRefused(copy) { if case .damagedLog = $0 { true } else { false } }
  }

  @Test("is not made or opened where the log is all that is left", arguments: [true, false])
  func alone(isEmpty: Bool) throws {
    let copy = try it.copy()
    try copy.remove("journal.sqlite")
    if isEmpty { try copy.write([], to: "journal.sqlite") }
    try isRefused(copy) { if case .logAlone = $0 { true } else { false } }
    #expect(try copy.salvage().posts > 0)
  }

  @Test("is not opened where a backup was put in place of its database, until the log is gone")
  func backup() throws {
    let backup = FilePath(it.test.folder.path("backup.sqlite"))
    _ = try JournalBackup(of: it.test.journals).write(to: backup, replacing: false)
    try it.write(7)
    let copy = try it.copy()
    let bytes = try it.test.folder.read("backup.sqlite")
    try copy.write(bytes, to: "journal.sqlite")
    try isRefused(copy) { if case .foreignLog = $0 { true } else { false } }
    #expect(try copy.read("journal.sqlite") == bytes)
    try copy.remove(LoggedJournal.log)
    #expect(try it.words(copy.path) == 6)
  }
}
