/// Reads verses of USFM (Unified Standard Format Markers 3.1): `\id`, `\c`, `\v`.
///
/// Notes and cross references (`\f…\f*`, `\x…\x*`) are left out, as are headings, other numbers of
/// verses, and milestones (`\qt-s |who="…"\*`); of `\w word|lemma="…"\w*` and other marked words the
/// words stay. Markers that nobody knows are told once, and their words stay.
struct USFMParser: LineParser {
  private let language: String
  private var book: BibleBook?
  private var chapter: Int?
  private var verse: OpenVerse?
  /// The note that is open, by its marker; nil outside of notes.
  private var note: String?
  /// Whether text is a heading's, up to the end of the line or the next paragraph.
  private var isHeading = false
  /// Marked words that have no end yet, the innermost last.
  private var spans: [Span] = []
  private var markup = Markup.none
  private var unknown = UnknownMarkers()

  private struct OpenVerse {
    let line: Int
    let place: VersePlace?
    var bytes: [UInt8] = []
    var isTooLong = false
    /// A note or a marker in it has no end, so that nobody knows what is the verse's.
    var openPart: OpenPart?
  }

  private enum OpenPart { case note, marker }

  private struct Span {
    let name: String
    let isLeftOut: Bool
  }

  /// Markup that may come before words, or must end before they continue.
  private enum Markup: Equatable {
    case none
    /// After a marker, whose attributes or words follow.
    case marker(Marker)
    /// In attributes before the words, up to "|", or for a milestone up to `\*`.
    case attributes(Marker, isQuoted: Bool)
    /// In attributes after the words, up to the end of their marker.
    case lastAttributes
  }

  /// A marker whose end has not arrived yet.
  private struct Marker: Equatable {
    let name: String
    let kind: USFMMarker
    let line: Int
  }

  /// Marked words within one another.
  private static let spanLimit = 32
  /// Bytes of the name of a marker that are looked at.
  private static let nameLimit = 40

  /// - Parameter language: in which books are called by their names.
  init(language: String) { self.language = language }

  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    if isHeading { (spans, markup, isHeading) = ([], .none, false) }
    guard let line else {
      (spans, markup) = ([], .none)
      verse?.isTooLong = true
      if verse == nil { items.appendTooLong(number) }
      return
    }
    put([.blank])
    var rest = line
    while let sign = rest.firstIndex(of: .backslash) {
      take(rest[..<sign])
      rest = rest[(sign + 1)...]
      if let character = USFMText.character(&rest) {
        takeCharacter(character)
        continue
      }
      let written = rest.prefix { $0.isInMarker }
      rest = rest[written.endIndex...]
      let isEnd = rest.first == UInt8(ascii: "*")
      if isEnd || rest.first == .blank { rest = rest.dropFirst() }
      let name = String(
        decoding: written.drop { $0 == UInt8(ascii: "+") }.prefix(Self.nameLimit), as: UTF8.self)
      if isEnd { endMark(name) } else { begin(name, &rest, number, &items) }
    }
    take(rest)
  }

  mutating func end(_ items: inout [ReadItem]) {
    if note != nil { verse?.openPart = .note }
    closeSpans()
    endVerse(&items)
    if let problem = unknown.problem { items.append(.problem(problem)) }
  }

  private mutating func begin(
    _ name: String, _ rest: inout ArraySlice<UInt8>, _ number: Int, _ items: inout [ReadItem]
  ) {
    let kind = USFMMarker(name)
    if let open = note {
      if open == USFMMarker.sidebar, name == USFMMarker.sidebarEnd { return note = nil }
      guard [.book, .chapter, .verse].contains(kind) else { return }
      note = nil
      verse?.openPart = .note
    }
    closeMarkup()
    switch kind {
    case .book, .chapter, .verse, .paragraph, .heading: closeSpans()
    case .note, .words, .notWords, .milestone, .unknown: break
    }
    markup = .marker(Marker(name: name, kind: kind, line: number))
    switch kind {
    case .book:
      endVerse(&items)
      book = BibleBook.byUSFM[String(decoding: USFMText.word(&rest), as: UTF8.self).uppercased()]
      (chapter, isHeading) = (nil, true)
    case .chapter:
      endVerse(&items)
      chapter = USFMText.word(&rest).number
      isHeading = true
    case .verse:
      endVerse(&items)
      verse = OpenVerse(line: number, place: place(ofVerse: USFMText.word(&rest)))
      isHeading = false
    case .note: (note, markup) = (name, .none)
    case .heading: isHeading = true
    case .paragraph:
      isHeading = false
      put([.blank])
    case .words, .notWords, .unknown:
      if spans.count == Self.spanLimit { spans.removeFirst() }
      spans.append(Span(name: name, isLeftOut: kind == .notWords))
    case .milestone: break
    }
  }

  /// Takes the end of a marker, which is a milestone where it has no name.
  private mutating func endMark(_ name: String) {
    if note != nil {
      if name == note { note = nil }
      return
    }
    switch markup {
    case .marker(let marker), .attributes(let marker, _):
      if name.isEmpty {
        let hasSpan = [.words, .notWords, .unknown].contains(marker.kind)
        if hasSpan { _ = spans.popLast() }
      } else {
        settle(marker)
      }
    case .none, .lastAttributes: break
    }
    markup = .none
    if let index = spans.lastIndex(where: { $0.name == name }) { spans.removeSubrange(index...) }
  }

  /// Ends what comes before words: from here on the marker is none of a milestone.
  private mutating func settle(_ marker: Marker) {
    if marker.kind == .unknown { unknown.add(marker.name, line: marker.line) }
  }

  /// Tells of a milestone, or of attributes, that another marker or the end follows.
  private mutating func closeMarkup() {
    switch markup {
    case .none: break
    case .marker(let marker):
      settle(marker)
      if marker.kind == .milestone { openMarker() }
    case .attributes(let marker, _):
      settle(marker)
      openMarker()
    case .lastAttributes: openMarker()
    }
    markup = .none
  }

  private mutating func closeSpans() {
    closeMarkup()
    if spans.contains(where: \.isLeftOut) { openMarker() }
    spans.removeAll(keepingCapacity: true)
  }

  private mutating func openMarker() {
    if !isHeading, verse?.openPart == nil { verse?.openPart = .marker }
  }

  private func place(ofVerse number: ArraySlice<UInt8>) -> VersePlace? {
    guard let book, let chapter,
      let verse = VersePlace.verses(String(decoding: number.prefix(100), as: UTF8.self))
    else { return nil }
    return VersePlace(
      book: book.osis, bookTitle: book.name(in: language), chapter: chapter, verse: verse)
  }

  private mutating func endVerse(_ items: inout [ReadItem]) {
    guard let ended = verse else { return }
    verse = nil
    if ended.isTooLong { return items.appendTooLong(ended.line) }
    items.append(at: ended.line) { text throws(FieldError) in
      guard let place = ended.place else { throw FieldError(.noVerse) }
      switch ended.openPart {
      case .note: throw FieldError(.openNote(place.key))
      case .marker: throw FieldError(.openMarker(place.key))
      case nil: break
      }
      try text.set(verse: ended.bytes, at: place)
    }
  }
}

