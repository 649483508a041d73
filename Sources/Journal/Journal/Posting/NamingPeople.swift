import CaptureTime
import Markup
package import People
import Store

/// The words of a post name people as `@Mina`, which makes a contact of the post's day.
extension PostRows {
  /// Writes down contacts with the people whom a post names, once a day each, and takes back those with
  /// people whom it names no more.
  ///
  /// - Parameters:
  ///   - post: as it is now.
  ///   - old: as it was before; nil of one that is new or was in the trash.
  ///   - prose: that of their words, made before the transaction.
  /// - Throws: ``JournalError``.
  func notePeople(
    named post: Post, insteadOf old: Post? = nil, _ prose: NamingProse = NamingProse()
  ) throws {
    guard post.words != old?.words,
      NamingProse.mayName(post.words) || old.map({ NamingProse.mayName($0.words) }) == true,
      let journal
    else { return }
    let people = try journal.people.named(db)
    let (now, before) = (
      people.named(in: prose[post.words]), old.map { people.named(in: prose[$0.words]) } ?? []
    )
    try journal.contacts.remove(with: before.subtracting(now), by: post.uid, db)
    try journal.contacts.add(
      with: now.subtracting(before), by: post.uid, on: post.day,
      made: post.written ?? post.posted, db)
  }

  /// Takes back the contacts that a post made.
  func forgetPeople(named post: Post) throws {
    guard NamingProse.mayName(post.words), let journal else { return }
    try journal.contacts.remove(by: post.uid, db)
  }

  /// Moves the contacts that a post made to its new day.
  func movePeople(named post: Post, to day: CivilDate) throws {
    guard NamingProse.mayName(post.words), post.day != day, let journal else { return }
    try journal.contacts.move(by: post.uid, from: post.day, to: day, db)
  }
}

extension Posts {
  /// Posts that are looked at for those that name a person by one of two names, and bytes of their words.
  private static let (mostLookedAt, mostBytes) = (200, 4_000_000)

  /// The latest posts that name a person as `@Mina`, the newest first.
  ///
  /// - Parameters:
  ///   - person: by name or nickname.
  ///   - count: how many at most.
  /// - Returns: the posts, of the latest ones that have a name after an `@`.
  /// - Throws: ``JournalError``.
  package func naming(_ person: Person, atMost count: Int) throws -> [Post] {
    let people = try journal.read { db in try journal.people.named(db) }
    let names = [person.name] + (person.facts.nickname.map { [$0.text] } ?? [])
    var found: [Int: Post] = [:]
    for name in names {
      var filter = PostFilter()
      // As a phrase: the search finds it within other words too.
      filter.text = "\"@\(name)\""
      let posts = try first(
        filter, order: .newestFirst, count: Self.mostLookedAt, bytes: Self.mostBytes)
      let prose = NamingProse()
      for post in posts where people.named(in: prose[post.words]).contains(person.id) {
        found[post.number] = post
      }
    }
    let newestFirst = found.values.sorted {
      ($1.day, $1.time.instant, $1.number) < ($0.day, $0.time.instant, $0.number)
    }
    return Array(newestFirst.prefix(count))
  }
}

/// The parts of words that may name people. It is made before the transaction that needs it: for
/// long words that takes a tenth of a second, and everybody else would wait.
struct NamingProse {
  private var made: [String: String] = [:]

  /// - Parameter words: posts' words, as Markdown; nil where there are none.
  init(of words: String?...) {
    for words in words.compactMap(\.self) where made[words] == nil { made[words] = self[words] }
  }

  /// The prose of words; made now where it was not before.
  subscript(words: String) -> String {
    Self.mayName(words) ? made[words] ?? Markup(words).prose() : ""
  }

  /// Most words name nobody, and nothing more is read of them.
  static func mayName(_ words: String) -> Bool { words.utf8.contains(UInt8(ascii: "@")) }
}
