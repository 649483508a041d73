import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("An owner's journal")
struct LockCheckTests {
  private typealias It = LockedJournal

  @Test("is open without a PIN, and to the PIN's session with it")
  func sessions() throws {
    let it = try It(pin: nil)
    #expect(try it.opens(AccessToken()))
    try it.lock.set(It.right)
    #expect(try !it.opens(AccessToken()))
    #expect(try it.opens(it.lock.unlock(It.right)))
  }

  @Test("is closed to the session of another owner, and of none")
  func otherOwner() throws {
    let it = try It()
    let bob = try it.add("bob", pin: It.right)
    let (anna, other) = (try it.lock.unlock(It.right), try bob.unlock(It.right))
    #expect(try it.opens(anna) && it.opens(other, "bob"))
    #expect(try !it.opens(other))
    #expect(try !it.opens(anna, "bob"))
  }

  @Test("is closed to the session of another journal")
  func otherJournal() throws {
    let (it, other) = (try It(), try It())
    let (token, foreign) = (try it.lock.unlock(It.right), try other.lock.unlock(It.right))
    #expect(try it.opens(token) && other.opens(foreign))
    #expect(try !it.opens(foreign))
  }

  @Test("is closed to a token of which a bit is another", arguments: [0, 7, 100, 255])
  func flipped(bit: Int) throws {
    let it = try It()
    var bytes = try it.lock.unlock(It.right).bytes
    bytes[bit / 8] ^= 1 << (bit % 8)
    #expect(try !it.opens(AccessToken(bytes)))
  }

  @Test("is closed to tokens of other lengths, and to a token's hash")
  func notTokens() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    for bytes in [[], Array(token.bytes.dropLast()), token.bytes + [0], Array(token.hash)] {
      #expect(try !it.opens(AccessToken(bytes)))
    }
  }

  @Test("that a PIN closes leaves the others open")
  func others() throws {
    let it = try It(pin: nil)
    _ = try it.add("bob")
    try it.lock.set(It.right)
    #expect(try It.isOpen(OwnerName("bob"), in: it.test.journals))
    #expect(throws: JournalError.self) { try it.test.journals.journal(of: it.lock.owner) }
    #expect(try it.test.journals.journal(of: OwnerName("bob")).posts.size().posts == 0)
    _ = try it.add("carol")
    #expect(try it.test.journals.owners().map(\.text) == ["anna", "bob", "carol"])
  }

  @Test("that opens for one process stays closed for others")
  func otherProcesses() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    #expect(try it.opens(token))
    #expect(try !It.isOpen(it.lock.owner, in: Journal(opening: it.path)))
  }

  @Test("is closed where the journal is made once more over itself")
  func madeAgain() throws {
    let it = try It()
    let journals = try Journal(
      making: it.path, owner: it.lock.owner, settings: JournalSettings([.timeZone: "UTC"]))
    #expect(try !It.isOpen(it.lock.owner, in: journals))
    #expect(try it.test.count("SELECT count(*) FROM owner") == 1)
  }

  @Test("is closed to the owner's next name, and open to their session")
  func renamed() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let bob = try OwnerName("bob")
    try it.journals(token).journal(of: it.lock.owner).renameOwner(to: bob)
    #expect(try it.opens(token, "bob"))
    #expect(try !It.isOpen(bob, in: it.test.journals))
  }
}
