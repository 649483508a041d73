import Store

/// A verse being read from XML.
private struct XMLVerse {
  let line: Int
  let place: VersePlace?
  private var bytes: [UInt8] = []
  private var isTooLong = false

  init(_ line: Int, _ place: VersePlace?) { (self.line, self.place) = (line, place) }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    if bytes.count + text.count > ReadText.recordLimit { isTooLong = true }
    if isTooLong { bytes = [] } else { bytes += text }
  }

  /// Parts words at what is an element of its own, such as a line of a poem.
  mutating func appendBlank() { if !isTooLong { bytes.append(.blank) } }

  func finish(_ items: inout [ReadItem]) {
    if isTooLong { return items.appendTooLong(line) }
    items.append(at: line) { text throws(FieldError) in
      guard let place else { throw FieldError(.noVerse) }
      try text.set(verse: bytes, at: place)
    }
  }
}

/// Reads verses of OSIS ("OSIS 2.1.1 User's Manual", section 8): elements, or pairs of milestones
/// that begin and end a verse. It leaves out notes, and titles that are not part of the text.
final class OSISBible: XMLContent {
  private let language: String
  private var verse: XMLVerse?
  /// The end that the milestone of the open verse names; nil where it is an element.
  private var milestone: String?
  /// How many elements are open since one whose text is left out; 0 outside of such.
  private var leftOut = 0

  /// - Parameter language: in which books are called by their names.
  init(language: String) { self.language = language }

  func begin(
    _ name: String, _ attributes: [String: String], _ line: Int, _ items: inout [ReadItem]
  ) {
    if leftOut > 0 { return leftOut += 1 }
    switch name {
    case "note": leftOut = 1
    case "title" where attributes["canonical"] != "true": leftOut = 1
    case "verse":
      if let end = attributes["eID"] { return endMilestone(end, &items) }
      closeOpen(&items)
      let id = attributes["osisID"] ?? attributes["sID"] ?? ""
      verse = XMLVerse(line, place(id))
      milestone = attributes["sID"]
    case "l", "lg", "lb", "p", "item", "list", "title", "div", "q": verse?.appendBlank()
    default: break
    }
  }

  func add(_ text: UnsafeRawBufferPointer) { if leftOut == 0 { verse?.append(text) } }

  func end(_ name: String, _ items: inout [ReadItem]) {
    if leftOut > 0 { return leftOut -= 1 }
    switch name {
    case "verse" where verse != nil && milestone == nil:
      verse?.finish(&items)
      verse = nil
    case "osisText", "osis": closeOpen(&items)
    default: break
    }
  }

  private func endMilestone(_ end: String, _ items: inout [ReadItem]) {
    guard verse != nil, milestone == end else { return }
    verse?.finish(&items)
    (verse, milestone) = (nil, nil)
  }

  /// Tells of a verse that another follows, or the end of all, before its own end.
  private func closeOpen(_ items: inout [ReadItem]) {
    guard let open = verse else { return }
    items.append(.problem(ReadProblem(line: open.line, .openVerse(open.place?.key ?? "?"))))
    (verse, milestone) = (nil, nil)
  }

  /// Where `Gen.1.1` is, or several verses of which it is one text: `Gen.1.1 Gen.1.2`, `Gen.1.1-Gen.1.2`.
  private func place(_ id: String) -> VersePlace? {
    var joined: JoinedVerses?
    for range in id.split(whereSeparator: \.isWhitespace) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        .map { OSISVerse($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1] else {
        return nil
      }
      if joined == nil {
        joined = JoinedVerses(first, last)
      } else if joined?.add(first, last) != true {
        return nil
      }
    }
    return joined.flatMap { joined in
      let book = joined.first.book
      return VersePlace(
        book: book, bookTitle: BibleBook.byOSIS[book]?.name(in: language) ?? book,
        chapter: joined.first.chapter, verse: joined.verses)
    }
  }
}

/// A verse as OSIS names it: `Gen.1.1`, also with a work before it (`KJV:`) or something after it (`!a`).
private struct OSISVerse: Hashable {
  let book: String
  let chapter: Int
  /// As it is written, and as a number.
  let verse: String
  let number: Int

