import Store

/// A book of the Bible, with its names in files and for people.
package struct BibleBook: Sendable, Hashable {
  /// As OSIS has it ("OSIS 2.1.1 User's Manual", appendix C): the beginning of keys.
  package let osis: String
  /// As USFM has it (USFM 3.0, "Book Identifiers").
  let usfm: String
  /// As Debian's `bible -f` has it.
  let debian: String
  package let english: String
  package let korean: String
  /// As Koreans abbreviate it.
  let koreanShort: String

  /// The 66 books, in Zefania's order, which numbers them from 1.
  package static let all: [BibleBook] = table.split(separator: "\n").map { line in
    let fields = line.split(separator: "|").map { $0.drop { $0 == " " } }
      .map { String($0.last == " " ? $0.dropLast() : $0) }
    return BibleBook(
      osis: fields[0], usfm: fields[1], debian: fields[2], english: fields[3], korean: fields[4],
      koreanShort: fields[5])
  }

  static let byUSFM = Dictionary(uniqueKeysWithValues: all.map { ($0.usfm, $0) })
  static let byDebian = Dictionary(uniqueKeysWithValues: all.map { ($0.debian, $0) })
  static let byOSIS = Dictionary(uniqueKeysWithValues: all.map { ($0.osis, $0) })

  /// The book's name in a language, given as a BCP 47 tag.
  package func name(in language: String) -> String {
    language == "ko" || language.hasPrefix("ko-") ? korean : english
  }

  private static let table = """
    Gen | GEN | Ge | Genesis | 창세기 | 창
    Exod | EXO | Exo | Exodus | 출애굽기 | 출
    Lev | LEV | Lev | Leviticus | 레위기 | 레
    Num | NUM | Num | Numbers | 민수기 | 민
    Deut | DEU | Deu | Deuteronomy | 신명기 | 신
    Josh | JOS | Josh | Joshua | 여호수아 | 수
    Judg | JDG | Jdgs | Judges | 사사기 | 삿
    Ruth | RUT | Ruth | Ruth | 룻기 | 룻
    1Sam | 1SA | 1Sm | 1 Samuel | 사무엘상 | 삼상
    2Sam | 2SA | 2Sm | 2 Samuel | 사무엘하 | 삼하
    1Kgs | 1KI | 1Ki | 1 Kings | 열왕기상 | 왕상
    2Kgs | 2KI | 2Ki | 2 Kings | 열왕기하 | 왕하
    1Chr | 1CH | 1Chr | 1 Chronicles | 역대상 | 대상
    2Chr | 2CH | 2Chr | 2 Chronicles | 역대하 | 대하
    Ezra | EZR | Ezra | Ezra | 에스라 | 스
    Neh | NEH | Neh | Nehemiah | 느헤미야 | 느
    Esth | EST | Est | Esther | 에스더 | 에
    Job | JOB | Job | Job | 욥기 | 욥
    Ps | PSA | Psa | Psalms | 시편 | 시
    Prov | PRO | Prv | Proverbs | 잠언 | 잠
    Eccl | ECC | Eccl | Ecclesiastes | 전도서 | 전
    Song | SNG | SSol | Song of Songs | 아가 | 아
    Isa | ISA | Isa | Isaiah | 이사야 | 사
    Jer | JER | Jer | Jeremiah | 예레미야 | 렘
    Lam | LAM | Lam | Lamentations | 예레미야애가 | 애
    Ezek | EZK | Eze | Ezekiel | 에스겔 | 겔
    Dan | DAN | Dan | Daniel | 다니엘 | 단
    Hos | HOS | Hos | Hosea | 호세아 | 호
    Joel | JOL | Joel | Joel | 요엘 | 욜
    Amos | AMO | Amos | Amos | 아모스 | 암
    Obad | OBA | Obad | Obadiah | 오바댜 | 옵
    Jonah | JON | Jonah | Jonah | 요나 | 욘
    Mic | MIC | Mic | Micah | 미가 | 미
    Nah | NAM | Nahum | Nahum | 나훔 | 나
    Hab | HAB | Hab | Habakkuk | 하박국 | 합
    Zeph | ZEP | Zep | Zephaniah | 스바냐 | 습
    Hag | HAG | Hag | Haggai | 학개 | 학
    Zech | ZEC | Zec | Zechariah | 스가랴 | 슥
    Mal | MAL | Mal | Malachi | 말라기 | 말
    Matt | MAT | Mat | Matthew | 마태복음 | 마
    Mark | MRK | Mark | Mark | 마가복음 | 막
    Luke | LUK | Luke | Luke | 누가복음 | 눅
    John | JHN | John | John | 요한복음 | 요
    Acts | ACT | Acts | Acts | 사도행전 | 행
    Rom | ROM | Rom | Romans | 로마서 | 롬
    1Cor | 1CO | 1Cor | 1 Corinthians | 고린도전서 | 고전
    2Cor | 2CO | 2Cor | 2 Corinthians | 고린도후서 | 고후
    Gal | GAL | Gal | Galatians | 갈라디아서 | 갈
    Eph | EPH | Eph | Ephesians | 에베소서 | 엡
    Phil | PHP | Phi | Philippians | 빌립보서 | 빌
    Col | COL | Col | Colossians | 골로새서 | 골
    1Thess | 1TH | 1Th | 1 Thessalonians | 데살로니가전서 | 살전
    2Thess | 2TH | 2Th | 2 Thessalonians | 데살로니가후서 | 살후
    1Tim | 1TI | 1Tim | 1 Timothy | 디모데전서 | 딤전
    2Tim | 2TI | 2Tim | 2 Timothy | 디모데후서 | 딤후
    Titus | TIT | Titus | Titus | 디도서 | 딛
    Phlm | PHM | Phmn | Philemon | 빌레몬서 | 몬
    Heb | HEB | Heb | Hebrews | 히브리서 | 히
    Jas | JAS | Jas | James | 야고보서 | 약
    1Pet | 1PE | 1Pet | 1 Peter | 베드로전서 | 벧전
    2Pet | 2PE | 2Pet | 2 Peter | 베드로후서 | 벧후
    1John | 1JN | 1Jn | 1 John | 요한일서 | 요일
    2John | 2JN | 2Jn | 2 John | 요한이서 | 요이
    3John | 3JN | 3Jn | 3 John | 요한삼서 | 요삼
    Jude | JUD | Jude | Jude | 유다서 | 유
    Rev | REV | Rev | Revelation | 요한계시록 | 계
    """
}

