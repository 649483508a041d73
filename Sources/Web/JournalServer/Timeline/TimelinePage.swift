import CaptureTime
import Foundation
import Journal
import Store
import Wording

/// Rows of posts by month and day, the newest first, from a place on.
struct TimelineRows: Sendable {
  let query: TimelineQuery
  let journal: OwnerJournal
  let pictures: Pictures
  let words: Words
  /// Whether other rows are there already, whose last day may go on.
  var goesOn = false

  /// Posts that a page shows at first, at least where there are so many.
  private static let usualSize = 60
  /// Parts of months of few posts that are shown together.
  private static let mostParts = 24

  /// What a timeline shows.
  struct Shown {
    var months: [PageContent] = []
    var posts = 0
    /// The parameter of the address with which what comes before begins, and what comes after.
    var newer: (String, String)?
    var older: (String, String)?
    /// The post at which the page is to be, where its address says one.
    var anchor: Int?
  }

  /// From a place on as much as a page shows.
  ///
  /// - Parameters:
  ///   - place: where.
  ///   - months: what is counted; nil of posts that are not.
  /// - Returns: rows.
  /// - Throws: `JournalError`.
  func from(_ place: TimelinePlace, _ months: [TimelineMonth]?) throws -> Shown {
    guard let months else { return try uncounted(place) }
    let all = months.enumerated().flatMap { index, month in
      month.parts.indices.map { (month: index, part: $0) }
    }
    let (start, anchor) = try start(place, months)
    let first = all.firstIndex { $0.month == start.month && $0.part >= start.part } ?? 0
    var chosen: [(month: Int, part: Int)] = []
    var count = 0
    for place in all[min(first, all.count)...] where count < Self.usualSize {
      guard chosen.count < Self.mostParts else { break }
      chosen.append(place)
      count += months[place.month].parts[place.part].posts
    }
    var shown = try rows(of: chosen.map { (months[$0.month], $0.part) })
    shown.anchor = anchor
    func at(_ index: Int) -> (String, String)? {
      guard all.indices.contains(index) else { return nil }
      return ("at", "\(months[all[index].month].month).\(all[index].part)")
    }
    // A page back shows as much.
    var (back, before) = (first, 0)
    while back > 0, before < Self.usualSize, first - back < Self.mostParts {
      back -= 1
      before += months[all[back].month].parts[all[back].part].posts
    }
    shown.newer = back < first ? at(back) : nil
    shown.older = at(first + chosen.count)
    return shown
  }

  /// One part of a month, as it is asked for when it comes near.
  func part(_ month: Month, _ index: Int, _ months: [TimelineMonth]) throws -> Shown {
    guard let found = months.first(where: { $0.month == month }), found.parts.indices ~= index
    else { return Shown() }
    return try rows(of: [(found, index)])
  }

  private func start(
    _ place: TimelinePlace, _ months: [TimelineMonth]
  ) throws -> (place: (month: Int, part: Int), anchor: Int?) {
    switch place {
    case .newest: return ((0, 0), nil)
    case .part(let month, let part):
      let index = months.firstIndex { $0.month <= month } ?? max(0, months.count - 1)
      guard months.indices ~= index, months[index].month == month else { return ((index, 0), nil) }
      return ((index, min(part, months[index].parts.count - 1)), nil)
    case .older(let cursor), .newer(let cursor):
      return (try self.place(of: cursor.position, months), nil)
    case .post(let number):
      guard let position = try position(of: number) else { return ((0, 0), nil) }
      return (try self.place(of: position, months), number)
    }
  }

  /// The part that has a place, or the next one.
  private func place(
    of position: PostPosition, _ months: [TimelineMonth]
  ) throws -> (month: Int, part: Int) {
    let month = Month(containing: position.day)
    guard let index = months.firstIndex(where: { $0.month <= month }) else {
      return (max(0, months.count - 1), 0)
    }
    guard months[index].month == month else { return (index, 0) }
    let parts = months[index].parts
    guard var part = parts.firstIndex(where: { $0.first <= position.day }) else {
      return (index, max(0, parts.count - 1))
    }
    if part + 1 < parts.count, parts[part + 1].last == position.day {
      var filter = query.filter
      filter.days = DayBounds(DayRange(position.day))
      filter.after = position
      let newer = try journal.days.counts(filter).reduce(0) { $0 + $1.count }
      while part + 1 < parts.count, parts[part + 1].last == position.day,
        parts[part + 1].skipped <= newer
      {
        part += 1
      }
    }
    return (index, part)
  }

  private func position(of number: Int) throws -> PostPosition? {
    do {
      return PostPosition(of: try journal.posts.post(number))
    } catch JournalError.unknownPost {
      return nil
    }
  }

