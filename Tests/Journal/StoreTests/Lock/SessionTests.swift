import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("A session")
struct SessionTests {
  private static let opened = 1_750_000_000
  private let session = Session(opened: opened, idle: 900)

  @Test("is open until it was not used for its time")
  func idle() {
    for (seconds, isOpen) in [(0, true), (1, true), (899, true), (900, false), (1 << 40, false)] {
      #expect(session.isOpen(at: Self.opened + seconds) == isOpen)
    }
  }

  @Test("is open where the clock was set back by a minute, and not where by more")
  func setBack() {
    for (seconds, isOpen) in [(1, true), (60, true), (61, false), (86_400, false)] {
      #expect(session.isOpen(at: Self.opened - seconds) == isOpen)
    }
  }

  @Test("tells how long it is open")
  func timeLeft() {
    let left = session.timeLeft(at: Self.opened + 100)
    #expect(left.unused == 800)
    #expect(left.atMost == 28_700)
    let longest = Session(opened: Self.opened, idle: Session.longest).timeLeft(at: Self.opened)
    #expect(longest.unused == 28_800)
    #expect(longest.atMost == 28_800)
  }

  @Test(
    "has its use written down at most every sixteenth of its time",
    arguments: [(900, 56), (160, 10), (16, 1), (15, 1), (1, 1), (3_600, 225)])
  func worthWriting(idle: Int, every: Int) {
    let session = Session(opened: Self.opened, idle: idle)
    #expect(!session.isUseWorthWriting(at: Self.opened))
    #expect(!session.isUseWorthWriting(at: Self.opened + every - 1))
    #expect(session.isUseWorthWriting(at: Self.opened + every))
    #expect(!session.isUseWorthWriting(at: Self.opened - 60))
  }

  @Test("that ends in any case has no more use written down")
  func notWorthWriting() {
    let session = Session(opened: Self.opened, idle: Session.longest)
    #expect(!session.isUseWorthWriting(at: Self.opened + 20_000))
  }

  @Test("has a token of 256 random bits")
  func token() {
    let tokens = (0..<100).map { _ in AccessToken() }
    #expect(tokens.allSatisfy { $0.bytes.count == 32 })
    #expect(Set(tokens).count == 100)
    #expect(Set(tokens.flatMap(\.bytes)).count > 250)
  }

  @Test("goes on from each use, as far as that is written down")
  func sliding() throws {
    let it = try LockedJournal()
    let token = try it.lock.unlock(LockedJournal.right, idle: 160)
    for _ in 0..<20 {
      it.clock.move(by: 159)
      #expect(try it.opens(token))
    }
    // A use that is too soon after the last moves nothing.
    it.clock.move(by: 9)
    #expect(try it.opens(token))
    it.clock.move(by: 151)
    #expect(try !it.opens(token))
  }

  @Test("is written to no more often than it has to be")
  func writes() throws {
    let it = try LockedJournal()
    let token = try it.lock.unlock(LockedJournal.right, idle: 160)
    let journal = try it.journals(token).journal(of: it.lock.owner)
    var written: Set<Int> = []
    for _ in 0..<100 {
      it.clock.move(by: 1)
      for _ in 0..<3 { _ = try journal.settings.current() }
      written.insert(try #require(try it.test.count("SELECT last_used FROM session")))
    }
    #expect(written.count == 11)
    #expect(try it.test.count("SELECT opened FROM session") == it.clock.now - 100)
  }

  @Test("is moved by what is changed as by what is read")
  func changes() throws {
    let it = try LockedJournal()
    let token = try it.lock.unlock(LockedJournal.right, idle: 160)
    let journal = try it.journals(token).journal(of: it.lock.owner)
    it.clock.move(by: 100)
    try journal.settings.set(.dayStart, to: "04:00")
    #expect(try it.test.count("SELECT last_used FROM session") == it.clock.now)
    // What fails changes nothing, its use too.
    it.clock.move(by: 100)
    #expect(throws: JournalError.self) { try journal.trash.restore([1]) }
    #expect(try it.test.count("SELECT last_used FROM session") == it.clock.now - 100)
  }

  @Test("ends after 8 hours however much it is used")
  func absolute() throws {
    let it = try LockedJournal()
    let token = try it.lock.unlock(LockedJournal.right, idle: 900)
    for _ in 0..<47 {
      it.clock.move(by: 600)
      #expect(try it.opens(token))
    }
    it.clock.move(by: 599)
    #expect(try it.opens(token))
    it.clock.move(by: 1)
    #expect(try !it.opens(token))
    #expect(try it.lock.session(token) == nil)
  }

  @Test("may last 1 second or 8 hours, and no other time outside of these", arguments: [0, 28_801])
  func idleTimes(idle: Int) throws {
    let it = try LockedJournal()
    #expect(throws: JournalError.self) { _ = try it.lock.unlock(LockedJournal.right, idle: idle) }
    #expect(try it.sessions == 0)
    for idle in [1, 28_800] {
      let token = try it.lock.unlock(LockedJournal.right, idle: idle)
      it.clock.move(by: idle - 1)
      #expect(try it.opens(token))
    }
  }

  @Test("is over while the clock is set back by more than a minute")
  func clockSetBack() throws {
    let it = try LockedJournal()
    let token = try it.lock.unlock(LockedJournal.right)
    it.clock.move(by: 300)
    #expect(try it.opens(token))
    it.clock.move(by: -60)
    #expect(try it.opens(token))
    // The last use stays where it was.
    #expect(try it.test.count("SELECT last_used FROM session") == it.clock.now + 60)
    it.clock.move(by: -1)
    #expect(try !it.opens(token))
    it.clock.move(by: -LockedJournal.day)
    #expect(try !it.opens(token))
    #expect(try it.lock.session(token) == nil)
  }
}