/// Where a verse is.
struct VersePlace: Sendable, Hashable {
  /// As OSIS has it, also where the book is none of ``BibleBook/all``.
  let book: String
  let bookTitle: String
  let chapter: Int
  /// A number, or several, as "1-2", "1,3", and "31-Gen.2.1" where it goes on in another chapter.
  let verse: String

  var key: String { "\(book).\(chapter).\(verse)" }
  var section: ReadSection {
    ReadSection(key: "\(book).\(chapter)", title: "\(bookTitle) \(chapter)")
  }
}

extension VersePlace {
  /// The number of a verse, or the numbers of several that are one text, as "2", "2-3" or "2,4a"
  /// (USFM 3.1, "Chapters and Verses"); nil where it is none.
  static func verses(_ written: String) -> String? {
    let mark: Unicode.Scalar = "\u{200F}"
    let text = String(
      String.UnicodeScalarView(
        written.unicodeScalars.filter { $0 != mark && !$0.properties.isWhitespace }))
    for range in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last
      else { return nil }
    }
    return text
  }

  /// The number of a verse, which may be a part of one: "4", "4a"; nil where it is none.
  static func number(_ verse: Substring) -> Int? {
    let letters = verse.drop { $0.isASCII && $0.isNumber }
    guard letters.count <= 2, letters.allSatisfy(\.isLetter) else { return nil }
    return Int(digits: verse[..<letters.startIndex], widths: 1...4)
  }
}

extension ReadText {
  /// Sets what a verse of the Bible has.
  ///
  /// - Parameters:
  ///   - bytes: its text, in which white space only parts words.
  ///   - place: where it is.
  /// - Throws: ``FieldError``.
  mutating func set(verse bytes: [UInt8], at place: VersePlace) throws(FieldError) {
    try set(.key, text: place.key)
    section = place.section
    let words = try Self.text(of: bytes).split { $0.isWhitespace }
    try set(.text, text: words.joined(separator: " "))
  }
}
