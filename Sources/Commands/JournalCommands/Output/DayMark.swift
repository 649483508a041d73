import Journal
import Wording

/// What stands after a day of a calendar: `•3`, `•¶2`, `🙂2`.
struct DayMark: Equatable {
  /// What the day has, legible without colour.
  let symbol: String
  /// How many of it, which a narrow terminal goes without.
  let count: String
  /// Whether the symbol stands back behind the day's number.
  let isDim: Bool

  /// A day's posts: with a bullet where photos are among them, and a pilcrow where words are. More than
  /// 99 are shown as `99+`.
  static func posts(_ count: Int, photos: Int, written: Int) -> DayMark {
    let symbol = (photos > 0 ? Wording.photoMark : "") + (written > 0 ? Wording.wordsMark : "")
    return DayMark(
      symbol: symbol.isEmpty ? Wording.moodMark : symbol, count: number(count), isDim: true)
  }

  /// A day's mood, the face that is nearest to the mean, and how many moods that is of.
  static func mood(_ face: String, count: Int) -> DayMark {
    DayMark(symbol: face, count: number(count), isDim: false)
  }

  private static func number(_ count: Int) -> String { count > 99 ? "99+" : "\(count)" }

  /// As it is drawn where there is room for the count, or not.
  func text(withCount hasCount: Bool) -> String { symbol + (hasCount ? count : "") }
}

extension DayMark {
  /// A day with contacts and counted posts, or with contacts only: `•@3`, `@`.
  static func withContacts(_ posts: DayMark?) -> DayMark {
    DayMark(
      symbol: (posts?.symbol ?? "") + Wording.contactsMark, count: posts?.count ?? "", isDim: true)
  }
}

extension DaySummary {
  var postsMark: DayMark { .posts(posts, photos: photos, written: written) }

  /// Nil where the day has no mood.
  var moodMark: DayMark? {
    moods.nearest.map { .mood(Wording.face($0), count: moods.count) }
  }
}
