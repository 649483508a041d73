/// Reads verses of USFM (Unified Standard Format Markers 3.0): `\id`, `\c`, `\v`.
///
/// Notes and cross references (`\f…\f*`, `\x…\x*`) are left out, as are headings; of `\w word|…\w*` and
/// other marked words the words stay.
struct USFMParser: LineParser {
  private let language: String
  private var book: BibleBook?
  private var chapter: Int?
  private var verse: OpenVerse?
  /// The note that is open, by its marker; nil outside of notes.
  private var note: String?
  /// Whether text is a heading's, up to the end of the line or the next paragraph.
  private var isHeading = false
  /// Whether words are marked, and whether what follows them, after "|", describes them.
  private var isMarked = false
  private var isAttribute = false

  private struct OpenVerse {
    let line: Int
    let place: VersePlace?
    var bytes: [UInt8] = []
    var isTooLong = false
    /// Whether a note in it has no end, so that nobody knows what is the verse's.
    var hasOpenNote = false
  }

  /// - Parameter language: in which books are called by their names.
  init(language: String) { self.language = language }

  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    guard let line else {
      verse?.isTooLong = true
      if verse == nil { items.appendTooLong(number) }
      return
    }
    isHeading = false
    append([.blank])
    var rest = line
    while let sign = rest.firstIndex(of: UInt8(ascii: "\\")) {
      append(rest[..<sign])
      let nameEnd = rest[(sign + 1)...].firstIndex { !$0.isInMarker } ?? rest.endIndex
      let name = String(decoding: rest[(sign + 1)..<nameEnd], as: UTF8.self)
      rest = rest[nameEnd...]
      let isEnd = rest.first == UInt8(ascii: "*")
      if isEnd || rest.first == .blank { rest = rest.dropFirst() }
      if isEnd { endMark(name) } else { begin(name, &rest, number, &items) }
    }
    append(rest)
  }

  mutating func end(_ items: inout [ReadItem]) {
    if note != nil { verse?.hasOpenNote = true }
    endVerse(&items)
  }

  private mutating func begin(
    _ name: String, _ rest: inout ArraySlice<UInt8>, _ number: Int, _ items: inout [ReadItem]
  ) {
    if note != nil {
      guard ["id", "c", "v"].contains(name) else { return }
      note = nil
      verse?.hasOpenNote = true
    }
    (isMarked, isAttribute) = (false, false)
    let kind = name.prefix { !$0.isNumber }
    switch name {
    case "id":
      endVerse(&items)
      book = BibleBook.byUSFM[String(decoding: Self.word(&rest), as: UTF8.self).uppercased()]
      (chapter, isHeading) = (nil, true)
    case "c":
      endVerse(&items)
      chapter = Int(String(decoding: Self.word(&rest).prefix(4), as: UTF8.self))
      isHeading = true
    case "v":
      endVerse(&items)
      let place = place(ofVerse: Self.word(&rest))
      verse = OpenVerse(line: number, place: place)
      isHeading = false
    case "f", "fe", "ef", "x", "ex", "fig": note = name
    case _ where Self.headings.contains(String(kind)): isHeading = true
    case _ where Self.paragraphs.contains(String(kind)):
      isHeading = false
      append([.blank])
    default: isMarked = true
    }
  }

  private mutating func endMark(_ name: String) {
    if name == note { note = nil }
    (isMarked, isAttribute) = (false, false)
  }

  private func place(ofVerse number: ArraySlice<UInt8>) -> VersePlace? {
    guard let book, let chapter, number.first?.isDigit == true, number.count < 12,
      number.allSatisfy({ $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-") })
    else { return nil }
    return VersePlace(
      book: book.osis, bookTitle: book.name(in: language), chapter: chapter,
      verse: String(decoding: number, as: UTF8.self))
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    guard note == nil, !isHeading, !isAttribute, verse?.isTooLong == false else { return }
    let attributes = isMarked ? bytes.firstIndex(of: UInt8(ascii: "|")) : nil
    if attributes != nil { isAttribute = true }
    verse?.bytes += bytes[..<(attributes ?? bytes.endIndex)]
    if let count = verse?.bytes.count, count > ReadText.recordLimit {
      verse?.isTooLong = true
      verse?.bytes = []
    }
  }

  private mutating func endVerse(_ items: inout [ReadItem]) {
    guard let ended = verse else { return }
    verse = nil
    if ended.isTooLong { return items.appendTooLong(ended.line) }
    items.append(at: ended.line) { text throws(FieldError) in
      guard let place = ended.place else { throw FieldError(.noVerse) }
      if ended.hasOpenNote { throw FieldError(.openNote(place.key)) }
      try text.set(verse: ended.bytes, at: place)
    }
  }

  /// Takes the next word away, with the blanks about it.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    rest = rest.drop { $0 == .blank }
    let word = rest.prefix { $0 != .blank && $0 != UInt8(ascii: "\\") }
    rest = rest[word.endIndex...]
    return word
  }

  /// Markers of paragraphs with the words of verses, without their numbers.
  private static let paragraphs: Set<String> = [
    "p", "m", "po", "pr", "cls", "pmo", "pm", "pmc", "pmr", "pi", "mi", "nb", "pc", "ph", "b", "q",
    "qr", "qc", "qm", "lh", "li", "lf", "lim", "tr",
  ]

  /// Markers of paragraphs with other words: what files say of themselves, titles, headings,
  /// introductions.
  private static let headings: Set<String> = [
    "usfm", "ide", "sts", "rem", "h", "toc", "toca", "imt", "is", "ip", "ipi", "im", "imi", "ipq",
    "imq", "ipr", "iq", "ib", "ili", "iot", "io", "iex", "imte", "ie", "mt", "mte", "cl", "cp",
    "cd", "ms", "mr", "s", "sr", "r", "d", "sp", "sd", "qa", "restore", "periph",
  ]
}

extension UInt8 {
  /// Whether it may be in the name of a marker; "+" begins one within another.
  fileprivate var isInMarker: Bool { isLetter || isDigit || self == UInt8(ascii: "+") }
}
