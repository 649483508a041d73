import Files
import CaptureTime
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Store
import Wording

/// The posts that a request asks for, and the page of them.
struct PostQuery: Sendable {
  private var filter: PostFilter
  private let order: PostOrder
  private let limit: Int
  private let cursor: PostCursor?

  /// What a request may ask.
  static let parameters: [Parameter] = [
    .query(
      "day",
      .string(
        """
        Only posts of these days, as people type days: today, yesterday, monday, last week, 3 days \
        ago, 2024-01-31, 2024-01, 2024, 02-15 (of any year), or two of these with .. between.
        """, examples: ["2024-01-31", "yesterday", "2017..2019", "02-15"])),
    .query(
      "from",
      .string(
        "The first day; for a month or a year, its first day.",
        examples: ["2024-01-31", "last week"])),
    .query(
      "to",
      .string(
        "The last day; for a month or a year, its last day.", examples: ["2024-01-31", "2024-02"])),
    .query(
      "q",
      .string(
        """
        Words that must all occur in title, words, caption, tags or the photo's name, also inside \
        other words. "new york" is a phrase, #trip a whole tag, #"north sea" a tag of several \
        words. At least one word or tag.
        """)),
    .query(
      "kind",
      .choice(
        ["photo", "words", "both", "mood"],
        "Only posts with a photo, with words, or with both; mood means only a mood.")),
    .query(
      "mood",
      .string(
        "Only posts with this mood: 1 to 5, awful, bad, meh, good, great, or a range.",
        examples: ["4", "1..2", "good.."])),
    .query("morning", .boolean("Only morning pages.")),
    .query("starred", .boolean("Only starred posts.")),
    .query("tag", .array(of: .string(), "Only posts with all of these tags.")),
    .query("order", .choice(["newest", "oldest"], "Which posts come first.", usually: "newest")),
    .limit("The maximum number of posts; fewer if they have more than 4 MB of words."),
    .query(
      "cursor", .string("The previous page's next; the rest of the query stays the same.")
    ),
  ]
  /// Far below the number of conditions that SQLite takes.
  private static let mostTags = 32

  /// - Parameters:
  ///   - query: the request's.
  ///   - present: what words for days are about.
  /// - Throws: ``Problem``, `DayRangeError`.
  init(_ query: Query, _ present: PresentDay) throws {
    filter = PostFilter(try Self.days(query, present))
    filter.isStarred = try query.flag("starred") ?? false
    try Self.choose(query["kind"], in: &filter)
    filter.mood = try query.value("mood") { try Wording.moods($0) }
    filter.isMorning = try query.flag("morning") ?? false
    filter.tags = try query.values("tag") { try TagName($0) }
    guard filter.tags.count <= Self.mostTags else {
      throw Problem("query.tags", ["limit": .number(Self.mostTags)])
    }
    filter.text = try query["q"]
    if let text = filter.text, SearchQuery(text).isEmpty {
      throw Problem("query.no-word", ["name": "q"])
    }
    order =
      switch try query["order"] {
      case nil, "newest": .newestFirst
      case "oldest": .oldestFirst
      case .some: throw Problem("query.order")
      }
    limit = try query.limit()
    cursor = try query.cursor(order)
  }

  private static func days(_ query: Query, _ present: PresentDay) throws -> DayBounds {
    let days = try query.value("day") { try DayBounds.parse($0, present: present) }
    let from = try query.value("from") { try DayRange.parse($0, present: present) }
    let to = try query.value("to") { try DayRange.parse($0, present: present) }
    if from == nil, to == nil { return days ?? .all }
    // Days of each year may be those between two others.
    guard days?.first == nil, days?.last == nil else {
      throw Problem("query.day-or-range")
    }
    return try DayBounds(from: from, to: to, ofYear: days?.ofYear)
  }

  /// What the posts are to have.
  private static func choose(_ kind: String?, in filter: inout PostFilter) throws {
    switch kind {
    case nil: break
    case "photo": filter.kinds = [.photo]
    case "words": filter.kinds = [.words]
    case "both": filter.kinds = [.photo, .words]
    case "mood": filter.isMoodAlone = true
    case .some: throw Problem("query.kind")
    }
  }