  /// Nil where it is none.
  init?(_ id: Substring) {
    let name = (id.split(separator: ":").last ?? "").prefix { $0 != "!" }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].count <= 20,
      let chapter = Int(digits: parts[1], widths: 1...4), let number = VersePlace.number(parts[2])
    else { return nil }
    (book, self.chapter, verse) = (String(parts[0]), chapter, String(parts[2]))
    self.number = number
  }

  /// Whether it is the verse after another, as far as its number says it.
  func follows(_ other: OSISVerse) -> Bool {
    guard verse == "\(number)", other.verse == "\(other.number)" else { return false }
    return chapter == other.chapter
      ? number == other.number + 1 : chapter == other.chapter + 1 && number == 1
  }

  func isBefore(_ other: OSISVerse) -> Bool {
    (chapter, number) < (other.chapter, other.number)
  }
}

/// Verses of a book that have one text, with those that follow one another as a range.
private struct JoinedVerses {
  let first: OSISVerse
  private var ranges: [(first: OSISVerse, last: OSISVerse)] = []

  /// Nil where the last is before the first, or in another book.
  init?(_ first: OSISVerse, _ last: OSISVerse) {
    self.first = first
    if !add(first, last) { return nil }
  }

  /// Adds a range.
  ///
  /// - Returns: whether it is one, of the same book.
  mutating func add(_ first: OSISVerse, _ last: OSISVerse) -> Bool {
    guard first.book == self.first.book, last.book == first.book, !last.isBefore(first) else {
      return false
    }
    if let before = ranges.last?.last, first.follows(before) || first == before {
      ranges[ranges.count - 1].last = last
    } else {
      ranges.append((first, last))
    }
    return true
  }

  /// The numbers, as "1-3,5"; those of another chapter than the number before them with book and chapter.
  var verses: String {
    var chapter = first.chapter
    func name(_ verse: OSISVerse) -> String {
      defer { chapter = verse.chapter }
      return verse.chapter == chapter
        ? verse.verse : "\(verse.book).\(verse.chapter).\(verse.verse)"
    }
    return ranges.map { range in
      let start = name(range.first)
      return range.first == range.last ? start : "\(start)-\(name(range.last))"
    }.joined(separator: ",")
  }
}

/// Reads verses of Zefania XML: `BIBLEBOOK`, `CHAPTER` and `VERS`, in capital letters or small ones.
final class ZefaniaBible: XMLContent {
  private let language: String
  private var book: (key: String, title: String)?
  private var chapter: Int?
  private var verse: XMLVerse?
  /// As in ``OSISBible``.
  private var leftOut = 0

  /// - Parameter language: in which books are called that have no name in the file.
  init(language: String) { self.language = language }

  func begin(
    _ name: String, _ attributes: [String: String], _ line: Int, _ items: inout [ReadItem]
  ) {
    if leftOut > 0 { return leftOut += 1 }
    switch name.uppercased() {
    case "NOTE", "XREF", "CAPTION", "REMARK": leftOut = 1
    case "BIBLEBOOK": book = book(attributes)
    case "CHAPTER": chapter = attributes["cnumber"].flatMap { Int($0) }
    case "VERS": verse = XMLVerse(line, place(attributes["vnumber"]))
    case "BR", "DIV": verse?.appendBlank()
    default: break
    }
  }

  func add(_ text: UnsafeRawBufferPointer) { if leftOut == 0 { verse?.append(text) } }

  func end(_ name: String, _ items: inout [ReadItem]) {
    if leftOut > 0 { return leftOut -= 1 }
    switch name.uppercased() {
    case "BIBLEBOOK": book = nil
    case "CHAPTER": chapter = nil
    case "VERS":
      verse?.finish(&items)
      verse = nil
    default: break
    }
  }

  private func book(_ attributes: [String: String]) -> (String, String)? {
    guard let number = attributes["bnumber"].flatMap({ Int($0) }), number > 0 else { return nil }
    let known = number <= BibleBook.all.count ? BibleBook.all[number - 1] : nil
    let scalars = (attributes["bname"] ?? "").split { $0.isWhitespace }.joined(separator: " ")
      .unicodeScalars.filter { !$0.isControl }.prefix(100)
    let name = String(String.UnicodeScalarView(scalars))
    let key = known?.osis ?? "B\(number)"
    return (key, name.isEmpty ? known?.name(in: language) ?? key : name)
  }

  private func place(_ number: String?) -> VersePlace? {
    guard let book, let chapter, let verse = number.flatMap({ VersePlace.verses($0) }) else {
      return nil
    }
    return VersePlace(book: book.key, bookTitle: book.title, chapter: chapter, verse: verse)
  }
}
