/// A format of journals that people bring. Its raw value is its name on the command line.
package enum ArrivalFormat: String, Sendable, CaseIterable {
  case dayOne = "day-one"
  case appleJournal = "apple-journal"
  case jrnl
  case daylio
  case diarium
  case journey
  case diaro
  case penzu
  case memos
  case journiv
  case takeout
  case immich
  case applePhotos = "apple-photos"
  case whatsApp = "whatsapp"
  case signal
  case telegram
  case markdown
  case loop
  case habitica
}

/// What a person says beside the source.
package struct ArrivalOptions: Sendable {
  /// The name in a chat of the person to whom the journal belongs.
  package var author: String?
  /// Whether numbers of days come before those of months, where a chat does not prove it.
  package var isDayFirst: Bool?
  /// Names of moods of one's own, in small letters, from 1, the worst, to 5, where the source does not say it.
  package var moods: [String: Int] = [:]

  package init() {}
}

/// Reads one format: pure parsing, which stores nothing.
package protocol ArrivalReader: Sendable {
  /// Whether a source is of this format, by its names and the first bytes of a few files. Says true only for
  /// what it can tell from every other format.
  static func recognizes(_ files: any ArrivalFiles) throws -> Bool

  init(_ options: ArrivalOptions)

  /// Reads all entries. Whatever the size of the source, at most one entry and one piece are kept, and what has
  /// to be known of all of them.
  ///
  /// - Parameters:
  ///   - files: the source's.
  ///   - found: called with each item.
  /// - Throws: ``ArrivalError`` where nothing more can be read, and what `found` throws.
  func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws
}

/// Why a source cannot be read, or no further.
package enum ArrivalError: Error, Sendable, Hashable {
  /// A file of the source is not what its format has there; nothing after the place is read.
  case damaged(ArrivalPlace, detail: String)
  /// The source has more files than this, or longer names.
  case tooMany(limit: Int)
  /// A little of an archive becomes more than any journal has of it.
  case expandsTooMuch
  /// No reader recognizes it; with the names of some files that it has, and what there are readers for.
  case unknownFormat(found: [String], known: [String])
  /// Nothing in it is of the format that was asked for; with the format that it looks like, where it is of one.
  case otherFormat(asked: String, looksLike: String?)
  /// A chat needs ``ArrivalOptions/author``; these are in it.
  case needsAuthor([String])
  /// Days and months cannot be told apart in the whole file; a date of it as an example.
  case needsDateOrder(example: String)
}

extension ArrivalFormat {
  /// The readers, in the order in which they look at a source.
  package static let readers: [(format: ArrivalFormat, reader: any ArrivalReader.Type)] = [
    (.dayOne, DayOneReader.self), (.appleJournal, AppleJournalReader.self),
    (.jrnl, JrnlReader.self), (.daylio, DaylioReader.self),
    (.journey, JourneyReader.self), (.diarium, DiariumReader.self), (.diaro, DiaroReader.self),
    (.penzu, PenzuReader.self),
    (.whatsApp, WhatsAppReader.self), (.signal, SignalReader.self),
    (.telegram, TelegramReader.self), (.memos, MemosReader.self), (.journiv, JournivReader.self),
    (.loop, LoopReader.self), (.habitica, HabiticaReader.self), (.takeout, TakeoutReader.self),
    (.immich, ImmichReader.self), (.applePhotos, ApplePhotosReader.self),
    // Other programs have notes among their files.
    (.markdown, MarkdownReader.self),
  ]
}

extension ArrivalFormat {
  /// The first format that a source is of.
  ///
  /// - Parameter files: the source's.
  /// - Returns: the format, with its reader.
  /// - Throws: ``ArrivalError/unknownFormat(found:known:)`` where it is of none, and what a reader throws that looks
  ///   at it.
  package static func recognize(
    _ files: any ArrivalFiles
  ) throws -> (format: ArrivalFormat, reader: any ArrivalReader.Type) {
    for (format, reader) in readers where try reader.recognizes(files) { return (format, reader) }
    let few = 5
    var found = files.files.prefix(few).map(\.path)
    if files.files.count > few { found.append("…") }
    throw ArrivalError.unknownFormat(found: found, known: readers.map(\.format.rawValue))
  }

  /// Checks that a source without an entry that can come is of this format.
  ///
  /// - Parameters:
  ///   - files: the source's.
  ///   - hasFaults: whether it has entries that cannot; these say it, unless it looks like another format.
  /// - Throws: ``ArrivalError/otherFormat(asked:looksLike:)``, and what a reader throws that looks at it.
  package func checkIsFormat(of files: any ArrivalFiles, hasFaults: Bool) throws {
    guard let reader, try !reader.recognizes(files) else { return }
    let other = try Self.readers.first { try $0.reader.recognizes(files) }
    if other == nil, hasFaults { return }
    throw ArrivalError.otherFormat(asked: rawValue, looksLike: other?.format.rawValue)
  }

  /// The reader of the format; nil where there is none yet.
  package var reader: (any ArrivalReader.Type)? {
    Self.readers.first { $0.format == self }?.reader
  }
}
