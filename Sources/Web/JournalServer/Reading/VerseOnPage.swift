import Store
import Texts

/// A text among the others of its section, with its highlights and its note.
struct VerseOnPage {
  let text: StoredText
  let highlights: [Highlight]
  let hasNote: Bool
  let words: Words

  /// For the template `verse`.
  var content: PageContent {
    let (collection, key) = (text.collection.text, text.key)
    let said = [text.author, text.source].filter { !$0.isEmpty }
    return [
      "key": key, "place": ReadingPaths.fragment(key), "number": number,
      "reference": text.reference, "path": TextOnPage.path(of: key, in: collection),
      "parts": Self.parts(of: text, highlights, words),
      "translation": (text.translation.isEmpty ? nil : text.translation).once,
      "credit": (said.isEmpty ? nil : said.joined(separator: ", ")).once,
      "note": (hasNote ? ReadingPaths.note(of: key, in: collection) : nil).once,
    ]
  }

  /// What a text says, with its highlights as marks.
  static func parts(
    of text: StoredText, _ highlights: [Highlight], _ words: Words
  ) -> [PageContent] {
    if highlights.isEmpty { return [["text": text.body, "mark": [] as [PageContent]]] }
    return HighlightedPart.parts(of: text.body, highlights).map { part in
      let mark: PageContent? = part.highlight.map {
        [
          "said": part.text, "id": "\($0.id)", "colour": $0.colour.rawValue,
          "name": words("mark-\($0.colour.rawValue)"),
        ]
      }
      return ["text": part.text, "mark": mark.once]
    }
  }

  /// Its number in its section, where its key ends with one; else a sign that it begins.
  private var number: String {
    guard let section = text.sectionKey, text.key.hasPrefix("\(section).") else { return "•" }
    let rest = text.key.dropFirst(section.count + 1)
    return 1...Self.longestNumber ~= rest.utf8.count ? String(rest) : "•"
  }

  /// Bytes that have room beside a text.
  private static let longestNumber = 8

  /// Texts of a section as pages show them.
  ///
  /// - Throws: `JournalError`.
  static func contents(
    _ texts: [StoredText], in journal: OwnerJournal, _ words: Words
  ) throws -> [PageContent] {
    let (highlights, notes) = (try journal.highlights.of(texts), try journal.notes.of(texts))
    return texts.map { text in
      VerseOnPage(
        text: text, highlights: highlights[text.id] ?? [], hasNote: notes[text.id] != nil,
        words: words
      ).content
    }
  }
}

/// The colours of highlights, to choose from.
enum MarkColours {
  static func content(_ words: Words, chosen: HighlightColour? = nil) -> [PageContent] {
    HighlightColour.allCases.enumerated().map { index, colour in
      Choice.content(
        colour.rawValue, words("mark-\(colour.rawValue)"), isChosen: colour == chosen
      ).merging(["digit": "\(index + 1)"]) { $1 }
    }
  }
}
