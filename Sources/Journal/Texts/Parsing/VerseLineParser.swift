/// Reads the lines of Debian's `bible -f`: `Ge1:1 In the beginning …`, a verse each.
struct VerseLineParser: LineParser {
  private let language: String

  /// - Parameter language: in which books are called by their names.
  init(language: String) { self.language = language }

  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    guard let line else { return items.appendTooLong(number) }
    if line.isBlank { return }
    items.append(at: number) { text throws(FieldError) in
      guard let end = line.firstIndex(of: .blank),
        let place = Self.place(line[..<end], language)
      else { throw FieldError(.noVerse) }
      try text.set(verse: Array(line[end...]), at: place)
    }
  }

  mutating func end(_ items: inout [ReadItem]) {}

  /// Where `1Sm2:3` is; nil where it is no such place.
  static func place(_ bytes: ArraySlice<UInt8>, _ language: String) -> VersePlace? {
    guard bytes.count < 40, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let verse = number(bytes[(colon + 1)...]),
      let nameEnd = bytes[..<colon].lastIndex(where: { !$0.isDigit }),
      let chapter = number(bytes[(nameEnd + 1)..<colon]),
      let book = BibleBook.byDebian[String(decoding: bytes[...nameEnd], as: UTF8.self)]
    else { return nil }
    return VersePlace(
      book: book.osis, bookTitle: book.name(in: language), chapter: chapter, verse: "\(verse)")
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
