import Texts

extension Schema {
  static let highlight = Schema.object(
    "Highlight",
    [
      "id": .integer(from: 1),
      "key": .string("The text's."),
      "collection": .string(),
      "from": .count("Its first character, counted from 0 as a reader sees them."),
      "to": .integer("The first character after it.", from: 1),
      "quote": .string(),
      "before": .string("The words before it, at most 32 characters."),
      "after": .string("The words after it, at most 32 characters."),
      "colour": .choice(of: HighlightColour.self),
      "placed": .boolean(
        "Whether the text still has the quote there; an update may have removed it."),
      "made": .seconds(),
    ], optional: ["reference": .string("Missing if no collection has the text now.")])

  static let highlightPage = Schema.page("HighlightPage", "highlights", of: .highlight)

  static let note = Schema.object(
    "Note",
    [
      "key": .string("The text's."),
      "collection": .string(),
      "words": .string("Markdown."),
      "sha256": .sha256,
      "made": .seconds("When the note was started."),
      "written": .seconds("When its current words were written."),
    ], optional: ["reference": .string("Missing if no collection has the text now.")])

  static let notePage = Schema.page("NotePage", "notes", of: .note)

  static let noteVersion = Schema.object(
    "NoteVersion",
    [
      "number": .integer(from: 1),
      "words": .string("Markdown."),
      "written": .seconds(),
      "replaced": .seconds("When they were replaced."),
    ])

  static let noteVersionList = Schema.list(
    "versions",
    of: .object([
      "number": .integer(from: 1),
      "characters": .count("Characters of its words, counted as a reader sees them."),
      "written": .seconds(),
      "replaced": .seconds("When they were replaced."),
    ])
  ).named("NoteVersionList")
}
