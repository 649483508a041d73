import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Texts on pages: the wall, each text with its marks, and its actions.
struct TextPageRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/texts") { request, _, visit in
      let content = try await searches.run(request, of: visit) {
        let wall = try wall(request, visit)
        if visit.mayNote { try wall.remember() }
        return try wall.content()
      }
      return try await page(of: "texts", content, for: request)
    }
    // More of it, without a page around, for the script.
    routes.unlocked(.get, "/texts/rows") { request, _, visit in
      let content = try await searches.run(request, of: visit) {
        try wall(request, visit).rows()
      }
      return try await page(of: "texts-rows", content, for: request)
    }
    routes.unlocked(.get, "/texts/random") { request, _, visit in
      let words = pages.words(for: request)
      let path = try await visit.run { journal in
        let text = try journal.texts.randomText(seed: .random(in: 0...(.max)))
        return TextOnPage(text: text, language: "", now: now(), words: words).path
      }
      return .redirect(to: path)
    }
    routes.unlocked(.get, "/texts/hearts") { request, _, visit in
      let (end, words) = (try? Query(of: request).day("before"), pages.words(for: request))
      let content = try await visit.run { journal in
        try HeartDaysPage(journal: journal, now: now(), words: words).content(before: end)
      }
      return try await page(of: "text-hearts", content, for: request)
    }
    routes.unlocked(.post, "/texts/searches/forget") { request, _, visit in
      let search = try await Form(of: request)["search"]
      try await visit.run { try $0.texts.searches.forget(search) }
      return .redirect(to: "/texts")
    }
    routes.unlocked(.get, "/texts/text") { request, _, visit in
      try await page(ChosenText(Query(of: request)), request, visit)
    }
    routes.unlocked(.post, "/texts/mark") { request, _, visit in
      let form = try await Form(of: request)
      guard let chosen = try ChosenText(form),
        let deed = form["deed"].flatMap(Texts.Deed.init(rawValue:))
      else {
        throw Problem("form.encoding")
      }
      let words = pages.words(for: request)
      let text = try await visit.run { journal in
        try journal.texts.mark(
          deed, [chosen.key], in: chosen.collection, now: now()
        ).first
      }
      guard let text else { throw TextError.unknown(chosen.key) }
      let page = TextOnPage(text: text, language: "", now: now(), words: words)
      if form["script"] != nil {
        return Response(
          status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
          body: .init(byteBuffer: ByteBuffer(string: page.uses ?? "")))
      }
      return .redirect(to: form["from"].flatMap(LockPage.local) ?? page.path)
    }
  }

  /// The page of a text.
  ///
  /// - Parameters:
  ///   - chosen: which one.
  ///   - request: says in which language.
  ///   - visit: who opens it.
  ///   - form: what was typed into its form of a highlight.
  ///   - refused: why that was not taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `TextError`, `JournalError`.
  func page(
    _ chosen: ChosenText, _ request: Request, _ visit: Visit, typed form: Form? = nil,
    refused: Problem? = nil
  ) async throws -> Response {
    let (words, asked) = (pages.words(for: request), Query(of: request))
    let card = (try? CardQuery(asked)) ?? CardQuery()
    let isAsked = try? asked["theme"] != nil
    var shown = try await visit.run { journal in
      let text = try open(chosen, visit)
      var content = try content(of: text, journal, words)
      content["card"] = try CardMaker(
        text: text, query: card, isAsked: isAsked ?? false, visit: visit, words: words
      ).content()
      content.merge(try TextAnnotations(text: text, visit: visit, words: words).content(form)) {
        $1
      }
      return content
    }
    shown["problem"] = refused.map(words.problem) ?? []
    return try await page(
      of: "text", shown, for: request, status: .init(code: refused?.status ?? 200))
  }

  private func wall(_ request: Request, _ visit: Visit) throws -> TextWall {
    TextWall(
      query: try TextQuery(Query(of: request), isOfPage: true), journal: visit.journal,
      collections: try visit.journal.collections.all(), now: now(),
      words: pages.words(for: request))
  }

  /// A text, which is opened then.
  private func open(_ chosen: ChosenText, _ visit: Visit) throws -> StoredText {
    let journal = visit.journal
    let text = try journal.texts.text(chosen.key, in: chosen.collection)
    if visit.mayNote, text.isNew(at: now()), !journal.store.isReadOnly {
      try journal.texts.mark(.open, [text.key], in: text.collection, now: now())
    }
    return text
  }

  /// A text with its marks.
  private func content(
    of text: StoredText, _ journal: OwnerJournal, _ words: Words
  ) throws -> PageContent {
    let collection = try journal.collections.collection(text.collection)
    let rule = try journal.settings.current().rule
    func said(_ instant: Int?, _ key: String) -> [String] {
      instant.map { words(key, ["day": words.short(rule.day(of: $0))]) }.once
    }
    var content = TextOnPage(
      text: text, language: collection.language, now: now(), words: words
    ).content
    content["title"] = text.reference
    content["facts"] =
      said(text.mark.hearted, "textHeartedOn") + said(text.mark.used, "textUsedOn")
      + said(text.added, "textAddedOn")
    content["licence"] = (collection.licence.isEmpty ? nil : collection.licence).once
    content["collectionPath"] = CollectionPage.path(collection.name)
    return content
  }
}

/// The text that a request is about.
struct ChosenText: Sendable {
  let key: String
  /// Nil where any may have it.
  let collection: CollectionName?

  /// What a program says of a text.
  static let parameters = named(
    "The text's key; for a verse also book, chapter and number, like John 3:16.")

  /// What a program says of a section.
  static let ofSection = named(
    "The section's key or title; also a book and chapter, like John 3, or one of its verses.")

  private static func named(_ key: String) -> [Parameter] {
    [
      .required(
        "key", .string(key), refusals: [.notFound, .unprocessableContent]),
      .query(
        "collection",
        .string("The collection that has it; needed if several have the key.")),
    ]
  }

  init(key: String, collection: CollectionName?) {
    (self.key, self.collection) = (key, collection)
  }

  /// - Throws: ``Problem``.
  init(_ query: Query) throws {
    key = try query["key"] ?? ""
    collection = try query.value("collection") { try CollectionName($0) }
  }

  /// Nil where it names none.
  ///
  /// - Throws: `NameError`.
  init?(_ form: Form) throws {
    guard let key = form["key"], let name = form["collection"] else { return nil }
    self.key = key
    collection = try CollectionName(name)
  }
}
