/// How a file has the texts of a collection; raw values are the names on the command line.
package enum CollectionFormat: String, Sendable, CaseIterable {
  /// fortune(6).
  case fortune
  case csv, tsv, json
  /// JSON Lines.
  case jsonl
  /// Plain text, one a line or one a paragraph.
  case lines, paragraphs
  case osis, zefania, usfm
  /// What Debian's `bible -f` prints.
  case bible

  /// How many of a file's first bytes show its format.
  package static let headSize = 1 << 16

  /// The format that a file's name and first bytes have.
  ///
  /// - Parameters:
  ///   - extension: what follows the last dot of the name; nil where nothing does.
  ///   - head: at most ``headSize`` bytes.
  package init(extension: String?, head: [UInt8]) {
    var wide = UTF16Pieces(head)
    let text = (wide?.decoded(head.dropFirst(UTF16Pieces.markSize)) ?? head).drop {
      [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    func begins(_ start: String) -> Bool { text.starts(with: start.utf8) }
    let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
      .map { $0.last == .carriageReturn ? $0.dropLast() : $0 }
    switch `extension`?.lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "jsonl", "ndjson": self = .jsonl
    case "json": self = begins("{") ? .jsonl : .json
    case "usfm", "sfm": self = .usfm
    case _ where begins("<"): self = Self.isZefania(text) ? .zefania : .osis
    case _ where begins("\\id "): self = .usfm
    case _ where begins("{\""): self = .jsonl
    case _ where begins("[{"): self = .json
    case _ where lines.contains([UInt8(ascii: "%")]): self = .fortune
    case _ where Self.isVerse(lines.first): self = .bible
    // The last line may be cut.
    default: self = lines.dropLast().contains(where: \.isBlank) ? .paragraphs : .lines
    }
  }

  private static func isZefania(_ text: ArraySlice<UInt8>) -> Bool {
    String(decoding: text.prefix(4_096), as: UTF8.self).lowercased().contains("<xmlbible")
  }

  private static func isVerse(_ line: ArraySlice<UInt8>?) -> Bool {
    guard let line, let end = line.firstIndex(of: .blank) else { return false }
    return VerseLineParser.place(line[..<end], "en") != nil
  }

  /// Whether its parser reads every encoding that a file says it has.
  var readsEncodings: Bool { self == .osis || self == .zefania }

  /// A parser of files of the format.
  ///
  /// - Parameter language: in which the books of a Bible are called by their names, as in BCP 47.
  /// - Returns: one that has read nothing.
  func parser(language: String) -> any CollectionParser {
    switch self {
    case .fortune: ParserOfLines(FortuneParser())
    case .csv: TableParser.commas
    case .tsv: TableParser.tabs
    case .json: JSONArrayParser()
    case .jsonl: ParserOfLines(JSONLinesParser())
    case .lines: ParserOfLines(PlainParser(hasParagraphs: false))
    case .paragraphs: ParserOfLines(PlainParser(hasParagraphs: true))
    case .osis: XMLReader(OSISBible(language: language))
    case .zefania: XMLReader(ZefaniaBible(language: language))
    case .usfm: ParserOfLines(USFMParser(language: language))
    case .bible: ParserOfLines(VerseLineParser(language: language))
    }
  }
}

/// The texts of a file, one after the other, in memory that does not grow with the file.
package struct CollectionReader {
  private var parser: any CollectionParser
  private var items: [ReadItem] = []
  private var next = 0
  private var isFirst = true
  private var isEnded = false
  private var wide: UTF16Pieces?
  private let readsEncodings: Bool
  private let piece: () throws -> [UInt8]

  /// The most bytes of a piece.
  package static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - format: how the bytes have the texts.
  ///   - language: in which the books of a Bible are called by their names, as in BCP 47.
  ///   - piece: gives the next bytes, at most ``pieceSize``; none at the end.
  package init(
    _ format: CollectionFormat, language: String = "en", piece: @escaping () throws -> [UInt8]
  ) {
    parser = format.parser(language: language)
    readsEncodings = format.readsEncodings
    self.piece = piece
  }

  /// The next text, or a record that is not one; nil at the end.
  ///
  /// - Throws: ``ReadError``, and what `piece` throws; nothing is to be read then.
  package mutating func read() throws -> ReadItem? {
    while next == items.count {
      if isEnded { return nil }
      items.removeAll(keepingCapacity: true)
      next = 0
      var bytes = try piece()[...]
      if bytes.isEmpty {
        isEnded = true
        if let rest = wide?.end() {
          try rest.withUnsafeBufferPointer { try parser.read($0, &items) }
        }
        try parser.end(&items)
        continue
      }
      if isFirst { takeMark(&bytes) }
      isFirst = false
      if let plain = wide?.decoded(bytes) { bytes = plain[...] }
      try bytes.withUnsafeBufferPointer { try parser.read($0, &items) }
    }
    defer { next += 1 }
    return items[next]
  }

  /// Takes a byte order mark away, which the first piece has whole.
  private mutating func takeMark(_ bytes: inout ArraySlice<UInt8>) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if readsEncodings { return }
    wide = UTF16Pieces(bytes)
    if wide != nil { bytes = bytes.dropFirst(UTF16Pieces.markSize) }
  }
}