  func page(in journal: OwnerJournal) throws -> PostBatch {
    PostBatch(try PostSlice(filter, order, after: cursor, size: limit, in: journal))
  }
}

/// A page of filtered posts, and where the next one begins.
struct PostSlice: Sendable {
  let posts: [Post]
  /// After the last of the posts; nil where there are no more.
  let next: PostCursor?

  /// Bytes of words on a page, in UTF-8: it ends early where there would be more.
  static let mostWords = 4 * PostWords.byteLimit

  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come.
  ///   - cursor: after which they come, of the same order; nil for the first page.
  ///   - size: how many at most.
  ///   - mostWords: bytes of words, in UTF-8, more than which only a post alone has.
  ///   - journal: whose posts.
  /// - Throws: `JournalError`.
  init(
    _ filter: PostFilter, _ order: PostOrder, after cursor: PostCursor?, size: Int = PageSize.usual,
    mostWords: Int = PostSlice.mostWords, in journal: OwnerJournal
  ) throws {
    var filter = filter
    switch order {
    case .newestFirst: filter.before = cursor?.position
    case .oldestFirst: filter.after = cursor?.position
    }
    // One more than is shown, so that it is known whether there are more.
    let found = try journal.posts.first(
      filter, order: order, count: size + 1, bytes: mostWords)
    let isFull = found.reduce(0) { $0 + $1.words.utf8.count } > mostWords
    posts = Array(isFull && found.count > 1 ? found.dropLast().prefix(size) : found.prefix(size))
    next =
      isFull || found.count > size ? posts.last.map { PostCursor(after: $0, order: order) } : nil
  }
}

/// The place where a page of posts begins, as an opaque text.
struct PostCursor: Equatable {
  let order: PostOrder
  let position: PostPosition

  init(after post: Post, order: PostOrder) {
    self.init(order: order, position: PostPosition(of: post))
  }

  init(order: PostOrder, position: PostPosition) {
    (self.order, self.position) = (order, position)
  }

  var text: String {
    let plain =
      "\(order == .newestFirst ? "n" : "o").\(position.day).\(position.instant).\(position.number)"
    return Base64URL.text(plain.utf8)
  }

  /// Nil where it is not the text of a cursor.
  init?(_ text: String) {
    guard text.utf8.count <= 128, let data = Base64URL.bytes(text),
      let plain = String(validating: data, as: UTF8.self)
    else { return nil }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, ["n", "o"].contains(parts[0]),
      let day = CivilDate(iso: String(parts[1])),
      let instant = Int(parts[2]), let number = Int(parts[3])
    else { return nil }
    order = parts[0] == "n" ? .newestFirst : .oldestFirst
    position = PostPosition(day: day, instant: instant, number: number)
  }
}

extension Query {
  /// Where the requested page begins; nil for the first.
  ///
  /// - Throws: ``Problem`` where the text is not a cursor, or is one of another order.
  func cursor(_ order: PostOrder) throws -> PostCursor? {
    try self["cursor"].map { text in
      guard let cursor = PostCursor(text), cursor.order == order else {
        throw Problem("cursor")
      }
      return cursor
    }
  }
}

/// A page of posts, for programs.
struct PostBatch: Encodable {
  let posts: [PostBody]
  /// The cursor of the next page; null on the last one.
  let next: String?

  private enum Key: CodingKey { case posts, next }

  init(_ slice: PostSlice) {
    (posts, next) = (slice.posts.map { PostBody($0) }, slice.next?.text)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(posts, forKey: .posts)
    try fields.encode(next, forKey: .next)
  }
}

extension Schema {
  static let postPage = Schema.object(
    "PostPage",
    [
      "posts": .array(of: .post, count: 0...PageSize.range.upperBound),
      "next": .string("The next page's cursor; null on the last page.").orNull,
    ])
}
