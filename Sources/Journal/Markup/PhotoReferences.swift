extension Markup {
  /// Whether words may show a post's photo; found without parsing them.
  package static func mayShowPhotos(_ words: String) -> Bool {
    ReferencePlace.all(in: words).contains { $0.reference.post != nil }
  }

  /// Like ``movingPhotos(in:changing:)``, only for photos of other posts.
  ///
  /// - Parameters:
  ///   - words: Markdown.
  ///   - number: what becomes of a post's number; nil leaves it.
  /// - Returns: the words.
  package static func movingPhotos(in words: String, to number: (Int) -> Int?) -> MovedPhotos {
    movingPhotos(in: words) { reference in
      reference.post.flatMap(number).flatMap { $0 > 0 ? .post($0) : nil }
    }
  }

  /// Words that show photos by other references: each image `![](post:12)` or `![](photo:2)` has another
  /// one, with it a link that has its address from the same definition, and every other byte is as it was,
  /// that of code and text too.
  ///
  /// libcmark-gfm does not say where the address of an image stands, which may be in a definition
  /// elsewhere. So marks are put wherever an address may be, and the words are read again: where they are
  /// the same but for the marks, an image with a mark for its address has it from that place.
  ///
  /// - Parameters:
  ///   - words: Markdown.
  ///   - change: gives the new reference for an old one; nil leaves it.
  /// - Returns: the words, as they were also where they would not be read as before.
  /// - Complexity: three readings of the words; of words that have the same in names of definitions, one
  ///   for each place.
  package static func movingPhotos(
    in words: String, changing change: (PhotoReference) -> PhotoReference?
  ) -> MovedPhotos {
    func moves(_ old: PhotoReference) -> Bool { change(old).map { $0 != old } ?? false }
    func new(_ old: PhotoReference) -> PhotoReference { change(old) ?? old }
    let places = ReferencePlace.all(in: words).filter { moves($0.reference) }
    if places.isEmpty { return MovedPhotos(words: words, left: []) }
    let before = Markup(words)
    let shown = before.photoReferences.filter(moves)
    if shown.isEmpty { return MovedPhotos(words: words, left: []) }
    let unmoved = MovedPhotos(words: words, left: shown.compactMap(\.post))
    let trial = Trial(
      words: words, events: before.events, places: places.filter { shown.contains($0.reference) })
    guard let trial else { return unmoved }
    let addresses = trial.addresses()
    let moved = Set(addresses.filter { before.events[$0.key].isImage }.values)
    let changed = words.replacing(
      moved.sorted().map { trial.places[$0].replaced(by: new(trial.places[$0].reference)) })
    let after = Markup(changed)
    let expected = before.events.enumerated().map { index, event in
      guard let place = addresses[index], moved.contains(place) else { return event }
      return event.withAddress(new(trial.places[place].reference).address)
    }
    guard !after.isPlain, after.events == expected else { return unmoved }
    let left = before.events.indices.filter { addresses[$0] == nil && before.events[$0].isImage }
      .compactMap { before.events[$0].address.flatMap(postNumber) }
    return MovedPhotos(words: changed, left: shown.compactMap(\.post).filter(left.contains))
  }

  /// Words after the numbers in their images changed.
  package struct MovedPhotos: Sendable, Hashable {
    package let words: String
    /// The posts that images still show by old numbers, although there are new ones.
    package let left: [Int]

    package init(words: String, left: [Int]) { (self.words, self.left) = (words, left) }
  }
}

/// A place in words with `post:12` or `photo:2`, also with an escaped colon.
private struct ReferencePlace {
  let reference: Markup.PhotoReference
  /// Where the word before the colon begins, in bytes.
  let start: Int
  /// Where the digits are, in bytes.
  let digits: Range<Int>

  /// What is put there for another reference: of one of the same kind the digits alone.
  func replaced(by new: Markup.PhotoReference) -> (range: Range<Int>, text: String) {
    new.scheme == reference.scheme
      ? (digits, "\(new.number)") : (start..<digits.upperBound, new.address)
  }

  private static let schemes = ["post", "photo"].map { ($0, Array($0.utf8)) }

  private static let colons = [":", "\\:", "&colon;", "&#58;", "&#x3a;", "&#x3A;", "&#X3A;"]
    .map { Array($0.utf8) }

  /// All of them, in order.
  static func all(in words: String) -> [ReferencePlace] {
    var words = words
    return words.withUTF8 { bytes in
      var places: [ReferencePlace] = []
      var place = 0
      while place + 5 < bytes.count {
        guard bytes[place] == UInt8(ascii: "p"),
          let (name, scheme) = schemes.first(where: { bytes[place...].starts(with: $0.1) }),
          let colon = colons.first(where: { bytes[(place + scheme.count)...].starts(with: $0) })
        else {
          place += 1
          continue
        }
        let start = place + scheme.count + colon.count
        let end = bytes[start...].prefix { 0x30...0x39 ~= $0 }.endIndex
        let address = "\(name):" + String(decoding: bytes[start..<end], as: UTF8.self)
        if let reference = Markup.PhotoReference(address) {
          places.append(
            ReferencePlace(reference: reference, start: place, digits: start..<end))
        }
        place = end
      }
      return places
    }
  }
}

