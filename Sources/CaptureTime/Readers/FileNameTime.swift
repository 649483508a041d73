import Formats

/// The time that is written in a photo's file name.
enum FileNameTime {
  /// The patterns, tried from the top; where two fit the start of one name, the longer stands first.
  static let patterns: [FileNamePattern] = [
    // Android cameras; Samsung writes no prefix.
    FileNamePattern("IMG_%Y%m%d_%H%M%S%f"),
    FileNamePattern("VID_%Y%m%d_%H%M%S%f"),
    FileNamePattern("MVIMG_%Y%m%d_%H%M%S%f"),
    FileNamePattern("PANO_%Y%m%d_%H%M%S%f"),
    FileNamePattern("%Y%m%d_%H%M%S%f"),
    FileNamePattern("PXL_%Y%m%d_%H%M%S%f", clock: .utc),
    FileNamePattern("BURST%Y%m%d%H%M%S%f"),
    FileNamePattern("%NIMG_%N_BURST%Y%m%d%H%M%S%f"),
    // Screenshots of Android, GNOME, MATE, macOS, Windows.
    FileNamePattern("Screenshot_%Y%m%d-%H%M%S%f"),
    FileNamePattern("Screenshot_%Y%m%d_%H%M%S%f"),
    FileNamePattern("Screenshot_%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("Screenshot from %Y-%m-%d %H-%M-%S"),
    FileNamePattern("Screenshot at %Y-%m-%d %H-%M-%S"),
    FileNamePattern("Screenshot %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("Screenshot %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("Screen Shot %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("Screen Shot %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("Screenshot %Y-%m-%d %H%M%S"),
    // 스크린샷, composed and decomposed.
    FileNamePattern("\(screenshotNFC) %Y-%m-%d %H%M%S"),
    FileNamePattern("\(screenshotNFC) %Y-%m-%d %p %I.%M.%S"),
    FileNamePattern("\(screenshotNFD) %Y-%m-%d %H%M%S"),
    FileNamePattern("\(screenshotNFD) %Y-%m-%d %p %I.%M.%S"),
    // Messengers.
    FileNamePattern("signal-%Y-%m-%d-%H%M%S"),
    FileNamePattern("signal-%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("KakaoTalk_%Y%m%d_%H%M%S%f"),
    FileNamePattern("KakaoTalk_Photo_%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("photo_%Y-%m-%d_%H-%M-%S"),
    FileNamePattern("WhatsApp Image %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("WhatsApp Image %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("IMG-%Y%m%d-WA%N"),
    FileNamePattern("VID-%Y%m%d-WA%N"),
    FileNamePattern("FB_IMG_%s"),
    FileNamePattern("mmexport%s"),
    FileNamePattern("wx_camera_%s"),
    // Dropbox.
    FileNamePattern("%Y-%m-%d %H.%M.%S"),
  ]

  private static let screenshotNFC = "\u{C2A4}\u{D06C}\u{B9B0}\u{C0F7}"
  private static let screenshotNFD =
    "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA}"

  /// Reads a name by the first pattern that it is written in.
  ///
  /// - Parameters:
  ///   - name: Without folders; need not be UTF-8.
  ///   - zone: The wall clock on which names that give UTC or Unix time are shown.
  /// - Returns: Nil where the name follows no pattern.
  static func read(_ name: [UInt8], zone: CaptureZone) -> CaptureTimeReading? {
    for pattern in patterns {
      guard let match = pattern.match(name[...]) else { continue }
      return CaptureTimeReading(
        .fileName, rawText: name[...], time: try time(match, clock: pattern.clock, zone: zone))
    }
    return nil
  }

  private static func time(
    _ match: FileNamePattern.Match, clock: FileNamePattern.Clock, zone: CaptureZone
  ) throws(CaptureTimeRejection) -> CaptureTime {
    switch match {
    case .unixMilliseconds(let milliseconds):
      let (seconds, rest) = milliseconds.floorDivided(by: 1_000)
      return try CaptureTime(
        unixSeconds: seconds, subsecond: String(String(rest + 1_000).dropFirst()), zone: zone,
        source: .fileName)
    case .fields(let fields):
      let time = try fields.captureTime(source: .fileName)
      guard clock == .utc else { return time }
      return try CaptureTime(
        unixSeconds: time.wallSeconds, subsecond: time.subsecond, zone: zone, source: .fileName)
    }
  }
}

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
  /// After the pattern may come anything that does not begin with a letter or digit of ASCII: an
  /// extension, "~2", "(1)", " copy", "-EDIT", "_001", ".MP", "_BURST…". The calendar is not consulted.
  func match(_ name: ArraySlice<UInt8>) -> Match? {
    var reader = ByteReader(text: name)
    var fields = TimestampFields(year: 0, month: 0, day: 0)
    var milliseconds: Int?
    var isAfternoon: Bool?
    for element in elements {
      switch element {
      case .literal(let literal):
        guard Self.take(literal, from: &reader) else { return nil }
      case .number(let field):
        guard let number = reader.number(digits: field == .year ? 4 : 2) else { return nil }
        fields.set(field, to: number)
      case .hour12:
        guard let number = reader.number(digits: 2) ?? reader.number(digits: 1),
          1...12 ~= number
        else { return nil }
        fields.hour = number % 12
      case .meridiem:
        guard let mark = Self.meridiems.first(where: { reader.take(ignoringCase: $0.text) })
        else { return nil }
        isAfternoon = mark.isAfternoon
      case .fraction:
        let digits = reader.digits(keeping: 10)
        guard digits.utf8.count < 10 else { return nil }
        fields.subsecond = digits.isEmpty ? nil : digits
      case .unixMilliseconds:
        milliseconds = reader.number(digits: 13)
        guard milliseconds != nil else { return nil }
      case .digits:
        guard !reader.digits(keeping: 1).isEmpty else { return nil }
      }
    }
    if let next = reader.rest.first, next.isDigit || next.isLetter { return nil }
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

  private static func take(_ literal: [UInt8], from reader: inout ByteReader) -> Bool {
    guard literal == [0x20] else { return reader.take(ignoringCase: literal) }
    return blanks.contains { reader.take(ignoringCase: $0) }
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
