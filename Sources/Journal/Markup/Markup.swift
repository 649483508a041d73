/// Words parsed by libcmark-gfm: CommonMark with GitHub Flavored Markdown's tables, strikethrough,
/// tasks and addresses. Pages and lists each render it their own way.
///
/// Any text is words, and none costs more than about a second, or ever ends the program: what
/// libcmark-gfm could not read in linear time (``MarkupCost``), and what lies deeper in itself than
/// anybody writes, is its plain paragraphs. Texts with something struck through take turns, so a text that
/// costs more than people's do, and would keep the others waiting, has nothing struck through.
package struct Markup: Sendable {
  let events: [MarkupEvent]
  /// Whether the text is shown as plain paragraphs, since it would cost too much or lies too deep.
  package let isPlain: Bool

  /// How deep elements may lie in each other; browsers go to 512.
  static let deepest = 200

  /// Reads words; linear but for the bounds of ``MarkupCost``.
  package init(_ words: String) {
    let cost = MarkupCost(words.utf8)
    let read =
      cost.isTooMuch
      ? nil
      : MarkupTree(
        words, hasTables: !cost.isTooMuchWithTables, isStruckThrough: cost.mayBeStruckThrough
      )?.events(deepest: Self.deepest)
    isPlain = read == nil
    events = read.map { $0.joiningTexts().linkingAddresses() } ?? Self.plain(words)
  }

  /// A photo that words show: `![](post:12)` or `![](photo:2)`.
  package enum PhotoReference: Sendable, Hashable {
    /// That of the post of this number.
    case post(Int)
    /// The one at this place of the post itself, counted from 1.
    case own(Int)

    /// Nil for any other address.
    init?(_ address: String) {
      if let number = Self.number(address, "post:") {
        self = .post(number)
      } else if let place = Self.number(address, "photo:") {
        self = .own(place)
      } else {
        return nil
      }
    }

    /// The post that is not the words' own; nil of a place.
    var post: Int? { if case .post(let number) = self { number } else { nil } }

    /// The post's number, or the place.
    var number: Int {
      switch self {
      case .post(let number), .own(let number): number
      }
    }

    var scheme: String { post == nil ? "photo" : "post" }
    var address: String { "\(scheme):\(number)" }

    private static func number(_ address: String, _ scheme: String) -> Int? {
      let digits = address.dropFirst(scheme.count)
      guard address.hasPrefix(scheme), (1...18).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits), number > 0
      else { return nil }
      return number
    }
  }

  /// The photos that the words show, each once, in order.
  package var photoReferences: [PhotoReference] {
    var seen: Set<PhotoReference> = []
    return events.compactMap { event in
      guard case .enter(.image(let address, _)) = event else { return nil }
      return PhotoReference(address).flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  /// The numbers of the posts with photos in the words, each once, in order.
  package var photoNumbers: [Int] {
    var seen: Set<Int> = []
    return allPhotoNumbers.filter { seen.insert($0).inserted }
  }

  /// ``photoNumbers``, each as often as its photo is shown.
  package var allPhotoNumbers: [Int] {
    events.compactMap { event in
      guard case .enter(.image(let address, _)) = event else { return nil }
      return postNumber(address)
    }
  }

  /// Paragraphs between blank lines, with the lines as they are.
  private static func plain(_ words: String) -> [MarkupEvent] {
    var events: [MarkupEvent] = []
    var isOpen = false
    for line in words.utf8.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine) {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        if isOpen { events.append(.exit(.paragraph(isTight: false))) }
        isOpen = false
        continue
      }
      events.append(isOpen ? .leaf(.lineBreak) : .enter(.paragraph(isTight: false)))
      events.append(.leaf(.text(String(decoding: line, as: UTF8.self).withoutControls())))
      isOpen = true
    }
    if isOpen { events.append(.exit(.paragraph(isTight: false))) }
    return events
  }
}

/// The post that an address of the form `post:12` names.
func postNumber(_ address: String) -> Int? {
  guard case .post(let number) = Markup.PhotoReference(address) else { return nil }
  return number
}

extension [MarkupEvent] {
  /// The events with each run of texts as one, and without control characters, which a text has by
  /// their numbers: `&#27;`.
  fileprivate func joiningTexts() -> [MarkupEvent] {
    var joined: [MarkupEvent] = []
    joined.reserveCapacity(count)
    var run: String?
    for event in self {
      if case .leaf(.text(let text)) = event {
        run = (run ?? "") + text.withoutControls()
        continue
      }
      if let text = run { joined.append(.leaf(.text(text))) }
      run = nil
      joined.append(event.withoutControls())
    }
    return joined
  }

  /// The events with links around the addresses in texts that are in no link yet.
  fileprivate func linkingAddresses() -> [MarkupEvent] {
    var linked: [MarkupEvent] = []
    linked.reserveCapacity(count)
    var depth = 0
    for event in self {
      switch event {
      case .enter(.link), .enter(.image): depth += 1
      case .exit(.link), .exit(.image): depth -= 1
      case .leaf(.text(let text)) where depth == 0:
        linked.append(contentsOf: Self.linked(text))
        continue
      default: break
      }
      linked.append(event)
    }
    return linked
  }

  private static func linked(_ text: String) -> [MarkupEvent] {
    let bytes = Array<UInt8>(text.utf8)[...]
    let links = Autolink.links(in: bytes)
    if links.isEmpty { return [.leaf(.text(text))] }
    var (events, end) = ([MarkupEvent](), bytes.startIndex)
    func add(_ range: Range<Int>) {
      if !range.isEmpty {
        events.append(.leaf(.text(String(decoding: bytes[range], as: UTF8.self))))
      }
    }
    for link in links {
      add(end..<link.range.lowerBound)
      let address = link.prefix + String(decoding: bytes[link.range], as: UTF8.self)
      let element = MarkupEvent.Element.link(address: address, title: "")
      events.append(.enter(element))
      add(link.range)
      events.append(.exit(element))
      end = link.range.upperBound
    }
    add(end..<bytes.endIndex)
    return events
  }
}

extension MarkupEvent {
  fileprivate func withoutControls() -> MarkupEvent {
    switch self {
    case .leaf(.code(let text)): .leaf(.code(text.withoutControls()))
    case .leaf(.codeBlock(let text)): .leaf(.codeBlock(text.withoutControls()))
    case .enter(let element): .enter(element.withoutControls())
    case .exit(let element): .exit(element.withoutControls())
    default: self
    }
  }
}

extension MarkupEvent.Element {
  fileprivate func withoutControls() -> Self {
    switch self {
    case .link(let address, let title):
      .link(address: address.withoutControls(), title: title.withoutControls())
    case .image(let address, let title):
      .image(address: address.withoutControls(), title: title.withoutControls())
    default: self
    }
  }
}

extension String {
  /// The text with U+FFFD for what a terminal acts on, but line ends and tabs.
  fileprivate func withoutControls() -> String {
    let isPlain = utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x09 }
    if isPlain { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: text.append(scalar)
      case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}

extension UInt8 {
  /// Whether a line ends with it.
  var endsLine: Bool { self == 0x0A || self == 0x0D }
}
