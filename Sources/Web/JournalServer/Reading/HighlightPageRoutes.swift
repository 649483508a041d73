import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Highlights on pages: made from a selection or a typed quote, and changed.
struct HighlightPageRoutes: ServerRoutes {
  let server: ServerParts
  let texts: TextPageRoutes

  func add(to routes: Routes) {
    routes.unlocked(.post, "/texts/highlights/add") { request, _, visit in
      let form = try await Form(of: request)
      let selected = try SelectedPassages(form)
      let colour = try Self.colour(form)
      do {
        let keys = try await visit.run { journal in
          try selected.passages.map { passage in
            try journal.highlights.add(
              passage.place, of: passage.key, in: selected.collection, colour, now: now()
            ).key
          }
        }
        return try await answer(keys, selected.collection, form, request, visit)
      } catch let error as PassageError where form["script"] == nil {
        // The quote that was typed is there again, beside what was wrong with it.
        let chosen = ChosenText(key: selected.passages[0].key, collection: selected.collection)
        return try await texts.page(chosen, request, visit, typed: form, refused: Problem(error))
      }
    }
    routes.unlocked(.post, "/texts/highlights/change") { request, _, visit in
      let form = try await Form(of: request)
      guard let number = form["highlight"].flatMap({ Int64($0) }) else {
        throw Problem("form.encoding")
      }
      let colour = form["deed"] == "remove" ? nil : try Self.colour(form)
      let changed = try await visit.run { journal in
        let highlights = journal.highlights
        return try colour.map { try highlights.setColour($0, of: number) }
          ?? highlights.remove(number)
      }
      return try await answer(
        [changed.key], try CollectionName(changed.collection), form, request, visit)
    }
    for (path, kind) in [
      (ReadingPaths.highlights, AnnotationQuery.Kind.highlights), (ReadingPaths.notes, .notes),
    ] {
      routes.unlocked(.get, path) { request, _, visit in
        let (query, words) = (Query(of: request), pages.words(for: request))
        let content = try await searches.run(request, of: visit) {
          try AnnotationsPage(
            query: AnnotationQuery(kind, query), journal: visit.journal, words: words
          ).content()
        }
        return try await page(of: "annotations", content, for: request)
      }
    }
  }

  private static func colour(_ form: Form) throws -> HighlightColour {
    guard let colour = try Query(form).choice("colour", as: HighlightColour.self) else {
      throw Problem("field.named", ["name": "colour"])
    }
    return colour
  }

  /// For a script the texts as they are now; else the way to where the form was.
  private func answer(
    _ keys: [String], _ collection: CollectionName?, _ form: Form, _ request: Request,
    _ visit: Visit
  ) async throws -> Response {
    guard form["script"] != nil else {
      let path = keys.first.flatMap { key in
        collection.map { TextOnPage.path(of: key, in: $0.text) }
      }
      return .redirect(to: form["from"].flatMap(LockPage.local) ?? path ?? ReadingPaths.highlights)
    }
    let words = pages.words(for: request)
    let verses = try await visit.run { journal in
      var seen: Set<String> = []
      let found = try keys.filter { seen.insert($0).inserted }.compactMap { key in
        do {
          return try journal.texts.text(key, in: collection)
        } catch is TextError {
          // What was removed may have been of a text that no collection has now.
          return nil
        }
      }
      return try VerseOnPage.contents(found, in: journal, words)
    }
    return try await page(of: "verses", ["verses": verses], for: request)
  }
}

/// Passages to highlight: a script's selection in one text or several, or a quote.
struct SelectedPassages: Sendable {
  let collection: CollectionName?
  let passages: [(key: String, place: PassagePlace)]

  /// More than a form has fields for; a script sends the others with the next one.
  static let limit = 60

  /// Reads `key`, `quote` and `occurrence`; or for each text, counted from 0, `key-0`, and as offsets of
  /// UTF-16 `from-0` and `to-0`.
  ///
  /// - Throws: ``Problem``, `NameError`.
  init(_ form: Form) throws {
    guard let name = form["collection"] else { throw Problem("form.encoding") }
    collection = try CollectionName(name)
    if let key = form["key"] {
      let query = Query(form)
      let which = try query.text("occurrence").flatMap { _ in
        try query.number("occurrence", in: 1...Int(Int32.max))
      }
      // Browsers send the lines of a field with CR LF.
      let quote = (form["quote"] ?? "").replacing("\r\n", with: "\n")
      passages = [(key, .quote(quote, occurrence: which))]
      return
    }
    passages = try (0..<Self.limit).prefix { form["key-\($0)"] != nil }.map { index in
      guard let key = form["key-\(index)"], let first = form["from-\(index)"].flatMap({ Int($0) }),
        let end = form["to-\(index)"].flatMap({ Int($0) })
      else { throw Problem("form.encoding") }
      return (key, .utf16(first, end))
    }
    guard !passages.isEmpty else { throw Problem("form.encoding") }
  }
}
