import Formats

/// Reads the time of day that follows a date in a file name.
enum FileNameClock {
  /// Passes what stands between a date and its time, and the time; or nothing.
  static func read(_ reader: inout ByteReader, into fields: inout TimestampFields) -> Bool {
    var (ahead, time) = (reader, fields)
    guard let joint = passJoint(&ahead) else { return false }
    let half = passHalf(&ahead, isEnglish: joint == .at)
    if half != nil { _ = passBlank(&ahead) }
    let start = ahead.rest.prefix(16)
    let digits = start.prefix(while: \.isDigit).count
    let isRead =
      switch (digits, joint) {
      case (1...2, .otherWord): separated(&ahead, &time, half: half, isEnglish: false)
      case (_, .otherWord): false
      case (1...2, _):
        half == nil && lettered(&ahead, &time)
          || separated(&ahead, &time, half: half, isEnglish: joint == .at)
      case (8, _) where FileNameDates.isDate(start): false
      // In a string of 16 hexadecimal digits and more it is no time.
      case (6...9, _), (12, _), (15, _):
        half == nil && start.prefix(while: \.isHexDigit).count < 16 && joined(&ahead, &time)
      default: false
      }
    if isRead { (reader, fields) = (ahead, time) }
    return isRead
  }

  /// Passes six digits, and those of a fraction that follow.
  static func joined(_ reader: inout ByteReader, _ fields: inout TimestampFields) -> Bool {
    guard let hour = reader.number(digits: 2), let minute = reader.number(digits: 2),
      let second = reader.number(digits: 2)
    else { return false }
    let fraction = reader.digits(keeping: 9)
    (fields.hour, fields.minute, fields.second) = (hour, minute, second)
    fields.subsecond = fraction.isEmpty ? nil : fraction
    return true
  }

  /// Passes "23.59.59", or of twelve hours "1.02.03 PM".
  private static func separated(
    _ reader: inout ByteReader, _ fields: inout TimestampFields, half: Half?, isEnglish: Bool
  ) -> Bool {
    let inFull = reader.number(digits: 2)
    guard let hour = inFull ?? reader.number(digits: 1),
      let separator = reader.take(
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: " ")),
      let minute = reader.number(digits: 2), reader.take(separator) != nil,
      let second = reader.number(digits: 2), !reader.isAtDigit
    else { return false }
    var half = half
    if half == nil {
      var ahead = reader
      if !passBlank(&ahead) { _ = ahead.take(UInt8(ascii: "-"), UInt8(ascii: "_")) }
      half = passHalf(&ahead, isEnglish: isEnglish)
      if half != nil { reader = ahead }
    }
    guard inFull != nil || half != nil else { return false }
    (fields.hour, fields.minute, fields.second) = (hour, minute, second)
    if let half { fields.hour = half.hour(hour) }
    return true
  }

  /// Passes "23h59m58s", and the digits of a fraction that follow.
  private static func lettered(
    _ reader: inout ByteReader, _ fields: inout TimestampFields
  ) -> Bool {
    var ahead = reader
    guard let hour = ahead.number(digits: 2), ahead.take(ignoringCase: Array("h".utf8)),
      let minute = ahead.number(digits: 2), ahead.take(ignoringCase: Array("m".utf8)),
      let second = ahead.number(digits: 2), ahead.take(ignoringCase: Array("s".utf8)),
      hour < 24, minute < 60, second <= 60
    else { return false }
    let fraction = ahead.digits(keeping: 9)
    reader = ahead
    (fields.hour, fields.minute, fields.second) = (hour, minute, second)
    fields.subsecond = fraction.isEmpty ? nil : fraction
    return true
  }

  /// Passes "23.59", "at 23.59" or "11:59 PM" after a date whose parts are set off: some programs leave out
  /// the second. Right after a hyphen or a point the numbers are a counter's.
  static func readMinute(_ reader: inout ByteReader, into fields: inout TimestampFields) -> Bool {
    var ahead = reader
    guard let joint = passJoint(&ahead), joint != .otherWord,
      reader.rest.prefix(ahead.index - reader.index).contains(where: { !"-.,@".utf8.contains($0) }),
      let first = ahead.number(digits: 2) ?? ahead.number(digits: 1),
      ahead.take(UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-")) != nil,
      let minute = ahead.number(digits: 2), minute < 60
    else { return false }
    var hour = first
    let afterClock = ahead
    _ = passBlank(&ahead)
    if let half = passHalf(&ahead, isEnglish: joint == .at) {
      guard 1...12 ~= hour else { return false }
      hour = half.hour(hour)
    } else {
      ahead = afterClock
    }
    var next = ahead
    _ = next.take(UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"))
    guard hour < 24, !ahead.isAtDigit, !next.isAtDigit, !ahead.isAtLetter else { return false }
    reader = ahead
    (fields.hour, fields.minute) = (hour, minute)
    return true
  }

  /// Passes "Z" or "+09:00", perhaps after a fraction that is set off: ".123Z".
  ///
  /// Nothing after a hyphen, which comes before a counter too.
  ///
  /// - Returns: Whether it was the "Z" of UTC.
  static func readOffset(_ reader: inout ByteReader, into fields: inout TimestampFields) -> Bool {
    var (ahead, fraction) = (reader, "")
    if fields.subsecond == nil, ahead.take(UInt8(ascii: "."), UInt8(ascii: "-")) != nil {
      fraction = ahead.digits(keeping: 9)
    }
    guard let sign = ahead.rest.first, sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "+"),
      let offset = UTCOffset.scan(&ahead), offset.isMultiple(of: 900),
      ahead.rest.first?.isLetterOrDigit != true
    else { return false }
    reader = ahead
    if !fraction.isEmpty { fields.subsecond = fraction }
    if sign == UInt8(ascii: "+") { fields.offset = offset }
    return sign == UInt8(ascii: "Z")
  }
}

