import Markup
import Store
import Texts

/// An owner's highlights and note of a text, for the text's own page.
struct TextAnnotations {
  let text: StoredText
  let visit: Visit
  let words: Words

  /// For the template `text`.
  ///
  /// - Parameter form: what was typed into the form of a highlight and not taken.
  /// - Returns: the text with its highlights, these one by one, its note, and where it is read.
  /// - Throws: `JournalError`.
  func content(_ form: Form?) throws -> PageContent {
    let journal = visit.journal
    let highlights = try journal.highlights.of(text)
    let note = try journal.notes.note(of: text.key, in: text.collection)
    let renderer = WordsOnPage(journal: journal, pictures: visit.pictures, texts: words)
    let chosen = form?["colour"].flatMap { HighlightColour(rawValue: $0) } ?? .yellow
    return [
      "parts": VerseOnPage.parts(of: text, highlights, words),
      "highlights": highlights.map { highlight in
        [
          "id": "\(highlight.id)", "quote": highlight.passage.quote,
          "colour": highlight.colour.rawValue, "isLost": !highlight.isPlaced,
          "colours": MarkColours.content(words, chosen: highlight.colour),
        ] as PageContent
      },
      "hasHighlights": !highlights.isEmpty, "colours": MarkColours.content(words, chosen: chosen),
      "quote": form?["quote"] ?? "", "occurrence": form?["occurrence"] ?? "",
      "isMarking": form != nil,
      "note": try note.map {
        ["html": try renderer.html($0.words, firstHeading: 3)] as PageContent
      }.once,
      "notePath": [ReadingPaths.note(of: text.key, in: text.collection.text)],
      "verse": ReadingPaths.verse(text).once,
      "sectionLink": ReadingPaths.verse(text).map {
        ["path": $0, "title": text.section ?? ""] as PageContent
      }.once,
    ]
  }
}
