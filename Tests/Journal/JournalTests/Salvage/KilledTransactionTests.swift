import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A log with what killed programs left in it")
struct KilledTransactionTests {
  private let it: LoggedJournal

  init() throws { it = try LoggedJournal() }

  /// The journal is opened and salvaged with what SQLite reads of it.
  private func isUndamaged(_ log: [UInt8], posts: Int) throws {
    #expect(try it.words(it.copy(log).path) == posts)
    let copy = try it.copy(log)
    let new = FilePath(copy.folder.path("new-\(UUID())"))
    let result = try copy.salvage(into: new)
    #expect(result.findings.isEmpty, "\(result.findings)")
    try copy.database { _ in }
    #expect(try DamagedCopy.posts(in: new) == DamagedCopy.posts(in: copy.path))
  }

  /// A log that goes on with the rest of another.
  private func joined(_ log: [UInt8], _ other: [UInt8]) -> [UInt8] {
    log + other.dropFirst(log.count)
  }

  @Test("is undamaged where a smaller transaction overwrote a killed one's beginning")
  func overwritten() throws {
    let killed = try it.logOfKilled { try it.write(30, in: $0, times: 3_000) }
    let changed = try it.logOfKilled { journal in
      var change = PostChange()
      change.words = try Words(Array(repeating: "sea", count: 1_000).joined(separator: " "))
      _ = try journal.posts.edit(Array(1...6), change, now: 1_707_300_000)
    }
    try it.write(7)
    let log = try it.read()
    #expect(killed.count > log.count && changed.count > log.count)
    for other in [killed, changed] { try isUndamaged(joined(log, other), posts: 7) }
  }

  @Test("is undamaged where several were killed, the last one before its end")
  func several() throws {
    let first = try it.logOfKilled { try it.write(30, in: $0, times: 4_000) }
    let second = try it.logOfKilled { try it.write(31, in: $0, times: 2_000) }
    let before = try it.read()
    try it.write(7)
    let log = try it.read()
    let tail = joined(second, first)
    try isUndamaged(joined(log, tail), posts: 7)
    // One without its end, over all of them.
    let third = try it.logOfKilled { try it.write(32, in: $0, times: 1_000) }
    for count in 1..<(third.count - log.count) / LoggedJournal.frameSize {
      let torn = third.prefix(log.count + count * LoggedJournal.frameSize)
      #expect(try it.words(it.copy(joined(Array(torn), tail)).path) == 7)
    }
    #expect(before.count < log.count)
  }

  @Test("is opened where the power went while the last transaction was written over a killed one")
  func powerCut() throws {
    let killed = try it.logOfKilled { try it.write(30, in: $0, times: 4_000) }
    try it.write(7)
    let old = joined(try it.read(), killed)
    let begin = try it.read().count
    try it.write(8)
    let log = joined(try it.read(), killed)
    let end = try it.read().count
    for block in begin / 512...(end - 1) / 512 {
      let range = max(begin, block * 512)..<min(end, (block + 1) * 512)
      // A block that did not come has what was there before.
      guard range.upperBound <= old.count, old[range] != log[range] else { continue }
      var torn = log
      torn.replaceSubrange(range, with: old[range])
      #expect(try it.words(it.copy(torn).path) == 7)
    }
  }

  @Test("is opened where the power went while the log was begun anew")
  func begunAnew() throws {
    let old = try it.read()
    let killed = try it.logOfKilled { try it.write(30, in: $0, times: 2_000) }
    try it.checkpoint("RESTART")
    try it.write(7)
    let log = try it.read()
    let own = it.frames(log).prefix { log[$0.start + 8..<$0.start + 16] == log[16..<24] }
    for count in 0...own.count {
      let length = LoggedJournal.headerSize + count * LoggedJournal.frameSize
      let torn = joined(Array(log[..<length]), killed)
      try isUndamaged(torn, posts: count == own.count ? 7 : 6)
    }
    #expect(old.count < killed.count)
  }

  @Test("is opened and migrated where the program was ended at any moment of the migration")
  func migration() throws {
    try it.test.age(to: 15)
    let before = try it.read()
    let log = try it.logOfKilled { _ in }
    let frames = it.frames(log).filter { $0.start >= before.count }
    #expect(frames.count { $0.isEnd } >= 1)
    for (start, _) in frames {
      for length in [start, start + 2_000, start + LoggedJournal.frameSize] {
        let copy = try it.copy(Array(log[..<length]))
        #expect(try it.words(copy.path) == 6)
        #expect(try copy.database { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 20)
      }
    }
  }
}
