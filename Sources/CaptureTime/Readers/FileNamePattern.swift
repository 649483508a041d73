/// A way in which cameras and apps put the time into a photo's name.
///
/// Written with strftime's letters: `%Y %m %d %H %M %S`, `%I` and `%p` for twelve hours, and besides
/// `%f` for up to nine digits of a second or none, `%s` for Unix time of 13 digits (milliseconds) and
/// `%N` for a run of digits that means nothing here. The rest stands for itself, in capital or small
/// letters; a blank also for the no-break spaces that macOS writes before AM and PM.
struct FileNamePattern: Sendable {
  enum Clock: Sendable {
    /// The name shows the time on the photographer's wall.
    case wall
    /// The name shows UTC.
    case utc
  }

  private enum Element: Sendable {
    case literal([UInt8])
    /// Four digits for a year, else two.
    case number(TimestampField)
    case hour12, meridiem, fraction, unixMilliseconds, digits
  }

  /// What a name says by a pattern.
  enum Match: Equatable {
    case fields(TimestampFields)
    case unixMilliseconds(Int)
  }

  let text: String
  let clock: Clock
  private let elements: [Element]

  init(_ text: String, clock: Clock = .wall) {
    self.text = text
    self.clock = clock
    elements = Self.elements(text)
  }

  /// What `name` says by this pattern; nil where it is not written this way from its first byte.
  ///
  /// Behind the pattern may stand anything that does not begin with a letter or digit of ASCII: an
  /// extension, "~2", "(1)", " copy", "-EDIT", "_001", ".MP", "_BURST…". The calendar is not asked.
  func match(_ name: ArraySlice<UInt8>) -> Match? {
    var cursor = ByteCursor(name)
    var fields = TimestampFields(year: 0, month: 0, day: 0)
    var milliseconds: Int?
    var isAfternoon: Bool?
    for element in elements {
      switch element {
      case .literal(let literal):
        guard Self.take(literal, from: &cursor) else { return nil }
      case .number(let field):
        guard let number = cursor.number(digits: field == .year ? 4 : 2) else { return nil }
        fields.set(field, to: number)
      case .hour12:
        guard let number = cursor.number(digits: 2) ?? cursor.number(digits: 1),
          1...12 ~= number
        else { return nil }
        fields.hour = number % 12
      case .meridiem:
        guard let mark = Self.meridiems.first(where: { cursor.take(ignoringCase: $0.text) })
        else { return nil }
        isAfternoon = mark.isAfternoon
      case .fraction:
        let digits = cursor.digits(keeping: 10)
        guard digits.utf8.count < 10 else { return nil }
        fields.subsecond = digits.isEmpty ? nil : digits
      case .unixMilliseconds:
        milliseconds = cursor.number(digits: 13)
        guard milliseconds != nil else { return nil }
      case .digits:
        guard !cursor.digits(keeping: 1).isEmpty else { return nil }
      }
    }
    if let next = cursor.next, next.isDigit || next.isLetter { return nil }
    if let milliseconds { return .unixMilliseconds(milliseconds) }
    if isAfternoon == true { fields.hour = fields.hour.map { $0 + 12 } }
    return .fields(fields)
  }

  /// Hangul comes composed (NFC) from Linux and Windows, decomposed (NFD) from macOS.
  private static let meridiems: [(text: [UInt8], isAfternoon: Bool)] = [
    (Array("AM".utf8), false), (Array("PM".utf8), true),
    (Array("오전".utf8), false), (Array("오후".utf8), true),
    (Array("\u{110B}\u{1169}\u{110C}\u{1165}\u{11AB}".utf8), false),
    (Array("\u{110B}\u{1169}\u{1112}\u{116E}".utf8), true),
  ]

  /// A blank of a pattern stands for these.
  private static let blanks = [[0x20], Array("\u{202F}".utf8), Array("\u{A0}".utf8)]

  private static func take(_ literal: [UInt8], from cursor: inout ByteCursor) -> Bool {
    guard literal == [0x20] else { return cursor.take(ignoringCase: literal) }
    return blanks.contains { cursor.take(ignoringCase: $0) }
  }

  private static func elements(_ text: String) -> [Element] {
    var elements: [Element] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { elements.append(.literal(literal)) }
      literal = []
    }
    var characters = text.unicodeScalars.makeIterator()
    while let scalar = characters.next() {
      if scalar == "%", let letter = characters.next() {
        flush()
        elements.append(element(letter))
      } else if scalar == " " {
        flush()
        elements.append(.literal([0x20]))
      } else {
        literal += Array(String(scalar).utf8)
      }
    }
    flush()
    return elements
  }

  private static func element(_ letter: Unicode.Scalar) -> Element {
    switch letter {
    case "Y": .number(.year)
    case "m": .number(.month)
    case "d": .number(.day)
    case "H": .number(.hour)
    case "I": .hour12
    case "M": .number(.minute)
    case "S": .number(.second)
    case "p": .meridiem
    case "f": .fraction
    case "s": .unixMilliseconds
    case "N": .digits
    default: .literal(Array("%\(letter)".utf8))
    }
  }
}
