import Testing

@testable import Journal

@Suite("How long a journal may go without use before it is locked")
struct LockDelayTests {
  private typealias It = LockedJournal

  @Test(
    "is as the owner has set it",
    arguments: [("0", 60), ("1", 60), ("5", 300), ("15", 900), ("30", 1_800)])
  func asSet(text: String, seconds: Int) throws {
    let it = try It(pin: nil)
    try it.test.journal.set(.lockAfter, to: text)
    try it.lock.set(It.right)
    let token = try it.lock.unlock(It.right)
    #expect(try it.lock.session(token)?.idle == seconds)

    it.clock.move(by: seconds - 1)
    #expect(try it.lock.session(token) != nil)
    it.clock.move(by: 1)
    #expect(try it.lock.session(token) == nil)
  }

  @Test("is 15 minutes where nothing is set, or what nobody can read")
  func usual() throws {
    let it = try It()
    #expect(try it.lock.session(it.lock.unlock(It.right))?.idle == 900)
    try it.test.execute("INSERT INTO setting SELECT id, 'lock-after', 'soon' FROM owner")
    #expect(try it.lock.session(it.lock.unlock(It.right))?.idle == 900)
  }

  @Test("gives way to what is asked for when the journal is unlocked")
  func asked() throws {
    let it = try It()
    #expect(try it.lock.session(it.lock.unlock(It.right, idle: 7))?.idle == 7)
  }

  @Test("holds for sessions that are open when it is set, one key at a time or several")
  func openSessions() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let journal = try it.journals(token).journal(of: it.lock.owner)
    try journal.set(.lockAfter, to: "30")
    #expect(try it.lock.session(token)?.idle == 1_800)
    _ = try journal.set([.lockAfter: "1"])
    #expect(try it.lock.session(token)?.idle == 60)
    try journal.reset(.lockAfter)
    #expect(try it.lock.session(token)?.idle == 900)
    try journal.set(.dayStart, to: "04:00")
    #expect(try it.lock.session(token)?.idle == 900)
  }
}
