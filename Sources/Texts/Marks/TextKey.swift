/// How a person names a text: by its key, or a verse by its book, chapter and number.
enum TextKey {
  /// The keys that a typed text may mean, the likeliest first: "John 3:16" and "요 3:16" mean
  /// "John.3.16".
  static func meant(by typed: String) -> [String] {
    let text = typed.split { $0.isWhitespace }.joined(separator: " ")
    return [text] + (verse(text).map { [$0] } ?? [])
  }

  private static func verse(_ text: String) -> String? {
    guard let colon = text.lastIndex(of: ":"),
      let nameEnd = text[..<colon].lastIndex(where: { !$0.isNumber })
    else { return nil }
    let chapter = text[text.index(after: nameEnd)..<colon]
    let verse = text[text.index(after: colon)...].drop { $0 == " " }
    let name = text[...nameEnd].filter { $0 != " " && $0 != "." }.lowercased()
    guard let book = books[name], let chapter = Int(chapter), !verse.isEmpty,
      verse.allSatisfy({ $0.isNumber || $0 == "-" })
    else { return nil }
    return "\(book).\(chapter).\(verse)"
  }

  /// The books by all their names, in small letters without blanks.
  private static let books = Dictionary(
    BibleBook.all.flatMap { book in
      [book.osis, book.usfm, book.debian, book.english, book.korean, book.koreanShort].map {
        ($0.filter { $0 != " " }.lowercased(), book.osis)
      }
    }, uniquingKeysWith: { first, _ in first })
}
