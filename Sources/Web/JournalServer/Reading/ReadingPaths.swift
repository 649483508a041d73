import Store
import Texts

/// The addresses of the pages of reading. Names and keys come from files and may be anything.
enum ReadingPaths {
  static let reading = "/texts/reading"
  static let highlights = "/texts/highlights"
  static let notes = "/texts/notes"

  /// A section, or the part of a long one that begins after a text.
  static func section(
    _ key: String, in collection: String, after place: TextPosition? = nil
  ) -> String {
    address(
      "/texts/read",
      [("collection", collection), ("section", key)]
        + (place.map { [("after", $0.description)] } ?? []))
  }

  /// A text within its section.
  static func verse(_ text: StoredText) -> String? {
    text.sectionKey.map { verse(text.key, of: $0, in: text.collection.text) }
  }

  /// A text of a section.
  static func verse(_ key: String, of section: String, in collection: String) -> String {
    address("/texts/read", [("collection", collection), ("section", section), ("at", key)])
      + "#\(fragment(key).percentEncoded)"
  }

  /// By which a text is found within its section's page.
  static func fragment(_ key: String) -> String { "t-\(key)" }

  static func checklist(_ collection: String, round: Int? = nil, after section: Int = 0) -> String {
    address(
      "/texts/checklist",
      [("collection", collection)] + (round.map { [("round", "\($0)")] } ?? [])
        + (section > 0 ? [("after", "\(section)")] : []))
  }

  static func note(of key: String, in collection: String) -> String {
    address("/texts/note", [("collection", collection), ("key", key)])
  }

  static func noteVersions(of key: String, in collection: String, _ version: Int? = nil) -> String {
    address(
      "/texts/note/versions",
      [("collection", collection), ("key", key)]
        + (version.map { [("version", "\($0)")] } ?? []))
  }

  /// A path with what it is asked for.
  static func address(_ path: String, _ fields: [(String, String)]) -> String {
    let text = fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    return text.isEmpty ? path : "\(path)?\(text)"
  }
}
