/// A card of a vCard file: its lines, without pictures, sounds and keys.
struct VCard: Sendable, Hashable {
  /// The line of the file where it begins.
  let line: Int
  fileprivate(set) var lines: [ContentLine] = []
  /// What is left out of it already.
  fileprivate(set) var leftOut = LeftOutList()
  fileprivate var size = 0
  fileprivate var isTooLarge = false

  init(line: Int) { self.line = line }

  /// Bytes and lines of a card, beside what is never read.
  static let byteLimit = 1 << 20
  static let lineLimit = 10_000
}

/// A card, or why it is not one.
enum CardItem: Sendable, Hashable {
  case card(VCard)
  case problem(CardProblem)
}

/// Reads the cards of a vCard file in order, from pieces of any size.
///
/// It holds no more than one card of ``VCard/byteLimit``: values of pictures, sounds and keys pass by
/// without being held, and so does the rest of a card that is larger. Lines are unfolded before their
/// bytes are taken for characters, so that a fold within a character does no harm.
struct VCardReader {
  /// What to do with the value of the line.
  private enum Value {
    /// The name is not known yet.
    case unknown
    case held
    /// Nothing of it is kept.
    case passed
  }

  /// The first bytes until there are enough to know a byte order mark; nil after that.
  private var start: [UInt8]? = []
  private var line: [UInt8] = []
  private var value = Value.unknown
  private var isTooLong = false
  /// Where the line begins, and where the reader is.
  private var lineNumber = 1
  private var number = 1
  private var isAtLineStart = true
  /// Whether the line goes on as quoted-printable does, after an equals sign.
  private var isSoft = false
  private var card: VCard?
  private var isOutsideTold = false
  /// Whether the last line was `AGENT:` alone, so the agent's card may begin on the next.
  private var isAgentNext = false
  /// Cards of agents that are open in the card, each in the one before it (vCard 2.1, "Agent").
  private var agents = 0

