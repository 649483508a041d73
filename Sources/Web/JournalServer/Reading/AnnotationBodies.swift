import Files
import Journal
import Store
import Texts
import Wording

/// A new highlight from a program: by quote, by characters, or by UTF-16 code units.
struct HighlightBody: Decodable, Sendable {
  let place: PassagePlace
  let colour: HighlightColour

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case quote, occurrence, from, to, utf16, colour
  }

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
    colour = try fields.contains(.colour) ? fields.colour(.colour) : .yellow
    if let quote = try fields.decodeIfPresent(String.self, forKey: .quote) {
      // Either is enough.
      for key in [CodingKeys.from, .to, .utf16] where fields.contains(key) {
        throw Problem("field.named", ["name": .text(key.rawValue)])
      }
      place = .quote(quote, occurrence: try fields.decodeIfPresent(Int.self, forKey: .occurrence))
    } else {
      if fields.contains(.occurrence) { throw Problem("field.named", ["name": "occurrence"]) }
      let (from, to) = (
        try fields.decode(Int.self, forKey: .from), try fields.decode(Int.self, forKey: .to)
      )
      let isUTF16 = try fields.decodeIfPresent(Bool.self, forKey: .utf16) ?? false
      place = isUTF16 ? .utf16(from, to) : .characters(from, to)
    }
  }
}

/// A highlight's new colour.
struct ColourBody: Decodable, Sendable {
  let colour: HighlightColour

  private enum CodingKeys: String, CodingKey { case colour }

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown([CodingKeys.colour.rawValue])
    colour = try decoder.container(keyedBy: CodingKeys.self).colour(.colour)
  }
}

/// A note from a program, and the one that it replaces.
struct NoteBody: Decodable, Sendable {
  let words: PostWords
  let replaced: [UInt8]

  private enum CodingKeys: String, CodingKey, CaseIterable { case words, replaces }

  /// - Throws: `DecodingError`, ``Problem``, `WordsError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
    words = try PostWords(fields.decode(String.self, forKey: .words))
    replaced = try fields.replaced(.replaces)
  }
}

/// The note that a version replaces.
struct ReplacedBody: Decodable, Sendable {
  let replaced: [UInt8]

  private enum CodingKeys: String, CodingKey { case replaces }

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown([CodingKeys.replaces.rawValue])
    replaced = try decoder.container(keyedBy: CodingKeys.self).replaced(.replaces)
  }
}

extension KeyedDecodingContainer {
  fileprivate func colour(_ key: Key) throws -> HighlightColour {
    guard let colour = HighlightColour(rawValue: try decode(String.self, forKey: key)) else {
      throw Problem("field.named", ["name": .text(key.stringValue)])
    }
    return colour
  }

  /// The hash of the note that the program saw; null where it saw none.
  fileprivate func replaced(_ key: Key) throws -> [UInt8] {
    // A program that leaves it out has not looked.
    guard contains(key) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "missing"))
    }
    if try decodeNil(forKey: key) { return Note.hash(of: "") }
    guard let hash = Note.hash(said: try decode(String.self, forKey: key)) else {
      throw Problem("field.named", ["name": .text(key.stringValue)])
    }
    return hash
  }
}

extension Note {
  /// The SHA-256 that hexadecimal digits spell; nil where they spell none.
  static func hash(said text: String) -> [UInt8]? {
    guard text.utf8.count == 64 else { return nil }
    return [UInt8](hexadecimal: text)
  }
}

extension Schema {
  static let newHighlight = Schema.object(
    "NewHighlight", [:],
    optional: [
      "quote": .string("The words of the passage; otherwise give from and to."),
      "occurrence": .integer(
        "Which passage with these words; needed if there are several.", from: 1),
      "from": .count("Its first character, counted from 0 as a reader sees them."),
      "to": .integer("The first character after it.", from: 1),
      "utf16": .boolean(
        "Whether from and to are code units of UTF-16, as browsers count.", usually: false),
      "colour": .choice(of: HighlightColour.self, usually: .yellow),
    ])
}
