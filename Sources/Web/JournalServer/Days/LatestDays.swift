import CaptureTime
import Journal
import Store

/// The last days with posts before a month that has hardly begun: without them its page would be empty on the
/// first.
struct LatestDays {
  /// The latest month before that has a post, and at most ``most`` posts of it, one a day, the latest first.
  let month: Month
  let posts: [Post]

  /// How many days are shown, and from how many days with posts on a month stands for itself.
  static let (most, enough) = (8, 3)

  /// How many posts are looked at, and, in bytes, about how many words of theirs are read.
  private static let (mostLookedAt, mostBytes) = (40, 500_000)

  /// Nil where there is nothing before the month.
  ///
  /// - Parameters:
  ///   - month: that has hardly begun.
  ///   - journal: whose.
  /// - Throws: `JournalError`, `DayRangeError`.
  init?(before month: Month, in journal: OwnerJournal) throws {
    guard CivilDate.years ~= month.previous.year else { return nil }
    let before = try DayBounds(from: nil, to: DayRange(month.previous))
    let found = try journal.posts.first(
      PostFilter(before), order: .newestFirst, count: Self.mostLookedAt, bytes: Self.mostBytes)
    guard let latest = found.first?.day else { return nil }
    let newest = Month(containing: latest)
    let days = Dictionary(grouping: found, by: \.day)
      .filter { Month(containing: $0.key) == newest }
    self.month = newest
    // Of a day one that has a photo.
    posts = days.sorted { $0.key > $1.key }.prefix(Self.most).compactMap { _, posts in
      posts.first { $0.photo != nil } ?? posts.first
    }
  }

  /// For the template `month`.
  ///
  /// - Parameters:
  ///   - cards: of ``posts``.
  ///   - words: in whose language.
  /// - Returns: its heading, and the posts in a strip, each with its day.
  func content(_ cards: [PageContent], _ words: Words) -> PageContent {
    [
      "path": "/months/\(month)", "title": words("calendar-before", ["month": words.title(month)]),
      "posts": zip(posts, cards).map { post, card in
        card.merging(["ago": words.short(post.day)]) { $1 }
      },
    ]
  }
}
