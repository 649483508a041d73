import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import People
@testable import Store

@Suite("Words that name people")
struct NamingPeopleTests {
  private let test: TestJournal
  /// 2024-01-31 09:00 in Seoul.
  private static let now = 1_706_659_200
  private let today = CivilDate(daysSinceEpoch: 19_753)

  init() throws {
    test = try TestJournal()
    for name in ["Mina", "Jun"] {
      _ = try test.journal.people.add(
        PersonFacts(PersonName(name), start: today.adding(days: -9)), now: Self.now)
    }
  }

  @discardableResult
  private func write(_ words: String, on day: CivilDate? = nil) throws -> Post {
    var new = NewWords(try Words(words))
    new.moment = day.map { .day($0) } ?? .now
    return try test.journal.posts.write(new, now: Self.now).post
  }

  private func edit(_ post: Post, _ words: String) throws {
    var change = PostChange()
    change.words = try Words(words)
    _ = try test.journal.posts.edit(post.number, change, now: Self.now + 9) { _ in
      throw JournalError.emptyPost
    }
  }

  /// The people of contacts, by day.
  private var contacts: [String] {
    get throws {
      try test.journal.contacts.on(today.adding(days: -99)...today).map { "\($0.day) \($0.person)" }
    }
  }

  @Test("make a contact of that day, once, which goes with the words")
  func words() throws {
    let post = try write("Tea with @Mina and `@Jun`, mail jun@example.org")
    #expect(try contacts == ["\(today) 1"])
    #expect(try test.journal.contacts.on(today...today).first?.post == post.uid)
    try write("@mina again")
    #expect(try contacts == ["\(today) 1"])
    try edit(post, "Tea with @Mina and @Jun")
    #expect(try contacts == ["\(today) 1", "\(today) 2"])
    try edit(post, "Tea with @Jun")
    // The other post names her still.
    #expect(try contacts == ["\(today) 1", "\(today) 2"])
    try write("@Mina", on: today.adding(days: -3))
    #expect(
      try contacts == ["\(today.adding(days: -3)) 1", "\(today) 1", "\(today) 2"])
  }

  @Test("take it along to the trash, back from it, and to another day")
  func moves() throws {
    let post = try write("@Mina", on: today.adding(days: -5))
    try test.journal.trash.move([post.number], now: Self.now)
    #expect(try contacts.isEmpty)
    _ = try test.journal.trash.restore([post.number])
    #expect(try contacts == ["\(today.adding(days: -5)) 1"])
    try test.journal.trash.move([post.number], now: Self.now)
    _ = try test.journal.trash.restoreAll()
    var change = PostChange()
    change.time = CaptureTime(date: today.adding(days: -2), precision: .day, source: .given)
    _ = try test.journal.posts.edit(post.number, change, now: Self.now) { _ in
      throw JournalError.emptyPost
    }
    #expect(try contacts == ["\(today.adding(days: -2)) 1"])
  }

  @Test("keep the contact while another post of the day names the person")
  func heirs() throws {
    let first = try write("@Mina in the morning, @Jun too")
    let second = try write("@Mina for tea, and `@Jun`")
    let third = try write("@mina once more")
    let posts = [first, second, third]
    func makers() throws -> [Int?] {
      try test.journal.contacts.on(today...today).filter { $0.person == 1 }
        .map { contact in posts.first { $0.uid == contact.post }?.number }
    }
    try test.journal.trash.move([first.number], now: Self.now)
    #expect(try contacts.sorted() == ["\(today) 1"])
    #expect(try makers() == [second.number])
    try edit(second, "nobody")
    #expect(try makers() == [third.number])
    _ = try test.journal.trash.restore([first.number])
    #expect(try contacts.sorted() == ["\(today) 1", "\(today) 2"])
    // The contact moves with its post, and the day keeps one by the other that names her.
    var change = PostChange()
    change.time = CaptureTime(
      date: today.adding(days: -2), precision: .day, source: .given)
    _ = try test.journal.posts.edit(third.number, change, now: Self.now) { _ in
      throw JournalError.emptyPost
    }
    #expect(
      try contacts.sorted() == ["\(today.adding(days: -2)) 1", "\(today) 1", "\(today) 2"])
    #expect(try makers() == [first.number])
    // Together they leave none behind.
    try test.journal.trash.move(posts.map(\.number), now: Self.now)
    #expect(try contacts.isEmpty)
  }

  @Test("leave what a person wrote down of it, and what they deleted stays away")
  func own() throws {
    let post = try write("@Mina @Jun")
    let made = try test.journal.contacts.on(today...today)
    var facts = ContactFacts()
    facts.memo = try Memo("by the sea")
    try test.journal.contacts.edit(made[0].id, facts, today: today)
    try test.journal.contacts.delete(made[1].id)
    try edit(post, "@Mina @Jun, and rain")
    #expect(try contacts == ["\(today) 1"])
    try edit(post, "rain")
    let left = try test.journal.contacts.on(today...today)
    #expect(left.map(\.facts.memo.text) == ["by the sea"] && left[0].post == nil)
    // One that a person wrote down comes first.
    try write("@Mina")
    #expect(try contacts == ["\(today) 1"])
  }

  @Test("are found by the person, the newest first, whoever made the contact of the day")
  func naming() throws {
    let mina = try test.journal.people.person(number: 1)
    let first = try write("Tea with @mina", on: today.adding(days: -3))
    _ = try write("`@Mina`, mina@Mina.example and @Minamoto")
    let second = try write("@Jun and @Mina")
    let third = try write("@Mina once more")
    let posts = test.journal.posts
    #expect(
      try posts.naming(mina, atMost: 9).map(\.number)
        == [third.number, second.number, first.number])
    #expect(try posts.naming(mina, atMost: 1).map(\.number) == [third.number])
    let jun = try test.journal.people.person(number: 2)
    #expect(try posts.naming(jun, atMost: 9).map(\.number) == [second.number])
    // A name of two people names nobody; a nickname does.
    _ = try test.journal.people.add(
      PersonFacts(PersonName("Mina"), start: today), allowingTwins: true, now: Self.now)
    #expect(try posts.naming(mina, atMost: 9).isEmpty)
    let known = try test.journal.people.edit(1) { $0.nickname = try? PersonName("Min") }
    let fourth = try write("@Min")
    #expect(try posts.naming(known, atMost: 9).map(\.number) == [fourth.number])
  }
}
