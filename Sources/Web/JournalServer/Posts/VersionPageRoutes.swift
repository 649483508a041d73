import Hummingbird
import Journal
import Markup
import Store
import Wording

/// The earlier versions of a post's words: listed, shown and restored.
struct VersionPageRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/posts/:number/versions") { request, context, visit in
      try await list(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlocked(.get, "/posts/:number/versions/:version") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      return try await page(number, context.parameter("version") { Int($0) }, request, visit)
    }
    routes.unlocked(.post, "/posts/:number/versions/:version/restore") { _, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let version = try context.parameter("version") { Int($0) }
      _ = try await visit.run { try $0.posts.restoreVersion(number, version, now: now()) }
      return .redirect(to: "/posts/\(number)?saved=1")
    }
  }

  private func list(_ number: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let content = try await visit.run { journal in
      let post = try journal.posts.post(number)
      let versions = try journal.posts.versions(number)
      let rows = try versions.reversed().map { version in
        try line(of: version, post, words, journal)
      }
      return try heading(post, words).merging(["versions": rows, "hasVersions": !rows.isEmpty]) {
        $1
      }
    }
    return try await page(of: "versions", content, for: request)
  }

  private func page(
    _ number: Int, _ version: Int, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let words = pages.words(for: request)
    let content = try await visit.run { journal in
      let post = try journal.posts.post(number)
      let versions = try journal.posts.versions(number)
      guard let found = versions.first(where: { $0.number == version }) else {
        throw JournalError.unknownVersion(version, number: number)
      }
      let renderer = WordsOnPage(journal: journal, pictures: visit.pictures, texts: words)
      return try heading(post, words)
        .merging(line(of: found, post, words, journal)) { $1 }
        .merging(
          [
            "html": try renderer.html(
              found.words, firstHeading: found.title.isEmpty ? 2 : 3),
            "mayRestore": post.trashed == nil,
            "headline": (found.title.isEmpty ? nil : found.title).once,
          ]
        ) { $1 }
    }
    return try await page(of: "version", content, for: request)
  }

  private func heading(_ post: Post, _ words: Words) throws -> PageContent {
    ["number": post.number, "path": "/posts/\(post.number)", "dayTitle": words.title(post.day)]
  }

  private func line(
    of version: PostVersion, _ post: Post, _ words: Words, _ journal: OwnerJournal
  ) throws -> PageContent {
    let zone = try journal.settings.current().rule.zone
    let replaced = words.time(of: version.replaced, in: zone)
    let line = version.title.isEmpty ? Markup.firstLine(of: version.words) : version.title
    return [
      "versionPath": "/posts/\(post.number)/versions/\(version.number)",
      "versionTitle": words("versionTitle", ["number": "\(version.number)"]),
      "times": version.written.map {
        words(
          "versionWritten",
          ["written": words.time(of: $0, in: zone), "replaced": replaced])
      } ?? words("versionReplaced", ["replaced": replaced]),
      "line": line, "size": words.count(version.words.count, "charCount"),
    ]
  }
}
