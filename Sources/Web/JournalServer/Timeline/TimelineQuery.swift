import CaptureTime
import Foundation
import Journal
import Store

/// The posts that a timeline shows, from its address. It ignores parameters that it cannot read:
/// every address shows a page.
struct TimelineQuery: Sendable {
  /// As it was typed.
  var text = ""
  var tags: [TagName] = []
  var mood: Mood?
  var kinds: Set<PostKind> = []
  var isStarred = false
  var month: Month?

  private static let longestText = 1_000
  private static let mostTags = 16

  init() {}

  /// - Throws: ``Problem`` where the text that is looked for is none.
  init(_ query: Query) throws {
    text = String((try query.text("q") ?? "").prefix(Self.longestText))
    func values(_ name: String) -> [String] { (try? query.values(name)) ?? [] }
    var known: Set<String> = []
    tags = values("tag").compactMap { try? TagName($0) }.filter { known.insert($0.folded).inserted }
    tags = Array(tags.prefix(Self.mostTags))
    mood = values("mood").lazy.compactMap { Int($0).flatMap(Mood.init) }.first
    kinds = Set(values("kind").compactMap { PostKind(rawValue: $0) })
    isStarred = values("starred").contains { ["1", "true"].contains($0) }
    month = values("month").lazy.compactMap { try? Month.parse($0) }.first
  }

  /// Whether there is more than one can ask for by going through all posts.
  var isAsked: Bool { !fields.isEmpty }

  var filter: PostFilter {
    var filter = PostFilter(month.map { DayBounds(first: $0.first, last: $0.last) } ?? .all)
    if !SearchQuery(text).isEmpty { filter.text = text }
    filter.tags = tags
    filter.mood = mood.map { $0...$0 }
    filter.kinds = kinds
    filter.isStarred = isStarred
    return filter
  }

  /// What the address says, by name.
  var fields: [(name: String, value: String)] {
    var fields: [(String, String)] = text.isEmpty ? [] : [("q", text)]
    fields += tags.map { ("tag", $0.text) }
    fields += kinds.map(\.rawValue).sorted().map { ("kind", $0) }
    if isStarred { fields.append(("starred", "1")) }
    if let mood { fields.append(("mood", "\(mood.rawValue)")) }
    if let month { fields.append(("month", "\(month)")) }
    return fields
  }

  /// An address of the timeline with this and further parameters.
  func address(_ path: String = "/timeline", _ further: [(String, String)] = []) -> String {
    let fields = (fields.map { ($0.name, $0.value) } + further).map { name, value in
      "\(name)=\(value.percentEncoded)"
    }
    return path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// The same with something else.
  func with(_ change: (inout TimelineQuery) -> Void) -> TimelineQuery {
    var other = self
    change(&other)
    return other
  }

  /// For forms that choose something: what stays of what is chosen, by the fields' names.
  func hidden(_ stays: (String) -> Bool) -> [PageContent] {
    fields.filter { stays($0.name) }.map { ["name": $0.name, "value": $0.value] }
  }
}

/// Where in a timeline a page begins.
enum TimelinePlace: Sendable {
  case newest
  /// With a part of a month; one that it does not have is the last.
  case part(Month, Int)
  /// With the part that has a post.
  case post(Int)
  /// After a place, or before one, in the timeline's order.
  case older(PostCursor)
  case newer(PostCursor)

  init(_ query: Query) {
    func value(_ name: String) -> String? { (try? query.values(name))?.first }
    if let cursor = value("cursor").flatMap({ PostCursor($0) }) {
      self = cursor.order == .newestFirst ? .older(cursor) : .newer(cursor)
      return
    }
    let parts = (value("at") ?? "").split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 1, let number = Int(parts[0]), Post.numbers ~= number {
      self = .post(number)
    } else if 1...2 ~= parts.count, let month = try? Month.parse(String(parts[0])) {
      let index = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      self = .part(month, max(0, index))
    } else {
      self = .newest
    }
  }
}
