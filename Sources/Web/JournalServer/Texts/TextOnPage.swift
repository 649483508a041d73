import CaptureTime
import Store
import Texts

/// A text on pages.
struct TextOnPage {
  let text: StoredText
  /// The language of its collection, as in BCP 47; empty where nobody said it.
  let language: String
  /// In seconds since 1970 in UTC.
  let now: Int
  let words: Words

  /// For the templates `text-body` and `text-marks`.
  var content: PageContent {
    [
      "body": text.body, "translation": Self.shown(text.translation).once,
      "author": Self.shown(text.author).once,
      "saidBy": text.credit, "reference": text.reference, "key": text.key,
      "collection": text.collection.text, "section": text.section.once,
      "textLanguage": Self.shown(language).once, "path": path, "isNew": text.isNew(at: now),
      "isHearted": text.mark.hearted != nil, "hasUses": uses != nil, "uses": uses ?? "",
      "shared": shared, "write": "/new?\(Self.parameters(of: text.key, in: text.collection.text))",
    ]
  }

  /// How often it was used; nil where it was not.
  var uses: String? { text.mark.uses > 0 ? words.count(text.mark.uses, "textUses") : nil }

  /// The page of the text.
  var path: String { Self.path(of: text.key, in: text.collection.text) }

  static func path(of key: String, in collection: String) -> String {
    "/texts/text?\(parameters(of: key, in: collection))"
  }

  static func parameters(of key: String, in collection: String) -> String {
    "collection=\(collection.percentEncoded)&key=\(key.percentEncoded)"
  }

  /// As it is passed on.
  private var shared: String {
    text.parts.joined(separator: "\n\n")
  }

  private static func shown(_ text: String) -> String? { text.isEmpty ? nil : text }
}

/// The languages of collections, which tell a browser the typeface and voice.
struct CollectionLanguages {
  private let languages: [CollectionName: String]

  init(of collections: [TextCollection]) {
    languages = Dictionary(
      collections.map { ($0.name, $0.language) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ name: CollectionName) -> String { languages[name] ?? "" }
}
