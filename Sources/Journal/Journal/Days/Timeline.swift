package import CaptureTime
import GRDB
import Store

/// A month of a timeline, which has posts, in parts that a page takes one by one.
package struct TimelineMonth: Sendable, Hashable {
  package let month: Month
  /// The newest first.
  package internal(set) var parts: [TimelinePart]

  package var posts: Int { parts.reduce(0) { $0 + $1.posts } }
}

/// Some of a month's posts that follow one another, the newest first: those of whole days or, of a day
/// that has very many, some of that day's.
package struct TimelinePart: Sendable, Hashable {
  /// The oldest day and the newest.
  package internal(set) var first: CivilDate
  package let last: CivilDate
  /// How many posts of its only day come before its own; 0 unless a day is divided.
  package let skipped: Int
  package internal(set) var posts: Int
  /// How many of them have a photo.
  package internal(set) var photos: Int
  /// How many days have any.
  package internal(set) var days: Int

  /// Posts of a part, unless one more day makes it more, and the most that it has.
  static let usualSize = 60
  static let largestSize = 150
  /// About as many has a part of a day that is divided.
  static let dividedSize = 90
}

extension Days {
  /// The posts of a filter by month, the newest month first, where the database has counted them or they
  /// are counted at once.
  ///
  /// - Parameter filter: which posts.
  /// - Returns: nil for a filter whose posts would have to be looked at.
  /// - Throws: ``JournalError``.
  package func timeline(_ filter: PostFilter) throws -> [TimelineMonth]? {
    guard let counts = try timelineCounts(filter) else { return nil }
    var months: [TimelineMonth] = []
    for count in counts.reversed() where count.posts > 0 {
      let month = Month(containing: count.day)
      if months.last?.month != month { months.append(TimelineMonth(month: month, parts: [])) }
      months[months.count - 1].add(count)
    }
    return months
  }

  private func timelineCounts(_ filter: PostFilter) throws -> [CountedDay]? {
    var plain = PostFilter(filter.days)
    (plain.isStarred, plain.kinds) = (filter.isStarred, filter.kinds)
    guard plain == filter, plain.kinds.count + (plain.isStarred ? 1 : 0) <= 1 else { return nil }
    return try journal.read { db in
      if filter.isStarred {
        return try PostSelection(filter, owner: journal.id).dayCounts(db).map {
          CountedDay(day: $0.day, posts: $0.count, photos: $0.count)
        }
      }
      let columns =
        switch filter.kinds.first {
        case nil: "posts, photos"
        case .photo: "photos, photos"
        case .words: "written, max(0, written + photos - posts)"
        }
      return try counted(columns, of: filter.days, db).map { try CountedDay(&$0) }
    }
  }
}

/// A day with how many posts it has, and how many of them have a photo.
private struct CountedDay {
  let day: CivilDate
  let posts: Int
  let photos: Int

  init(day: CivilDate, posts: Int, photos: Int) {
    (self.day, self.posts, self.photos) = (day, posts, photos)
  }

  init(_ values: inout RowDecoder) throws {
    day = try values.day()
    posts = try values.next(in: 0...DayCount.range.upperBound)
    photos = try values.next(in: 0...posts)
  }
}

extension TimelineMonth {
  /// Adds the day before those that are there.
  fileprivate mutating func add(_ day: CountedDay) {
    if day.posts > TimelinePart.largestSize { return addDivided(day) }
    if let part = parts.last, part.skipped == 0, part.posts < TimelinePart.usualSize,
      part.posts + day.posts <= TimelinePart.largestSize
    {
      parts[parts.count - 1].first = day.day
      parts[parts.count - 1].posts += day.posts
      parts[parts.count - 1].photos += day.photos
      parts[parts.count - 1].days += 1
      return
    }
    parts.append(
      TimelinePart(
        first: day.day, last: day.day, skipped: 0, posts: day.posts, photos: day.photos, days: 1))
  }

  private mutating func addDivided(_ day: CountedDay) {
    let count = (day.posts + TimelinePart.dividedSize - 1) / TimelinePart.dividedSize
    let size = (day.posts + count - 1) / count
    for skipped in stride(from: 0, to: day.posts, by: size) {
      let posts = min(size, day.posts - skipped)
      parts.append(
        TimelinePart(
          first: day.day, last: day.day, skipped: skipped, posts: posts,
          photos: posts * day.photos / day.posts, days: 1))
    }
  }
}
