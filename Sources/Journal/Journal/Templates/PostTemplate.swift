package import Store

/// Words that an owner begins posts with, by a name.
package struct PostTemplate: Sendable, Hashable {
  package let name: TemplateName
  package let words: TemplateWords
  /// When it was last changed, in seconds since 1970 in UTC.
  package let changed: Int

  /// Templates of an owner: the composer lists all of them.
  package static let limit = 50
}

/// The name of a template, on one line.
package struct TemplateName: Sendable, Hashable {
  /// Without white space at its ends, in normal form C.
  package let text: String

  /// The text that decides whether two templates are the same: see ``SearchText/folded(_:)``.
  package var folded: String { SearchText.folded(text) }

  /// Characters as a reader counts them.
  package static let limit = 40
  /// Bytes of UTF-8.
  package static let byteLimit = 400

  /// - Throws: ``NameError``.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  /// Nil where it is none.
  init?(stored text: String) {
    guard let name = try? TemplateName(text), name.text == text else { return nil }
    self = name
  }
}

/// The Markdown of a template.
package struct TemplateWords: Sendable, Hashable {
  /// As ``Words/text``, and not empty.
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 10_000
  /// Bytes of UTF-8.
  package static let byteLimit = 100_000

  /// - Throws: ``TemplateError``, ``WordsError``; nothing is cut off.
  package init(_ typed: String) throws {
    let text = try Words(typed).text
    if text.isEmpty { throw TemplateError.empty }
    if let (observed, limit) = text.excess(over: Self.limit) {
      throw TemplateError.tooLong(observed: observed, limit: limit)
    }
    if text.utf8.count > Self.byteLimit {
      throw TemplateError.tooManyBytes(observed: text.utf8.count, limit: Self.byteLimit)
    }
    self.text = text
  }

  /// Nil where it is none.
  init?(stored text: String) {
    guard let words = try? TemplateWords(text), words.text == text else { return nil }
    self = words
  }
}

/// Why an action on a template failed.
package enum TemplateError: Error, Sendable, Hashable {
  /// None has the name; the owner has these.
  case unknown(TemplateName, known: [TemplateName])
  /// Another one has the name.
  case exists(TemplateName)
  /// The owner has as many as there can be.
  case tooMany(limit: Int)
  case empty
  /// Characters as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but with so many marks that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
}

/// A template as JSON, on the command line as over the network.
package struct TemplateDescription: Encodable, Sendable {
  let name: String
  let words: String
  /// In UTC.
  let changed: String

  package init(_ template: PostTemplate) {
    (name, words) = (template.name.text, template.words.text)
    changed = InstantText.text(template.changed)
  }
}
