import HTTPTypes
import Hummingbird
import Journal
import Logging
import Store
import Wording

/// Actions on several posts at once: all or none.
struct SelectionRoutes: ServerRoutes {
  let server: ServerParts
  let places: Places

  func add(to routes: Routes) {
    routes.unlocked(
      .post, "/api/v1/posts/batch",
      Operation(
        "changePosts", .posts, "Change several posts at once",
        """
        Give starred, addTags or both; or only trashed: true moves the posts to the trash, false \
        restores those that are still in it. All posts are checked before the first one changes. \
        They change in short steps, so that others can write in between.
        """,
        bodies: [.json(.postBatch)],
        answers: [.ok(.object(["posts": .count()]), "How many posts changed.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let batch = try await request.json(PostBatchBody.self)
      let now = settings.now()
      let count = try await visit.run { try batch.apply(to: $0, now: now) }
      return try .json(BatchAnswer(posts: count))
    }
    // A form, so that the browser saves the answer as it comes.
    routes.unlocked(.post, "/timeline/archive") { request, context, visit in
      let numbers = (try await Form(of: request)["posts"] ?? "").split(separator: ",")
        .map { Int($0) }
      return try await archive(try PostBatchBody.checked(numbers), visit.journal, context)
    }
  }

  private func archive(
    _ numbers: [Int], _ journal: OwnerJournal, _ context: ServerContext
  ) async throws -> Response {
    let now = settings.now()
    let place = try places.take(for: journal.owner)
    let (content, day) = try await workers.run {
      (
        try PostArchive(of: numbers, in: journal, keepingPagesIn: [journal.store.folder]),
        try journal.settings.current().rule.day(of: now)
      )
    }
    let name = "daystamp-\(day)-\(numbers.count)"
    return TarExport(content, of: journal, folder: name, modified: now)
      .response(name, holding: place, settings, workers, context)
  }

  private struct BatchAnswer: Encodable {
    /// How many posts were changed.
    let posts: Int
  }
}

/// Posts, and the change to each of them.
struct PostBatchBody: Decodable, Sendable {
  let numbers: [Int]
  private let action: Action

  /// The most posts at once.
  static let most = 1_000

  private enum Action: Sendable {
    case change(PostChange)
    case trash(Bool)
  }

  private enum Key: String, CodingKey, CaseIterable { case posts, starred, addTags, trashed }

  /// - Throws: `DecodingError`, ``Problem``, and what a tag that is none throws.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(Key.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: Key.self)
    numbers = try Self.checked(fields.decode([Int].self, forKey: .posts))
    var change = PostChange()
    if fields.contains(.starred) {
      change.isStarred = try fields.decode(Bool.self, forKey: .starred)
    }
    if fields.contains(.addTags) {
      change.tags = try TagName.all(fields.decode([String].self, forKey: .addTags))
    }
    if fields.contains(.trashed) {
      guard change.isEmpty else { throw Problem("field.named", ["name": .text("trashed")]) }
      action = .trash(try fields.decode(Bool.self, forKey: .trashed))
    } else {
      guard !change.isEmpty else { throw Problem("no-change") }
      action = .change(change)
    }
  }

  /// - Throws: ``Problem`` where there are none, too many, or one twice.
  static func checked(_ numbers: [Int?]) throws -> [Int] {
    let known = numbers.compactMap(\.self)
    guard 1...most ~= numbers.count, Set(known).count == numbers.count else {
      throw Problem("field.named", ["name": .text("posts")])
    }
    return known
  }

  /// - Returns: how many posts were changed: all of them, but for those that are no longer in the trash
  ///   to be restored from there.
  /// - Throws: `JournalError`; then nothing has changed.
  func apply(to journal: OwnerJournal, now: Int) throws -> Int {
    switch action {
    case .change(let change):
      return try journal.posts.edit(numbers, change, now: now).count
    case .trash(true):
      try journal.trash.move(numbers, now: now)
      return numbers.count
    case .trash(false):
      return try journal.trash.restoreThose(of: numbers).posts.count
    }
  }
}

extension Schema {
  fileprivate static let postBatch = Schema.object(
    [
      "posts": .array(of: .integer(from: 1), count: 1...PostBatchBody.most).with([
        "uniqueItems": true
      ])
    ],
    optional: [
      "starred": .boolean(),
      "addTags": .array(
        of: .string(), "Tags to add to the posts' own."),
      "trashed": .boolean(),
    ])
}