/// Words with marks in some places, which are numbers that the words do not have.
private struct Trial {
  let words: String
  let events: [MarkupEvent]
  let places: [ReferencePlace]
  /// What a mark begins with; then come six digits of its place's number.
  private let beginning: String

  /// How many places are tried on their own at most: a reading of words made for it may take half a
  /// second.
  private static let limit = 16

  /// - Returns: nil where there are no places, or words have the marks themselves.
  init?(words: String, events: [MarkupEvent], places: [ReferencePlace]) {
    let beginning = ["900000000", "910000000", "920000000"].first { !words.contains($0) }
    guard let beginning, 1..<1_000_000 ~= places.count else { return nil }
    (self.words, self.events, self.places) = (words, events, places)
    self.beginning = beginning
  }

  /// The places from which images and links have their addresses, by their events.
  func addresses() -> [Int: Int] {
    if let addresses = addresses(marking: places.indices) { return addresses }
    guard places.count <= Self.limit else { return [:] }
    return places.indices.reduce(into: [:]) { all, place in
      // What marks the name of a definition takes its images away.
      if let found = addresses(marking: place..<place + 1) {
        all.merge(found) { first, _ in first }
      }
    }
  }

  /// - Returns: nil where the words with marks are read as others.
  private func addresses(marking marked: Range<Int>) -> [Int: Int]? {
    let text = words.replacing(marked.map { (places[$0].digits, mark($0)) })
    let read = Markup(text)
    guard !read.isPlain, read.events.count == events.count else { return nil }
    var addresses: [Int: Int] = [:]
    for (index, event) in read.events.enumerated() {
      guard event.mappingTexts(withoutMarks) == events[index] else { return nil }
      if let reference = event.address.flatMap(Markup.PhotoReference.init),
        let place = place(ofMark: reference.number)
      {
        addresses[index] = place
      }
    }
    return addresses
  }

  private func mark(_ place: Int) -> String {
    let number = "\(place)"
    return beginning + String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  private func place(ofMark number: Int) -> Int? {
    let text = "\(number)"
    guard text.hasPrefix(beginning), text.utf8.count == beginning.utf8.count + 6 else { return nil }
    return Int(text.suffix(6))
  }

  /// A text with the digits that the marks stand for.
  private func withoutMarks(_ text: String) -> String {
    guard text.contains(beginning) else { return text }
    let parts = text.split(separator: beginning, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { whole, part in
      guard let place = Int(part.prefix(6)), places.indices.contains(place) else {
        return whole += beginning + part
      }
      let digits = words.utf8.dropFirst(places[place].digits.lowerBound)
        .prefix(places[place].digits.count)
      whole += String(decoding: digits, as: UTF8.self) + part.dropFirst(6)
    }
  }
}

extension String {
  /// The text with other texts in the place of some bytes, which are in order.
  fileprivate func replacing(_ changes: [(range: Range<Int>, text: String)]) -> String {
    let bytes = Array(utf8)
    var (new, end) = ([UInt8](), 0)
    new.reserveCapacity(bytes.count + 16 * changes.count)
    for (range, text) in changes {
      new += bytes[end..<range.lowerBound]
      new += text.utf8
      end = range.upperBound
    }
    return String(decoding: new + bytes[end...], as: UTF8.self)
  }
}

extension MarkupEvent {
  fileprivate var isImage: Bool {
    switch self {
    case .enter(.image), .exit(.image): true
    default: false
    }
  }

  /// The address of an image or a link that begins or ends.
  fileprivate var address: String? {
    switch self {
    case .enter(.image(let address, _)), .exit(.image(let address, _)),
      .enter(.link(let address, _)), .exit(.link(let address, _)):
      address
    default: nil
    }
  }

  /// The beginning or end of an image or a link with another address.
  fileprivate func withAddress(_ address: String) -> MarkupEvent {
    switch self {
    case .enter(let element): .enter(element.withAddress(address))
    case .exit(let element): .exit(element.withAddress(address))
    default: self
    }
  }

  fileprivate func mappingTexts(_ map: (String) -> String) -> MarkupEvent {
    switch self {
    case .enter(let element): .enter(element.mappingTexts(map))
    case .exit(let element): .exit(element.mappingTexts(map))
    case .leaf(.text(let text)): .leaf(.text(map(text)))
    case .leaf(.code(let text)): .leaf(.code(map(text)))
    case .leaf(.codeBlock(let text)): .leaf(.codeBlock(map(text)))
    case .leaf: self
    }
  }
}

extension MarkupEvent.Element {
  fileprivate func withAddress(_ address: String) -> Self {
    switch self {
    case .link(_, let title): .link(address: address, title: title)
    case .image(_, let title): .image(address: address, title: title)
    default: self
    }
  }

  fileprivate func mappingTexts(_ map: (String) -> String) -> Self {
    switch self {
    case .link(let address, let title): .link(address: map(address), title: map(title))
    case .image(let address, let title): .image(address: map(address), title: map(title))
    default: self
    }
  }
}
