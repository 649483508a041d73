/// How a person names a text: by its key, or a verse by its book, chapter and number.
enum TextKey {
  /// The keys that a typed text may mean, the likeliest first: "John 3:16" and "요 3:16" mean
  /// "John.3.16", and of several verses a text may have all, or the first.
  static func meant(by typed: String) -> [String] {
    let text = typed.split { $0.isWhitespace }.joined(separator: " ")
    return [text] + verses(text).filter { $0 != text }
  }

  private static func verses(_ text: String) -> [String] {
    // The book's name, its chapter, and its verses from one to another.
    guard text.utf8.count <= longest else { return [] }
    let parts =
      #/^(\d?\s*\D+?(?:\d서)?)\s*(\d+)\s*(?:[:.]|장)\s*(\d+)\s*절?(?:\s*[-–~]\s*(\d+)\s*절?)?$/#
    guard let match = text.firstMatch(of: parts), let chapter = Int(match.2),
      let verse = Int(match.3), let book = book(match.1)
    else { return [] }
    let first = "\(book).\(chapter).\(verse)"
    return (match.4.map { ["\(first)-\($0)"] } ?? []) + [first]
  }

  /// The keys of sections that a typed text may mean, the likeliest first: "John 3" and "요 3장" mean
  /// "John.3".
  static func sections(meantBy typed: String) -> [String] {
    let text = typed.split { $0.isWhitespace }.joined(separator: " ")
    guard text.utf8.count <= longest,
      let match = text.firstMatch(of: #/^(\d?\s*\D+?(?:\d서)?)\s*(\d+)\s*[장편]?$/#),
      let chapter = Int(match.2), let book = book(match.1)
    else { return [text] }
    let key = "\(book).\(chapter)"
    return text == key ? [text] : [text, key]
  }

  /// The keys of the sections that a typed verse or book begins in: "John 3:16" and "John.3.16" begin in
  /// "John.3", "John" in "John.1".
  static func sections(around typed: String) -> [String] {
    let text = typed.split { $0.isWhitespace }.joined(separator: " ")
    guard text.utf8.count <= longest else { return [] }
    let chapters = verses(text).map {
      String($0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex))
    }
    return Array(chapters.suffix(1)) + (book(text[...]).map { ["\($0).1"] } ?? [])
  }

  /// What OSIS calls a book that people call so.
  private static func book(_ typed: Substring) -> String? {
    var words = typed.lowercased().split { $0 == " " || $0 == "." }[...]
    var number = ""
    if let first = words.first, let ordinal = ordinals[String(first)], words.count > 1 {
      (number, words) = (ordinal, words.dropFirst())
    }
    var name = number + words.joined()
    // 요한1서 is 요한일서.
    for (digit, word) in zip("123", ["일", "이", "삼"]) where name.hasSuffix("\(digit)서") {
      name = name.dropLast(2) + "\(word)서"
    }
    return books[name]
  }

  /// Bytes of what may be a verse.
  private static let longest = 100

  private static let ordinals = [
    "i": "1", "ii": "2", "iii": "3", "first": "1", "second": "2", "third": "3", "1st": "1",
    "2nd": "2", "3rd": "3",
  ]

  /// What else people call books, in small letters without blanks.
  private static let others = [
    "psalm": "Ps", "pss": "Ps", "songofsolomon": "Song", "canticles": "Song", "sos": "Song",
    "mt": "Matt", "mk": "Mark", "mr": "Mark", "lk": "Luke", "lu": "Luke", "jn": "John",
    "joh": "John", "1jn": "1John", "2jn": "2John", "3jn": "3John", "ro": "Rom", "ga": "Gal",
    "ph": "Phil", "php": "Phil", "jas": "Jas", "revelations": "Rev", "apocalypse": "Rev",
    "ec": "Eccl", "ecc": "Eccl", "pr": "Prov", "pro": "Prov", "gn": "Gen", "ex": "Exod",
    "dt": "Deut", "jgs": "Judg", "is": "Isa", "jr": "Jer", "ez": "Ezek", "dn": "Dan",
  ]

  /// The books by all their names, in small letters without blanks.
  private static let books = Dictionary(
    BibleBook.all.flatMap { book in
      [book.osis, book.usfm, book.debian, book.english, book.korean, book.koreanShort].map {
        ($0.filter { $0 != " " }.lowercased(), book.osis)
      }
    } + others.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
}
