import CaptureTime
import People
import Store

/// The posts that take over contacts: each names the person of one that another post of the day made.
///
/// They are looked for before the transaction that may take the contact from the other post, because reading
/// long words takes a while.
struct ContactHeirs {
  private struct Heir {
    let person: Int64
    let post: Post
  }

  /// Posts of a day that are looked at, and bytes of their words.
  private static let (mostLookedAt, mostBytes) = (200, 400_000)

  /// By the uid of the post that made the contact.
  private var heirs: [[UInt8]: [Heir]] = [:]

  /// Looks for them.
  ///
  /// - Parameters:
  ///   - names: of the posts that may go, be moved or name others, each once.
  ///   - journal: theirs.
  ///   - find: the post of a name; nil for one that is gone.
  /// - Returns: the heirs; none of these posts is one.
  /// - Throws: ``JournalError``, and what `find` throws.
  static func looked<Name>(
    for names: [Name], in journal: OwnerJournal, _ find: (PostRows, Name) throws -> Post?
  ) throws -> ContactHeirs {
    let (going, made) = try journal.read { db in
      let rows = PostRows(of: journal, db)
      var (going, made): (Set<Int>, [Contact]) = ([], [])
      for name in names {
        guard let post = try find(rows, name) else { continue }
        going.insert(post.number)
        guard NamingProse.mayName(post.words) else { continue }
        made += try journal.contacts.made(by: post.uid, db).filter { $0.day == post.day }
      }
      return (going, made)
    }
    var found = ContactHeirs()
    guard !made.isEmpty else { return found }
    let people = try journal.people.named()
    for (day, made) in Dictionary(grouping: made, by: \.day) {
      let others = try naming(people, on: day, in: journal, without: going)
      for contact in made {
        let heir = others.first { $0.people.contains(contact.person) }
        guard let maker = contact.post, let heir else { continue }
        found.heirs[maker, default: []].append(Heir(person: contact.person, post: heir.post))
      }
    }
    return found
  }

  /// The first posts of a day that name people, with those whom each names.
  private static func naming(
    _ people: NamedPeople, on day: CivilDate, in journal: OwnerJournal, without going: Set<Int>
  ) throws -> [(post: Post, people: Set<Int64>)] {
    var filter = PostFilter(DayBounds(DayRange(day)))
    filter.kinds = [.words]
    let posts = try journal.posts.first(
      filter, order: .oldestFirst, count: mostLookedAt, bytes: mostBytes)
    let prose = NamingProse()
    return posts.filter { !going.contains($0.number) && NamingProse.mayName($0.words) }
      .map { ($0, people.named(in: prose[$0.words])) }
  }

  /// Gives contacts that a post made to their heirs, where the people have none on the day now.
  ///
  /// - Parameters:
  ///   - post: the post; of one that went or changed, as it was before.
  ///   - rows: the owner's, in the transaction.
  /// - Throws: ``JournalError``.
  func take(from post: Post, _ rows: PostRows) throws {
    guard let journal = rows.journal else { return }
    for heir in heirs[post.uid] ?? [] {
      guard let now = try rows.post(uid: heir.post.uid), now.trashed == nil,
        now.words == heir.post.words
      else { continue }
      try journal.contacts.add(
        with: [heir.person], by: now.uid, on: now.day, made: now.written ?? now.posted, rows.db)
    }
  }
}