  /// Properties whose values are never read.
  private static let passed: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]
  /// Bytes within which a line says its name, or else is held as it comes.
  private static let nameLimit = 256

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - piece: the bytes.
  ///   - items: gets the cards that end in them.
  /// - Throws: ``PeopleFileError/utf16``.
  mutating func read(
    _ piece: ArraySlice<UInt8>, _ items: inout [CardItem]
  ) throws(PeopleFileError) {
    guard var start else { return take(piece, &items) }
    start += piece
    self.start = start
    if start.count >= 3 { try begin(&items) }
  }

  /// Takes the end of the file.
  ///
  /// - Throws: ``PeopleFileError/utf16``.
  mutating func end(_ items: inout [CardItem]) throws(PeopleFileError) {
    if start != nil { try begin(&items) }
    finishLine(&items)
    if let card {
      let reason: CardProblem.Reason =
        card.isTooLarge ? .tooLarge(limit: VCard.byteLimit) : .noEnd
      items.append(.problem(CardProblem(line: card.line, reason)))
    }
    card = nil
  }

  private mutating func begin(_ items: inout [CardItem]) throws(PeopleFileError) {
    let bytes = start ?? []
    start = nil
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .utf16 }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    take(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...], &items)
  }

  private mutating func take(_ piece: ArraySlice<UInt8>, _ items: inout [CardItem]) {
    var rest = piece
    while !rest.isEmpty {
      if isAtLineStart {
        isAtLineStart = false
        if isSoft {
          isSoft = false
        } else if rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") {
          rest = rest.dropFirst()
        } else {
          finishLine(&items)
        }
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return hold(rest) }
      hold(rest[..<end])
      endPhysicalLine()
      rest = rest[(end + 1)...]
    }
  }

  private mutating func endPhysicalLine() {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if value == .held, line.last == UInt8(ascii: "="), isQuotedPrintable {
      line.removeLast()
      isSoft = true
    }
    number += 1
    isAtLineStart = true
  }

  private var isQuotedPrintable: Bool {
    // Of a line that goes on for long, and is asked for each of its parts, only the beginning is looked at.
    let header = line.prefix(Self.nameLimit).prefix { $0 != UInt8(ascii: ":") }
    return header.count < line.count
      && String(decoding: header, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  /// Appends bytes to the line, as far as they are kept.
  private mutating func hold(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if value == .unknown {
      let beginning = bytes.prefix(Self.nameLimit - line.count)
      bytes = bytes.dropFirst(beginning.count)
      line += beginning
      if let end = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }) {
        value = card != nil && Self.passed.contains(Self.name(line[..<end])) ? .passed : .held
        if value == .passed { line.removeSubrange(end...) }
      } else if line.count >= Self.nameLimit {
        value = .held
      }
    }
    guard value == .held, !isTooLong else { return }
    // Outside of a card there is nothing to keep.
    let limit = card.map { VCard.byteLimit - $0.size } ?? Self.nameLimit
    isTooLong = line.count + bytes.count > limit
    if !isTooLong { line += bytes }
  }

  /// The name of a property, in capitals, without its group.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let dot = bytes.lastIndex(of: UInt8(ascii: "."))
    return String(decoding: bytes[(dot.map { $0 + 1 } ?? bytes.startIndex)...], as: UTF8.self)
      .uppercased()
  }

  private mutating func finishLine(_ items: inout [CardItem]) {
    defer {
      line.removeAll(keepingCapacity: line.capacity <= VCard.byteLimit)
      (value, isTooLong, lineNumber) = (.unknown, false, number)
    }
    if line.isEmpty { return }
    if passAgent() { return }
    if value == .passed {
      card?.leftOut.add(Self.name(line[...]), .noPlace, line: lineNumber)
      return
    }
    switch Self.mark(line) {
    case "BEGIN:VCARD":
      if let card {
        items.append(.problem(CardProblem(line: card.line, .nested(line: lineNumber))))
      }
      card = VCard(line: lineNumber)
      agents = 0
      isOutsideTold = false
    case "END:VCARD":
      if let card {
        items.append(
          card.isTooLarge
            ? .problem(CardProblem(line: card.line, .tooLarge(limit: VCard.byteLimit)))
            : .card(card))
      } else {
        items.append(.problem(CardProblem(line: lineNumber, .noBegin)))
      }
      card = nil
      isOutsideTold = false
    case _ where card != nil: takeProperty()
    case _ where !isOutsideTold && !line.allSatisfy { $0 == UInt8(ascii: " ") }:
      items.append(.problem(CardProblem(line: lineNumber, .outside)))
      isOutsideTold = true
    default: break
    }
  }

  /// Passes over the line where it is of an agent's card, which stands in the card whose agent that is.
  ///
  /// - Returns: whether it is.
  private mutating func passAgent() -> Bool {
    guard card != nil else { return false }
    let (mark, isFirst) = (Self.mark(line), isAgentNext)
    isAgentNext = false
    if mark == "BEGIN:VCARD" {
      if isFirst { agents += 1 }
      // Another one is a card of its own, and the card before it has no end.
      return isFirst
    }
    let isWithin = agents > 0
    if mark == "END:VCARD", isWithin { agents -= 1 }
    if let end = line.prefix(Self.nameLimit).firstIndex(where: { $0 == 0x3A || $0 == 0x3B }),
      Self.name(line[..<end]) == "AGENT",
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    {
      switch Self.mark(Array(line[(colon + 1)...])) {
      case "": isAgentNext = true
      case "BEGIN:VCARD": agents += 1
      default: break
      }
    }
    return isWithin
  }

  /// A short line in capitals without blanks, to be compared.
  private static func mark(_ line: [UInt8]) -> String? {
    guard line.count <= 40 else { return nil }
    return String(decoding: line.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self).uppercased()
  }

  private mutating func takeProperty() {
    guard var open = card, !open.isTooLarge else { return }
    // Without another holder of its lines, they need not be copied.
    card = nil
    defer { card = open }
    open.size += line.count
    if isTooLong || open.lines.count >= VCard.lineLimit {
      open.isTooLarge = true
      open.lines = []
    } else if let property = ContentLine(line, number: lineNumber) {
      open.lines.append(property)
    } else {
      open.leftOut.add("", .noLine, line: lineNumber)
    }
  }
}