  /// Parts that follow one another.
  private func rows(of parts: [(month: TimelineMonth, part: Int)]) throws -> Shown {
    var shown = Shown()
    guard let first = parts.first.map({ $0.month.parts[$0.part] }),
      let last = parts.last.map({ $0.month.parts[$0.part] })
    else { return shown }
    let count = parts.reduce(0) { $0 + $1.month.parts[$1.part].posts }
    var filter = query.filter
    filter.days = DayBounds(first: last.first, last: first.last)
    var posts = try journal.posts.glances(
      filter, order: .newestFirst, count: count, skipping: first.skipped
    ).map(\.post)[...]
    for (month, index) in parts {
      let part = month.parts[index]
      let own = posts.prefix(part.posts)
      posts = posts.dropFirst(part.posts)
      let content = self.part(
        Array(own), address: "at=\(month.month).\(index)",
        after: part.skipped > 0 && (goesOn || shown.posts > 0) ? part.first : nil)
      add(content, of: month.month, to: &shown)
      shown.posts += own.count
    }
    return shown
  }

  private func add(
    _ part: PageContent, of month: Month, to shown: inout Shown
  ) {
    if var last = shown.months.last, last["month"] as? String == "\(month)",
      let parts = last["parts"] as? [PageContent]
    {
      last["parts"] = parts + [part]
      shown.months[shown.months.count - 1] = last
      return
    }
    shown.months.append([
      "month": "\(month)", "title": words.title(month), "path": "/months/\(month)",
      "parts": [part],
    ])
  }

  /// - Parameters:
  ///   - posts: of a month.
  ///   - address: with which they are asked for again.
  ///   - day: of the post before them, where that is there already.
  /// - Returns: for the template `timeline-month`.
  private func part(_ posts: [Post], address: String, after day: CivilDate?) -> PageContent {
    var days: [PageContent] = []
    var start = posts.startIndex
    while start < posts.endIndex {
      let own = posts[start].day
      let end = posts[start...].firstIndex { $0.day != own } ?? posts.endIndex
      let shownDay = words.short(own)
      days.append([
        "day": "\(own)", "title": words.dayOfMonth(own), "path": "/days/\(own)",
        "goesOn": start == posts.startIndex && own == day,
        "posts": posts[start..<end].map {
          PostTile(post: $0, shownDay: shownDay, pictures: pictures, words: words).content
        },
      ])
      start = end
    }
    return ["address": address, "days": days, "posts": posts.count]
  }
}

/// Posts found one by one, so that their number is unknown.
extension TimelineRows {
  /// Posts from a place on, `count` of them where it is said.
  ///
  /// - Throws: `JournalError`.
  func uncounted(_ place: TimelinePlace, count: Int? = nil) throws -> Shown {
    var filter = query.filter
    let size = count ?? Self.usualSize
    var shown = Shown()
    var before: PostCursor?
    switch place {
    case .newer(let cursor):
      filter.after = cursor.position
      let found = try journal.posts.glances(filter, order: .oldestFirst, count: size + 1)
        .map(\.post)
      let posts = Array(found.prefix(size).reversed())
      shown = rows(of: posts, after: found.count > size ? found.last : nil)
      if found.count > size { shown.newer = posts.first.map { cursorField($0, .oldestFirst) } }
      shown.older = posts.last.map { cursorField($0, .newestFirst) }
      return shown
    case .older(let cursor): before = cursor
    case .post(let number):
      if let position = try position(of: number) {
        shown.anchor = number
        // The place after which the post is the first.
        before = PostCursor(
          order: .newestFirst,
          position: PostPosition(
            day: position.day, instant: position.instant, number: position.number + 1))
      }
    case .part(let month, _):
      before = PostCursor(
        order: .newestFirst,
        position: PostPosition(day: month.next.first, instant: .min, number: 0))
    case .newest: break
    }
    filter.before = before?.position
    let found = try journal.posts.glances(filter, order: .newestFirst, count: size + 1).map(\.post)
    let posts = Array(found.prefix(size))
    let anchor = shown.anchor
    shown = rows(of: posts, startingAt: before)
    shown.anchor = anchor
    if found.count > size { shown.older = posts.last.map { cursorField($0, .newestFirst) } }
    if before != nil {
      shown.newer =
        posts.first.map { cursorField($0, .oldestFirst) }
        ?? before.map { ("cursor", PostCursor(order: .oldestFirst, position: $0.position).text) }
    }
    return shown
  }

  private func cursorField(_ post: Post, _ order: PostOrder) -> (String, String) {
    ("cursor", PostCursor(after: post, order: order).text)
  }

  /// - Parameters:
  ///   - posts: the newest first.
  ///   - newer: the post before the first, where it is known; nil where there is none.
  ///   - start: the place after which they begin, where that is known.
  /// - Returns: their rows, a part for each month.
  private func rows(
    of posts: [Post], after newer: Post? = nil, startingAt start: PostCursor? = nil
  ) -> Shown {
    var shown = Shown()
    shown.posts = posts.count
    var cursor = start ?? newer.map { PostCursor(after: $0, order: .newestFirst) }
    var index = posts.startIndex
    while index < posts.endIndex {
      let month = Month(containing: posts[index].day)
      let end = posts[index...].firstIndex { Month(containing: $0.day) != month } ?? posts.endIndex
      let own = Array(posts[index..<end])
      let from = cursor.map { "cursor=\($0.text)&" } ?? ""
      let day = goesOn || index > posts.startIndex ? cursor?.position.day : nil
      add(
        part(own, address: "\(from)count=\(own.count)", after: day), of: month, to: &shown)
      cursor = own.last.map { PostCursor(after: $0, order: .newestFirst) }
      index = end
    }
    return shown
  }
}
