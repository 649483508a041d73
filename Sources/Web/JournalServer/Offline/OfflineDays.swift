import CaptureTime
import Files
import Hashing
import Journal
import Store

/// The days that a browser keeps for reading without a network.
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

  /// A day with what names its state.
  struct Day: Encodable, Sendable {
    let day: String
    let tag: String
  }

  /// The days that have posts, the latest first.
  struct List: Encodable, Sendable {
    let days: [Day]
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
    var states: [(day: CivilDate, state: String)] = []
    for post in posts {
      if states.last?.day != post.day {
        states.append((post.day, "\(version) \(words.title(post.day))"))
      }
      states[states.count - 1].state += try post.tag.description
    }
    return List(
      days: states.map { day, state in
        Day(
          day: "\(day)",
          tag: Base64URL.text(SHA256.hash(Array(state.utf8).span).prefix(12)))
      })
  }
}