/// Words and attributes (USFM 3.1, "Attributes").
extension USFMParser {
  /// Takes what is between two markers.
  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard note == nil else { return }
    var rest = bytes
    if case .marker(let marker) = markup {
      rest = rest.drop { $0 == .blank || $0 == .tab }
      guard let first = rest.first else { return }
      if first == .bar {
        markup = .attributes(marker, isQuoted: false)
        rest = rest.dropFirst()
      } else if marker.kind == .milestone {
        // Its end was to come here.
        markup = .attributes(marker, isQuoted: false)
      } else {
        settle(marker)
        markup = .none
      }
    }
    if case .attributes(let marker, var isQuoted) = markup {
      let end = rest.firstIndex { byte in
        if byte == .quote { isQuoted.toggle() }
        return byte == .bar && !isQuoted && marker.kind != .milestone
      }
      guard let end else { return markup = .attributes(marker, isQuoted: isQuoted) }
      settle(marker)
      markup = .none
      rest = rest[(end + 1)...]
    }
    guard markup == .none else { return }
    if !spans.isEmpty, let bar = rest.firstIndex(of: .bar) {
      markup = .lastAttributes
      rest = rest[..<bar]
    }
    put(USFMText.plain(rest))
  }

  /// Takes a character that stands for itself, or is written as a number.
  private mutating func takeCharacter(_ bytes: [UInt8]) {
    guard note == nil else { return }
    if case .marker(let marker) = markup, marker.kind != .milestone {
      settle(marker)
      markup = .none
    }
    if markup == .none { put(bytes[...]) }
  }

  /// Appends bytes to the verse, as far as they are its words.
  private mutating func put(_ bytes: ArraySlice<UInt8>) {
    guard note == nil, !isHeading, verse?.isTooLong == false, !spans.contains(where: \.isLeftOut)
    else { return }
    verse?.bytes += bytes
    if let count = verse?.bytes.count, count > ReadText.recordLimit {
      verse?.isTooLong = true
      verse?.bytes = []
    }
  }
}
