import HTTPTypes
import Hummingbird
import Journal
import Store

/// The earlier versions of posts' words, for programs: list, read and restore.
struct VersionRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/posts/:number/versions",
      Operation(
        "getVersions", .posts, "Earlier versions of a post's words",
        """
        The last 50, oldest first, without their words; also for a post in the trash. A save that \
        changes words or title keeps the earlier ones as a version. Saves that only add words \
        within ten minutes of the last version keep none.
        """, scope: .read, answers: [.ok(.versionList, "The versions.")])
    ) { _, context, visit in
      let number = try context.postNumber
      return try .json(
        VersionList(try await visit.run { try $0.posts.versions(number) }))
    }
    routes.unlocked(
      .get, "/api/v1/posts/:number/versions/:version",
      Operation(
        "getVersion", .posts, "A version with its words", scope: .read,
        answers: [.ok(.version, "The version.")])
    ) { _, context, visit in
      let (number, version) = (try context.postNumber, context.version)
      let found = try await visit.run { try $0.posts.version(number, version) }
      return try .json(VersionDescription(found, hasWords: true))
    }
    routes.unlocked(
      .post, "/api/v1/posts/:number/versions/:version/restore",
      Operation(
        "restoreVersion", .posts, "Restore the words and title of a version",
        "The words that it replaces are kept as a version.",
        parameters: [.ifMatch(isRequired: true)],
        answers: [.ok(.post, "The changed post.").with(.eTag)],
        refusals: [.unprocessableContent])
    ) { request, context, visit in
      let (number, version) = (try context.postNumber, context.version)
      guard let field = request.headers[.ifMatch] else {
        throw Problem("no-if-match")
      }
      let post = try await visit.run { journal in
        try journal.posts.restoreVersion(number, version, now: now()) { post in
          try post.check(ifMatch: field)
        }
      }
      return try .post(post)
    }
  }
}

extension ServerContext {
  /// The version's number in the address; 0, which none has, where it is not a number.
  fileprivate var version: Int {
    guard let text = parameters.get("version"), let number = Int(text), "\(number)" == text else {
      return 0
    }
    return number
  }
}

private struct VersionList: Encodable {
  let versions: [VersionDescription]

  init(_ versions: [PostVersion]) {
    self.versions = versions.map { VersionDescription($0, hasWords: false) }
  }
}

extension Schema {
  static let versionList = Schema.object([
    "versions": .array(of: .versionSummary, count: 0...PostVersion.limit)
  ])
  .examples([
    "versions": [
      [
        "number": 1, "title": "The river", "characters": 24, "written": "2024-01-31T07:30:00Z",
        "replaced": "2024-01-31T09:00:00Z",
      ]
    ]
  ]).named("VersionList")

  static let versionSummary = Schema.object(
    "VersionSummary", ofVersion, optional: versionMayHave)

  static let version = Schema.object(
    "Version", ofVersion.merging(["words": .string("Markdown.")]) { $1 },
    optional: versionMayHave)

  private static let ofVersion: [String: Schema] = [
    "number": .integer(from: 1),
    "characters": .integer(
      "Characters of its words, counted as a reader sees them.", in: 0...PostWords.limit),
    "replaced": .dateTime("When they were replaced."),
  ]

  private static let versionMayHave: [String: Schema] = [
    "title": .string("Missing if there was none."),
    "written": .dateTime("When the words were written; missing if there were none."),
  ]
}