/// What stands between a date and its time.
extension FileNameClock {
  /// Another word may be "at" in any language: only a time in three parts is believed after it.
  private enum Joint { case punctuation, word, at, otherWord }

  private static func passJoint(_ reader: inout ByteReader) -> Joint? {
    if reader.take(UInt8(ascii: "T"), UInt8(ascii: "t")) != nil { return .punctuation }
    guard passSeparators(&reader) else { return nil }
    if reader.take(ignoringCase: Array("at".utf8)) { return passSeparators(&reader) ? .at : nil }
    var ahead = reader
    if passHalf(&ahead, isEnglish: true) != nil { return .punctuation }
    ahead = reader
    if words.contains(where: { ahead.take(ignoringCase: $0) }), passSeparators(&ahead) {
      reader = ahead
      return .word
    }
    ahead = reader
    let word = ahead.rest.prefix(24).prefix { $0.isLetter || $0 >= 0x80 || "()".utf8.contains($0) }
    if !word.isEmpty, !blanks.contains(where: { word.starts(with: $0) }),
      ahead.next(count: word.count) != nil, passSeparators(&ahead), ahead.isAtDigit
    {
      reader = ahead
      return .otherWord
    }
    return .punctuation
  }

  /// "At" in the names that macOS gives screenshots in other languages; letters with an accent both
  /// composed (NFC) and decomposed (NFD).
  private static let words = [
    "um", "às", "à", "a\u{300}s", "a\u{300}", "a las", "a la(s)", "a les", "alle", "om", "kl.", "в",
    "о", "o", "v", "u", "la", "kello", "klo", "pukul", "lúc", "lu\u{301}c", "στις", "בשעה",
  ].map { Array($0.utf8) }

  private static func passSeparators(_ reader: inout ByteReader) -> Bool {
    for passed in 0..<3 {
      guard
        passBlank(&reader)
          || reader.take(
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","),
            UInt8(ascii: "@")) != nil
      else { return passed > 0 }
    }
    return true
  }

  /// Passes a blank, or one of the no-break spaces that macOS writes before AM and PM.
  private static func passBlank(_ reader: inout ByteReader) -> Bool {
    blanks.contains { reader.take(ignoringCase: $0) }
  }

  private static let blanks = [" ", "\u{202F}", "\u{A0}"].map { Array($0.utf8) }
}

/// Clocks of twelve hours.
extension FileNameClock {
  enum Half {
    case morning, afternoon

    /// The hour of 24 that an hour of a clock of twelve is; noon is 12 PM, in Japan also 0 PM.
    func hour(_ hour: Int) -> Int {
      0...12 ~= hour ? hour % 12 + (self == .afternoon ? 12 : 0) : hour
    }
  }

  static func passHalf(_ reader: inout ByteReader, isEnglish: Bool) -> Half? {
    if let half = halves.first(where: { reader.take(ignoringCase: $0.text) })?.half { return half }
    // AM, pm, a.m., "p. m.".
    var ahead = reader
    guard
      let letter = ahead.take(
        UInt8(ascii: "A"), UInt8(ascii: "a"), UInt8(ascii: "P"), UInt8(ascii: "p"))
    else { return nil }
    let isShortened = ahead.take(UInt8(ascii: ".")) != nil
    if isShortened { _ = passBlank(&ahead) }
    guard let last = ahead.take(UInt8(ascii: "M"), UInt8(ascii: "m")), !ahead.isAtLetter else {
      return nil
    }
    if !isEnglish, !isShortened, letter == UInt8(ascii: "a"), last == UInt8(ascii: "m") {
      // German "12.05.00 am See" is by the lake.
      var word = ahead
      if passBlank(&word), word.isAtLetter { return nil }
    }
    if isShortened { _ = ahead.take(UInt8(ascii: ".")) }
    reader = ahead
    return letter.lowercasedASCII == UInt8(ascii: "a") ? .morning : .afternoon
  }

  /// Hangul comes composed (NFC) from Linux and Windows, decomposed (NFD) from macOS.
  private static let halves: [(text: [UInt8], half: Half)] = [
    (Array("오전".utf8), .morning), (Array("오후".utf8), .afternoon),
    (Array("\u{110B}\u{1169}\u{110C}\u{1165}\u{11AB}".utf8), .morning),
    (Array("\u{110B}\u{1169}\u{1112}\u{116E}".utf8), .afternoon),
    (Array("上午".utf8), .morning), (Array("下午".utf8), .afternoon),
    (Array("午前".utf8), .morning), (Array("午後".utf8), .afternoon),
    (Array("π.μ.".utf8), .morning), (Array("μ.μ.".utf8), .afternoon),
  ]
}
