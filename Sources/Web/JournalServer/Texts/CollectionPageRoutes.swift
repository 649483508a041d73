import Files
import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Collections on pages: the list, and adding or updating one from a file.
struct CollectionPageRoutes: ServerRoutes {
  let server: ServerParts
  let uploads: CollectionUploads

  func add(to routes: Routes) {
    routes.unlocked(.get, "/collections") { request, _, visit in try await page(request, visit) }
    routes.unlocked(.get, "/collections/collection") { request, _, visit in
      guard let name = try Query(of: request).value("name", { try CollectionName($0) }) else {
        throw Problem("no-page")
      }
      let (section, words) = (try? Query(of: request)["after"], pages.words(for: request))
      let content = try await visit.run { journal in
        try CollectionPage(journal: journal, words: words).content(of: name, after: section)
      }
      return try await page(of: "collection", content, for: request)
    }
    for (path, deed) in [
      ("/collections", CollectionUploads.Deed.add), ("/collections/update", .update),
    ] {
      routes.unlocked(.post, path) { request, _, visit in
        do {
          let result = try await uploads.read(request, deed, visit.journal)
          // Loaded again, the page sends nothing again.
          return result.isWhole
            ? .redirect(to: "/collections?\(result.address)")
            : try await page(request, visit, result)
        } catch {
          let problem = Problem(error)
          guard [403, 409, 413, 415, 422].contains(problem.status) else { throw problem }
          return try await page(request, visit, problem: problem)
        }
      }
    }
    routes.unlocked(.post, "/collections/shipped") { _, _, visit in
      let now = uploads.now()
      let added = try await visit.run { try $0.collections.addShipped(now: now) }
      return .redirect(to: "/collections?added=\(added.name.text.percentEncoded)")
    }
    routes.unlocked(.post, "/collections/remove") { request, _, visit in
      let form = try await Form(of: request)
      let name = try CollectionName(form["name"] ?? "")
      try await uploads.remove(name, withMarks: form["marks"] != nil, from: visit.journal)
      return .redirect(to: "/collections?removed=\(name.text.percentEncoded)")
    }
  }

  /// All collections, with what became of a file.
  private func page(
    _ request: Request, _ visit: Visit, _ result: CollectionUploads.Result? = nil,
    problem: Problem? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    var content = try await visit.run { try CollectionPage(journal: $0, words: words).list() }
    content["done"] = (result?.text(words) ?? CollectionUploads.told(by: request, words)).once
    content["notTaken"] = result.flatMap { $0.problems(words) }.once
    content["problem"] = problem.map { $0.message.sentence(in: words.language) }.once
    return try await page(
      of: "collections", content, for: request, status: .init(code: problem?.status ?? 200))
  }
}

/// Collections on pages.
struct CollectionPage {
  let journal: OwnerJournal
  let words: Words

  static func path(_ name: CollectionName) -> String {
    "/collections/collection?name=\(name.text.percentEncoded)"
  }

  /// For the template `collections`.
  ///
  /// - Throws: `JournalError`.
  func list() throws -> PageContent {
    let collections = try journal.collections.all()
    return [
      "covers": collections.map { collection in
        var content = CoverDrawing.content(
          of: collection, leadingTo: Self.path(collection.name), words)
        content["owner"] = self.content(collection)["owner"]
        return content
      },
      "isEmpty": collections.isEmpty,
      "lacksShipped": try !Collections.hasShipped(collections),
      "formats": CollectionFormat.allCases.map {
        Choice.content($0.rawValue, words("format-\($0.rawValue)"), isChosen: false)
      },
    ]
  }

  /// Sections that a page shows: all of the Bible's chapters.
  private static let mostSections = 1_500

  /// For the template `collection`.
  ///
  /// - Parameters:
  ///   - name: the collection's.
  ///   - key: the section after which those begin that are shown; nil for the first.
  /// - Returns: what is known of it, and its sections.
  /// - Throws: `CollectionError`, `JournalError`.
  func content(of name: CollectionName, after key: String?) throws -> PageContent {
    let collection = try journal.collections.collection(name)
    let sections = try journal.collections.sections(
      of: collection, after: key, atMost: Self.mostSections)
    let rule = try journal.settings.current().rule
    func day(_ instant: Int) -> String { words.short(rule.day(of: instant)) }
    var content = content(collection)
    content["title"] = collection.name.text
    content["source"] = collection.source
    content["format"] = words("format-\(collection.format.rawValue)")
    content["added"] = day(collection.added)
    content["updated"] =
      (collection.updated > collection.added ? day(collection.updated) : nil).once
    content["hash"] = collection.hash.hexadecimal
    content["isFurther"] = key != nil
    content["next"] =
      (sections.count < Self.mostSections ? nil : sections.last)
      .map { "\(Self.path(name))&after=\($0.section.key.percentEncoded)" }.once
    content["hasSections"] = !sections.isEmpty
    content["sections"] = sections.map { section, texts in
      [
        "title": section.title, "texts": words.number(texts),
        "path": Self.wall(collection, section: section.key),
      ] as PageContent
    }
    return content
  }

  private func content(_ collection: TextCollection) -> PageContent {
    let isYours = collection.owner.map { $0 == journal.owner } ?? true
    return [
      "name": collection.name.text, "texts": words.count(collection.texts, "textCount"),
      "textLanguage": (collection.language.isEmpty ? nil : collection.language).once,
      "licence": (collection.licence.isEmpty ? nil : collection.licence).once,
      "owner": (isYours ? nil : collection.owner?.text).once, "isYours": isYours,
      "path": Self.path(collection.name), "wall": Self.wall(collection),
    ]
  }

  static func wall(_ collection: TextCollection, section: String? = nil) -> String {
    "/texts?collection=\(collection.name.text.percentEncoded)"
      + (section.map { "&section=\($0.percentEncoded)" } ?? "")
  }
}
