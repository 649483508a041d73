import GRDB
import Store

/// A highlight's colour.
package enum HighlightColour: String, Sendable, Hashable, CaseIterable {
  case yellow, green, blue, pink, orange, purple
}

/// A passage of a text that an owner coloured.
package struct Highlight: Sendable, Hashable {
  package let id: Int64
  /// The row of its text; nil where no collection has it now.
  let text: Int64?
  /// The collection's name as names are compared, and the text's key.
  package let collection: String
  package let key: String
  package let passage: Passage
  /// Whether the text still has the passage there; an update may have removed it.
  package let isPlaced: Bool
  package let colour: HighlightColour
  /// In seconds since 1970 in UTC.
  package let made: Int

  /// How many a text can have of an owner's.
  package static let limit = 1_000
}

/// The place of a passage, from a person or a browser.
package enum PassagePlace: Sendable, Hashable {
  /// What it says, and which one it is of those that say it, counted from 1.
  case quote(String, occurrence: Int? = nil)
  /// Its first character, counted from 0, and the first one after it.
  case characters(Int, Int)
  /// The same in code units of UTF-16.
  case utf16(Int, Int)
  /// All of the text.
  case whole

  /// The passage of a text.
  ///
  /// - Throws: ``PassageError``.
  package func passage(in body: String) throws(PassageError) -> Passage {
    switch self {
    case .quote(let quote, let occurrence):
      try Passage(in: body, quoting: quote, occurrence: occurrence)
    case .characters(let start, let end): try Passage(in: body, from: start, to: end)
    case .utf16(let start, let end): try Passage(in: body, utf16: start, to: end)
    case .whole: try Passage(in: body, from: 0, to: body.count)
    }
  }
}

/// Why an action on a highlight failed.
package enum HighlightError: Error, Sendable, Hashable {
  /// The owner has no highlight of this number.
  case unknown(Int64)
  /// The text has none there.
  case none(key: String)
  /// The text has as many as it can have.
  case tooMany(limit: Int)
}

extension Highlight {
  /// What a query of text_highlight selects for ``init(_:)``, in its order.
  static let columns = """
    text_highlight.id, text_highlight.text, text_highlight.collection, text_highlight.key,
    text_highlight.first, text_highlight.end, text_highlight.quote, text_highlight.before,
    text_highlight.after, text_highlight.is_placed, text_highlight.colour, text_highlight.made
    """

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    text = try values.nextIfAny()
    collection = try values.text(atMost: 4 * CollectionName.byteLimit)
    key = try values.text(atMost: ReadText.keyByteLimit)
    passage = try Passage(&values)
    isPlaced = try values.next(in: 0...1) == 1
    colour = try values.next { HighlightColour(rawValue: $0) }
    made = try values.next(in: DayRule.instants)
  }
}

extension Passage {
  /// Reads first, end, quote, before and after.
  init(_ values: inout RowDecoder) throws {
    let first = try values.next(in: 0...ReadText.bodyByteLimit)
    let end = try values.next(in: 1...ReadText.bodyByteLimit)
    guard first < end else { throw JournalError.corruptValue(of: "end") }
    let quote = try values.text(atMost: ReadText.bodyByteLimit)
    if quote.isEmpty { throw JournalError.corruptValue(of: "quote") }
    let around = try ["before", "after"].map { column in
      let text = try values.text(atMost: ReadText.bodyByteLimit)
      if text.excess(over: Self.around) != nil { throw JournalError.corruptValue(of: column) }
      return text
    }
    self.init(stored: first..<end, quote: quote, before: around[0], after: around[1])
  }
}
