import GRDB
package import Store

/// A collection of texts, which all owners of a journal read.
package struct TextCollection: Sendable, Hashable {
  package let id: Int64
  package let name: CollectionName
  /// The owner who added it, and alone may change and remove it; nil if that owner is gone, and
  /// then anybody may.
  package let owner: OwnerName?
  package let licence: String
  /// A BCP 47 tag; empty if unknown.
  package let language: String
  /// The name of the file that it was read of.
  package let source: String
  package let format: CollectionFormat
  /// SHA-256 of the file.
  package let hash: [UInt8]
  /// When it was added, and when its file was last read, in seconds since 1970 in UTC.
  package let added: Int
  package let updated: Int
  /// How many texts it has.
  package let texts: Int

  /// Characters of a licence.
  package static let licenceLimit = 200
}

/// The details of a new collection, and its file.
package struct NewCollection: Sendable {
  package let name: CollectionName
  package var licence: String
  package var language: String
  package let source: String
  package let format: CollectionFormat
  /// Bytes of the file, where they are known before it is read.
  var size: Int?

  /// - Parameters:
  ///   - name: by which it is known.
  ///   - licence: under which its texts may be passed on; empty where nobody says it.
  ///   - language: as in BCP 47; empty where nobody says it.
  ///   - source: the file's name.
  ///   - format: how the file has the texts.
  /// - Throws: ``CollectionError/licence(observed:limit:)``, ``CollectionError/language(_:)``.
  package init(
    _ name: CollectionName, licence: String = "", language: String = "", source: String,
    format: CollectionFormat
  ) throws(CollectionError) {
    self.name = name
    self.licence = licence.kept.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard self.licence.count <= TextCollection.licenceLimit, self.licence.utf8.count <= 4_000,
      !self.licence.unicodeScalars.contains(where: \.isControl)
    else {
      throw .licence(observed: self.licence.count, limit: TextCollection.licenceLimit)
    }
    // Subtags of letters and digits (RFC 5646, section 2.1).
    let tags = language.split(separator: "-", omittingEmptySubsequences: false)
    guard language.isEmpty || language.utf8.count <= 35 && tags.allSatisfy(\.isSubtag) else {
      throw .language(language)
    }
    self.language = language
    self.source = String(decoding: source.utf8.prefix(1_000), as: UTF8.self)
    self.format = format
  }
}

extension Substring {
  fileprivate var isSubtag: Bool {
    (1...8).contains(utf8.count) && utf8.allSatisfy { $0.isDigit || $0.isLetter }
  }
}

/// The name of a collection, on one line.
package struct CollectionName: Sendable, Hashable {
  /// Without white space at its ends, in normal form C.
  package let text: String

  /// The text that decides whether two names are the same: see ``SearchText/folded(_:)``.
  package var folded: String { SearchText.folded(text) }

  /// Characters as a reader counts them.
  package static let limit = 100
  /// Bytes of UTF-8.
  package static let byteLimit = 400

  /// - Throws: ``NameError``.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  /// A name that was stored, and so was checked before; nil where it is none.
  init?(stored text: String) {
    guard let name = try? CollectionName(text), name.text == text else { return nil }
    self = name
  }
}

/// Why an action on a collection failed.
package enum CollectionError: Error, Sendable, Hashable {
  /// There is one of this name, or of one that differs in no more than case, width and normal form.
  case exists(CollectionName)
  case unknown(CollectionName, known: [CollectionName])
  /// Another owner added it.
  case notYours(CollectionName, owner: OwnerName)
  /// It belongs to nobody, there are several owners, and one of them alone asks.
  case everybodys(CollectionName)
  /// An owner's devices have added as many as they may.
  case tooMany(limit: Int)
  /// The files that an owner's devices added would have more bytes together than they may.
  case tooLarge(limit: Int)
  /// The file has more than a device may add.
  case tooManyTexts(limit: Int)
  /// The file has none; so many records were not understood, the first one of them is given.
  case noTexts(problems: Int, first: ReadProblem?)
  /// Characters of the licence, or signs in it that nobody sees.
  case licence(observed: Int, limit: Int)
  /// What is to be a tag of a language is none.
  case language(String)
}

extension TextCollection {
  /// What a query selects for ``init(_:)``, in its order, and of what.
  static let query = """
    SELECT collection.id, collection.name, owner.name, licence, language, source, format, hash, added,
      updated, texts
    FROM collection LEFT JOIN owner ON owner.id = collection.owner
    """

  /// Reads the values of ``query``.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    name = try values.next { CollectionName(stored: $0) }
    owner = try (values.nextIfAny() as String?).map { try OwnerName($0) }
    licence = try values.text(atMost: 4_000)
    language = try values.text(atMost: 35)
    source = try values.text(atMost: 1_024)
    format = try values.next { CollectionFormat(rawValue: $0) }
    hash = try values.bytes()
    added = try values.next(in: DayRule.instants)
    updated = try values.next(in: DayRule.instants)
    texts = try values.next(in: 0...Int(Int32.max))
  }
}
