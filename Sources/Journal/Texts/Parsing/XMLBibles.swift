import Store

/// A verse that is read of XML, as far as it is.
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

/// Reads verses of OSIS ("OSIS 2.1.1 User's Manual", section 8): elements, or milestones of which one
/// begins a verse and one ends it. Notes are left out, and titles that are not the text's own.
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

  /// Where `Gen.1.1` is, also with a work before it (`KJV:`), something after it (`!a`) or more verses.
  private func place(_ id: String) -> VersePlace? {
    let first = id.split(separator: " ").first ?? ""
    let name = (first.split(separator: ":").last ?? "").prefix { $0 != "!" }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].count <= 20, let chapter = Int(parts[1]),
      !parts[2].isEmpty, parts[2].count <= 12
    else { return nil }
    let book = String(parts[0])
    return VersePlace(
      book: book, bookTitle: BibleBook.byOSIS[book]?.name(in: language) ?? book, chapter: chapter,
      verse: String(parts[2]))
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
    guard let book, let chapter, let number = number.flatMap({ Int($0) }), number >= 0 else {
      return nil
    }
    return VersePlace(
      book: book.key, bookTitle: book.title, chapter: chapter, verse: "\(number)")
  }
}
