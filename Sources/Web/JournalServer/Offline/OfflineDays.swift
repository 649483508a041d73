import CaptureTime
import Files
import Hashing
import Journal
import Store
import Wording

/// The days that a browser stores to read offline.
struct OfflineDays {
  let journal: OwnerJournal
  let days: DayRange

  /// How many days there are, today among them.
  static let count = 30
  /// How many posts are looked at at most, and about how many bytes of words: of the earliest days nothing is
  /// kept where there are more.
  private static let (mostPosts, mostBytes) = (1_000, 4_000_000)

  /// - Parameters:
  ///   - journal: whose.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: `JournalError`.
  init(in journal: OwnerJournal, now: Int) throws {
    self.journal = journal
    let today = try journal.today(at: now)
    days = try DayRange(first: today.adding(days: 1 - Self.count), last: today)
  }

  /// A day with a version that names its content.
  struct Day: Encodable, Sendable {
    let day: String
    let tag: String
  }

  /// The days with posts, latest first.
  struct List: Encodable, Sendable {
    let days: [Day]

    /// Names the state of all days.
    ///
    /// - Throws: what `JSONEncoder` throws.
    var state: EntityTag {
      get throws {
        let bytes = try JSONLine.bytes(self)
        return EntityTag(hash: SHA256.hash(bytes.span))
      }
    }
  }

  /// - Parameters:
  ///   - words: in which the days are written.
  ///   - version: of the pages that show them.
  /// - Returns: the days, each with another tag once anything of it has changed.
  /// - Throws: `JournalError`, what `JSONEncoder` throws.
  func list(as words: Words, _ version: String) throws -> List {
    let posts = try journal.posts.first(
      PostFilter(DayBounds(days)), order: .newestFirst, count: Self.mostPosts,
      bytes: Self.mostBytes)
    var tags: [CivilDate: String] = [:]
    for post in posts {
      let tag = try post.tag.description
      tags[post.day] = (tags[post.day] ?? "\(version) \(words.title(post.day))") + tag
    }
    return List(
      days: tags.sorted { $0.key > $1.key }.map { day, state in
        let bytes = Array(state.utf8)
        return Day(day: "\(day)", tag: Base64URL.text(SHA256.hash(bytes.span).prefix(12)))
      })
  }
}
