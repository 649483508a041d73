import HTTPTypes
import Hummingbird
import Store
import Texts
import Wording

/// Highlights for programs.
struct HighlightRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/texts/highlights",
      Operation(
        "getHighlights", .texts, "Highlights, a page at a time", scope: .read,
        parameters: AskedAnnotations.parameters + [
          .query("colour", .choice(of: HighlightColour.self, "Only highlights of this colour."))
        ], answers: [.ok(.highlightPage, "A page.")], refusals: [.notFound])
    ) { request, _, visit in
      let asked = try AskedAnnotations(Query(of: request), hasColours: true)
      return try await searches.json(request, of: visit) {
        let slice = try AnnotationSlice(asked, bytes: \Highlight.bytes) { place, count in
          try visit.journal.highlights.page(asked.filter, after: place, atMost: count)
        }
        return HighlightPage(
          highlights: slice.marks.map { HighlightDescription($0) }, next: slice.next)
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/text/highlights",
      Operation(
        "getHighlightsOfText", .texts, "The highlights of a text, in order",
        "Those whose words are no longer in the text come last.", scope: .read,
        parameters: ChosenText.parameters,
        answers: [.ok(.highlightPage, "All of the text's highlights.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      return try await visit.json { journal in
        let text = try journal.texts.text(chosen.key, in: chosen.collection)
        return HighlightPage(
          highlights: try journal.highlights.of(text).map {
            HighlightDescription($0, of: text)
          }, next: nil)
      }
    }
    routes.unlocked(
      .post, "/api/v1/texts/text/highlights",
      Operation(
        "addHighlight", .texts, "Highlight a passage of a text",
        "Highlighting the same passage again changes its colour. Highlights may overlap.",
        parameters: ChosenText.parameters, bodies: [.json(.newHighlight)],
        answers: [.ok(.highlight, "The highlight.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      // A quote may be all of a text.
      let body = try await bodies.json(HighlightBody.self, from: request)
      return try await visit.json { journal in
        let highlight = try journal.highlights.add(
          body.place, of: chosen.key, in: chosen.collection, body.colour, now: now())
        return HighlightDescription(
          highlight, of: try journal.texts.text(chosen.key, in: chosen.collection))
      }
    }
    routes.unlocked(
      .patch, "/api/v1/texts/highlights/:id",
      Operation(
        "changeHighlight", .texts, "Change the colour of a highlight",
        bodies: [.json(.object(["colour": .choice(of: HighlightColour.self)]))],
        answers: [.ok(.highlight, "The highlight.")])
    ) { request, context, visit in
      let id = context.highlight
      let colour = try await request.json(ColourBody.self).colour
      return try await visit.json { journal in
        let highlight = try journal.highlights.setColour(colour, of: id)
        return HighlightDescription(highlight, of: try journal.text(of: highlight))
      }
    }
    routes.unlocked(
      .delete, "/api/v1/texts/highlights/:id",
      Operation(
        "deleteHighlight", .texts, "Remove a highlight",
        answers: [.noContent("The highlight is removed.")])
    ) { _, context, visit in
      let id = context.highlight
      return try await visit.noContent { _ = try $0.highlights.remove(id) }
    }
  }
}

extension ServerContext {
  /// The number of a highlight in the address; 0, which none has, where it is not a number.
  fileprivate var highlight: Int64 { numberIfAny("id") ?? 0 }
}

extension OwnerJournal {
  /// The text of a highlight; nil where no collection has it now.
  fileprivate func text(of highlight: Highlight) throws -> StoredText? {
    do {
      let text = try texts.text(highlight.key, in: CollectionName(highlight.collection))
      return text.key == highlight.key ? text : nil
    } catch is TextError {
      return nil
    } catch CollectionError.unknown {
      return nil
    }
  }
}

extension Highlight {
  /// Bytes of what it says.
  fileprivate var bytes: Int {
    passage.quote.utf8.count + passage.before.utf8.count + passage.after.utf8.count
  }
}

private struct HighlightPage: Encodable {
  let highlights: [HighlightDescription]
  /// Missing where there are no more.
  let next: String?
}
