import CaptureTime
import Hummingbird
import Journal
import Store

/// Which posts a request wants, and which page of them.
struct PostQuery: Sendable {
  private var filter: PostFilter
  private let order: PostOrder
  private let limit: Int
  private let cursor: PostCursor?

  private static let limits = 1...200
  /// Far from where SQLite takes no more conditions.
  private static let mostTags = 32

  /// - Throws: ``Problem``, `DayRangeError`, `NameError`.
  init(_ query: Query) throws {
    filter = PostFilter(try Self.days(query))
    filter.isStarred = try query.flag("starred") ?? false
    filter.tags = try query.values("tag").map { try TagName($0) }
    guard filter.tags.count <= Self.mostTags else {
      throw Problem(.badRequest, "query", "At most \(Self.mostTags) tags are looked for at once.")
    }
    filter.text = try query["q"]
    order =
      switch try query["order"] {
      case nil, "newest": .newestFirst
      case "oldest": .oldestFirst
      case .some: throw Problem(.badRequest, "query", "The parameter order is newest or oldest.")
      }
    limit = try query.number("limit", in: Self.limits) ?? PostSlice.usualSize
    cursor = try query.cursor(order)
  }

  private static func days(_ query: Query) throws -> DayBounds {
    let (day, from, to) = (try query.day("day"), try query.day("from"), try query.day("to"))
    guard let day else {
      return try DayBounds(from: from.map(DayRange.init), to: to.map(DayRange.init))
    }
    guard from == nil, to == nil else {
      throw Problem(.badRequest, "query", "Give day, or from and to.")
    }
    return DayBounds(DayRange(day))
  }

  func page(in journal: OwnerJournal) throws -> PostBatch {
    PostBatch(try PostSlice(filter, order, after: cursor, size: limit, in: journal))
  }
}
