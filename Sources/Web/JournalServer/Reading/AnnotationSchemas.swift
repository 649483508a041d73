import Texts

extension Schema {
  static let highlight = Schema.object(
    "Highlight",
    [
      "id": .integer(from: 1),
      "key": .string("The text's."),
      "collection": .string(),
      "from": .count("Its first character, counted from 0 as a reader counts them."),
      "to": .integer("The first one after it.", from: 1),
      "quote": .string(),
      "before": .string("What stands before it, at most 32 characters."),
      "after": .string("What stands after it, at most 32 characters."),
      "colour": .choice(of: HighlightColour.self),
      "placed": .boolean(
        "Whether the text says the quote there; an update may have taken it away."),
      "made": .seconds(),
    ], optional: ["reference": .string("Missing where no collection has the text now.")])

  static let highlightPage = Schema.page("HighlightPage", "highlights", of: .highlight)

  static let note = Schema.object(
    "Note",
    [
      "key": .string("The text's."),
      "collection": .string(),
      "words": .string("Markdown."),
      "sha256": .sha256,
      "made": .seconds("When it was begun."),
      "written": .seconds("When its words were written."),
    ], optional: ["reference": .string("Missing where no collection has the text now.")])

  static let notePage = Schema.page("NotePage", "notes", of: .note)

  static let noteVersion = Schema.object(
    "NoteVersion",
    [
      "number": .integer(from: 1),
      "words": .string("Markdown."),
      "written": .seconds(),
      "replaced": .seconds("When others took their place."),
    ])

  static let noteVersionList = Schema.list(
    "versions",
    of: .object([
      "number": .integer(from: 1),
      "characters": .count("Of its words, as a reader counts them."),
      "written": .seconds(),
      "replaced": .seconds("When others took their place."),
    ])
  ).named("NoteVersionList")
}
