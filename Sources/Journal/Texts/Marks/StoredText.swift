import GRDB
import Store

/// A text of a collection, with an owner's marks.
package struct StoredText: Sendable, Hashable {
  package let id: Int64
  package let collection: CollectionName
  /// The title of its section; nil if it is in none.
  package let section: String?
  package let sectionKey: String?
  package let key: String
  package let body: String
  package let translation: String
  package let author: String
  package let source: String
  /// In seconds since 1970 in UTC.
  package let added: Int
  package let mark: TextMark
  /// When an update of its collection brought it; nil where it came with the collection.
  let came: Int?
  let hash: [UInt8]

  /// The text's name for people: "John 3:16" for a verse, otherwise its key or, if the key was made
  /// from its words, its collection.
  package var reference: String {
    verse ?? (TextHash.isKey(key, of: hash) ? collection.text : key)
  }

  /// The text's credit: author and source or, without both, the collection and the verse.
  package var credit: String {
    let said = [author, source].filter { !$0.isEmpty }
    return (said.isEmpty ? [verse, collection.text].compactMap(\.self) : said)
      .joined(separator: ", ")
  }

  /// Its chapter and number, where it is one of a book's.
  private var verse: String? {
    guard let section, let sectionKey, section.last?.isNumber == true,
      key.hasPrefix("\(sectionKey).")
    else { return nil }
    let number = key.dropFirst(sectionKey.count + 1)
    return number.allSatisfy(\.isNumber) ? "\(section):\(number)" : nil
  }

  /// How long a text from an update is new, in seconds, until it is opened.
  package static let newTime = 48 * 3_600

  /// Whether it was added recently and not opened yet.
  package func isNew(at now: Int) -> Bool {
    guard let came, mark.opened == nil else { return false }
    return now - came < Self.newTime
  }
}

/// An owner's marks on a text, with times in seconds since 1970 in UTC.
package struct TextMark: Sendable, Hashable {
  /// When it got its heart; nil if it has none.
  package let hearted: Int?
  /// When it was opened first.
  package let opened: Int?
  /// How often it was used, and when the last time.
  package let uses: Int
  package let used: Int?
}

extension StoredText {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = """
    text.id, collection.name, section.title, section.key, text.key, text.body, text.translation,
    text.author, text.source, text.added, text.came, text.hash, text_mark.hearted, text_mark.opened,
    coalesce(text_mark.uses, 0), text_mark.used
    """

  /// What it selects from, in this order; the first argument is the owner.
  static let tables = """
    text CROSS JOIN collection
      ON collection.id = text.collection AND collection.hidden IS NULL
    LEFT JOIN section ON section.id = text.section
    LEFT JOIN text_mark ON text_mark.text = text.id AND text_mark.owner = ?1
    """

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    collection = try values.next { CollectionName(stored: $0) }
    section = try values.textIfAny(atMost: ReadText.lineByteLimit)
    sectionKey = try values.textIfAny(atMost: ReadText.keyByteLimit)
    key = try values.text(atMost: ReadText.keyByteLimit)
    body = try values.text(atMost: ReadText.bodyByteLimit)
    translation = try values.text(atMost: ReadText.bodyByteLimit)
    author = try values.text(atMost: ReadText.lineByteLimit)
    source = try values.text(atMost: ReadText.lineByteLimit)
    added = try values.next(in: DayRule.instants)
    came = try values.nextIfAny(in: DayRule.instants)
    hash = try values.bytes()
    mark = TextMark(
      hearted: try values.nextIfAny(in: DayRule.instants),
      opened: try values.nextIfAny(in: DayRule.instants),
      uses: try values.next(in: 0...Int(Int32.max)),
      used: try values.nextIfAny(in: DayRule.instants))
  }
}

/// Why an action on a text failed.
package enum TextError: Error, Sendable, Hashable {
  /// No collection has a text of this key.
  case unknown(String)
  /// Several collections have one, and none of them was asked for.
  case several(String, collections: [CollectionName])
  /// None of the owner's latest searches is this one.
  case notSearched(String)
  /// The collection has no section of this key.
  case noSection(String, of: CollectionName)
  /// There is no text to choose from.
  case none
  /// No text was shown on the day.
  case nothingShown(String)
  /// The text that was shown on the day is in no collection any more.
  case gone(String, collection: String)
}
