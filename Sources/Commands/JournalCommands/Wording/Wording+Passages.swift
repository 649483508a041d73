import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// What is said of highlights and notes.
extension Wording {
  static let noHighlights = "There are no such highlights."
  static let noNotes = "There are no such notes."
  static let noNoteVersions = "The note has no earlier versions."
  static let quoteOrCharacters = "Give the passage as a quote or with --from and --to, not both."
  static let emptyQuote = "The quote is empty; leave it out for the whole text."
  static let occurrenceNeedsQuote = "--occurrence needs a quote."
  static let fromNeedsTo = "Give --from and --to together."
  static let oneDeedOfNote =
    "Give words, or one of --delete, --versions, --show and --restore."

  static func highlight(_ highlight: Highlight, isRemoved: Bool) -> String {
    let verb = isRemoved ? "Removed" : "Highlighted"
    return "\(verb) “\(oneLine(highlight.passage.quote))” of \(escaped(highlight.key)) in "
      + "\(highlight.colour.rawValue)."
  }

  static func savedNote(_ note: Note) -> String {
    "Saved the note on \(escaped(note.key)), \(counted(note.words.count, "character"))."
  }

  static func deletedNote(_ key: String) -> String {
    "Deleted the note on \(escaped(key)); its versions are kept."
  }

  static func lostHighlight(_ lost: LostHighlight, of collection: TextCollection) -> String {
    "\(escaped(lost.key)) in \(escaped(collection.name.text)) no longer has "
      + "“\(oneLine(lost.quote))”; the highlight waits for it"
  }

  /// A highlight on one line, which may have styles of ours: the text's key, its colour, and what it says.
  static func line(of annotated: Annotated<Highlight>, _ style: TerminalStyle) -> String {
    line(
      of: annotated.mark, hasText: annotated.text != nil, style, key: "\(annotated.mark.key)  ")
  }

  static func line(
    of highlight: Highlight, hasText: Bool, _ style: TerminalStyle, key: String = ""
  ) -> String {
    let quote = lines(oneLine(highlight.passage.quote))
    let note =
      !hasText ? "  (its text is gone)" : highlight.isPlaced ? "" : "  (gone from its text)"
    let colour = highlight.colour.rawValue
    let blanks = String(repeating: " ", count: max(0, colourWidth - colour.count))
    return lines(escaped(key)) + "\(colour)\(blanks)  "
      + style.dark(quote, on: highlight.colour.ground) + note
  }

  private static let colourWidth = HighlightColour.allCases.map(\.rawValue.count).max() ?? 0

  /// A note on one line: the text's key, and how it begins.
  static func line(of annotated: Annotated<Note>) -> String {
    let note = annotated.mark
    let gone = annotated.text == nil ? "  (its text is gone)" : ""
    return "\(escaped(note.key))  \(beginning(of: note.words))\(gone)"
  }

  /// Where a text is: its collection and section.
  static func place(_ text: StoredText) -> String {
    [text.collection.text, text.section].compactMap(\.self).joined(separator: ", ")
  }

  static func cells(_ version: NoteVersion, _ zone: CaptureZone) -> [String] {
    [
      "\(version.number)", InstantText.text(version.written, in: zone),
      counted(version.words.count, "character"), beginning(of: version.words),
    ]
  }

  private static func beginning(of words: String) -> String {
    oneLine(String(words.prefix { $0 != "\n" }))
  }
}
