import Formats

/// Reads dates in names that do not begin with the year, and those that name their parts.
///
/// - "31-01-2024", "01.31.2024": day and month in either order, with the same separator twice.
/// - "31 Jan 2024", "Jan 31, 2024".
/// - "2024. 1. 31.", "2024-1-31", "2024 Jan 31".
/// - "2024년 1월 31일", "2024年01月31日", and their times, "오후 11시 59분", "23时59分58秒".
enum FileNameWordedDates {
  private static let years = CaptureTimeReader.earliestYear...2_099

  /// Passes a date that begins with one or two digits; nil where there is none.
  ///
  /// - Parameters:
  ///   - reader: stands at the digits.
  ///   - before: what comes before them, which may end with the month's name.
  /// - Returns: the date, and its time where it has one.
  static func dayFirst(_ reader: inout ByteReader, after before: ArraySlice<UInt8>) -> FileNameDate?
  {
    var ahead = reader
    guard let first = shortNumber(&ahead) else { return nil }
    let date =
      numbers(first, &ahead) ?? monthSecond(first, &ahead) ?? monthFirst(first, &ahead, before)
    guard let date else { return nil }
    reader = ahead
    return date.adding(timeFrom: &reader)
  }

  /// Passes "2024. 1. 31." as Korean writes it, "2024-1-31" with a part of one digit, "2024 Jan 31", or a
  /// dashcam's "2024_0131_235959"; nil where there is none.
  static func yearFirst(_ reader: inout ByteReader) -> FileNameDate? {
    var ahead = reader
    guard let year = ahead.number(digits: 4), years ~= year else { return nil }
    if let date = monthNamed(year, ahead, &reader) ?? dashcam(year, ahead, &reader) { return date }
    let isHyphen = ahead.take(UInt8(ascii: "-")) != nil
    let separator = Array((isHyphen ? "-" : ". ").utf8)
    guard isHyphen || ahead.take(ignoringCase: separator), let month = shortNumber(&ahead),
      ahead.take(ignoringCase: separator), let day = shortNumber(&ahead),
      CivilDate(year: year, month: month, day: day) != nil
    else { return nil }
    if isHyphen, ahead.isAtLetter || ahead.rest.starts(with: separator) { return nil }
    reader = ahead
    return FileNameDate.wall(TimestampFields(year: year, month: month, day: day))
      .adding(timeFrom: &reader)
  }

  /// Passes the rest of "2024 Jan 31".
  private static func monthNamed(
    _ year: Int, _ ahead: ByteReader, _ reader: inout ByteReader
  ) -> FileNameDate? {
    var ahead = ahead
    passGap(&ahead)
    guard let month = month(&ahead) else { return nil }
    passGap(&ahead)
    guard let day = shortNumber(&ahead), !ahead.isAtLetter,
      CivilDate(year: year, month: month, day: day) != nil
    else { return nil }
    reader = ahead
    return FileNameDate.wall(TimestampFields(year: year, month: month, day: day))
      .adding(timeFrom: &reader)
  }

  /// Passes the rest of "2024_0131_235959".
  private static func dashcam(
    _ year: Int, _ ahead: ByteReader, _ reader: inout ByteReader
  ) -> FileNameDate? {
    var ahead = ahead
    var fields = TimestampFields(year: year, month: 0, day: 0)
    guard ahead.take(UInt8(ascii: "_")) != nil, let month = ahead.number(digits: 2),
      let day = ahead.number(digits: 2), ahead.take(UInt8(ascii: "_")) != nil,
      ahead.rest.prefix(7).prefix(while: \.isDigit).count == 6,
      FileNameClock.joined(&ahead, &fields), CivilDate(year: year, month: month, day: day) != nil
    else { return nil }
    reader = ahead
    (fields.month, fields.day) = (month, day)
    return .wall(fields)
  }

  /// Passes "2024년 1월 31일" and its like; nil where there is none.
  static func named(_ reader: inout ByteReader) -> FileNameDate? {
    var ahead = reader
    guard let year = ahead.number(digits: 4), years ~= year, pass(yearMarks, &ahead),
      let month = shortNumber(&ahead), pass(monthMarks, &ahead), let day = shortNumber(&ahead),
      passMark(dayMarks, &ahead), CivilDate(year: year, month: month, day: day) != nil
    else { return nil }
    reader = ahead
    var fields = TimestampFields(year: year, month: month, day: day)
    if !namedTime(&reader, &fields) { _ = FileNameClock.read(&reader, into: &fields) }
    return .wall(fields)
  }
}

/// Dates whose parts are numbers.
extension FileNameWordedDates {
  /// Passes the rest of "31-01-2024", and decides which is the day.
  private static func numbers(_ first: Int, _ reader: inout ByteReader) -> FileNameDate? {
    var ahead = reader
    guard
      let separator = ahead.take(
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/")),
      let second = shortNumber(&ahead), ahead.take(separator) != nil, let year = year(&ahead)
    else { return nil }
    let readings = [(month: second, day: first), (month: first, day: second)].filter {
      CivilDate(year: year, month: $0.month, day: $0.day) != nil
    }.map { TimestampFields(year: year, month: $0.month, day: $0.day) }
    guard let one = readings.first, let other = readings.last else { return nil }
    reader = ahead
    return one == other ? .wall(one) : .eitherWay(one, other)
  }

  private static func monthSecond(_ day: Int, _ reader: inout ByteReader) -> FileNameDate? {
    var ahead = reader
    passGap(&ahead)
    guard let month = month(&ahead) else { return nil }
    passGap(&ahead)
    return date(day, month, &ahead, &reader)
  }

  private static func monthFirst(
    _ day: Int, _ reader: inout ByteReader, _ before: ArraySlice<UInt8>
  ) -> FileNameDate? {
    let gap = before.reversed().prefix(3).prefix { !$0.isLetter && !$0.isDigit }.count
    let word = before.dropLast(gap).reversed().prefix(while: \.isLetter).reversed()
    var name = ByteReader(text: Array(word)[...])
    guard gap > 0, let month = month(&name), name.isAtEnd else { return nil }
    var ahead = reader
    passGap(&ahead)
    return date(day, month, &ahead, &reader)
  }

  private static func date(
    _ day: Int, _ month: Int, _ ahead: inout ByteReader, _ reader: inout ByteReader
  ) -> FileNameDate? {
    guard let year = year(&ahead), CivilDate(year: year, month: month, day: day) != nil else {
      return nil
    }
    reader = ahead
    return .wall(TimestampFields(year: year, month: month, day: day))
  }

  private static func year(_ reader: inout ByteReader) -> Int? {
    guard let year = reader.number(digits: 4), years ~= year, !reader.isAtDigit else { return nil }
    return year
  }

  /// Passes one or two digits.
  private static func shortNumber(_ reader: inout ByteReader) -> Int? {
    let count = reader.rest.prefix(3).prefix(while: \.isDigit).count
    return 1...2 ~= count ? reader.number(digits: count) : nil
  }

  private static func passGap(_ reader: inout ByteReader) {
    for _ in 0..<3 where reader.rest.first.map({ " -_.,".utf8.contains($0) }) == true {
      _ = reader.next(count: 1)
    }
  }

  /// Passes an English month, in full or with three letters.
  private static func month(_ reader: inout ByteReader) -> Int? {
    let word = reader.rest.prefix(10).prefix(while: \.isLetter).map(\.lowercasedASCII)
    guard word.count >= 3,
      let month = months.firstIndex(where: { $0 == word || $0.prefix(3).elementsEqual(word) })
        ?? (word == Array("sept".utf8) ? 8 : nil)
    else { return nil }
    _ = reader.next(count: word.count)
    return month + 1
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }
}

/// Dates and times that name their parts. Hangul comes decomposed (NFD) from macOS.
extension FileNameWordedDates {
  private static let yearMarks = marks("년", "\u{1102}\u{1167}\u{11AB}", "年")
  private static let monthMarks = marks("월", "\u{110B}\u{116F}\u{11AF}", "月")
  private static let dayMarks = marks("일", "\u{110B}\u{1175}\u{11AF}", "日", "号")
  private static let hourMarks = marks("시", "\u{1109}\u{1175}", "时", "時", "点", "點")
  private static let minuteMarks = marks("분", "\u{1107}\u{116E}\u{11AB}", "分")
  private static let secondMarks = marks("초", "\u{110E}\u{1169}", "秒")

  private static func marks(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Passes a mark, and the blanks around it.
  private static func pass(_ marks: [[UInt8]], _ reader: inout ByteReader) -> Bool {
    guard passMark(marks, &reader) else { return false }
    passBlanks(&reader)
    return true
  }

  /// Passes a mark, and the blanks before it.
  private static func passMark(_ marks: [[UInt8]], _ reader: inout ByteReader) -> Bool {
    passBlanks(&reader)
    return marks.contains { reader.take(ignoringCase: $0) }
  }

  private static func passBlanks(_ reader: inout ByteReader) {
    for _ in 0..<2 where reader.rest.first.map({ " _".utf8.contains($0) }) == true {
      _ = reader.next(count: 1)
    }
  }

  private static func namedTime(_ reader: inout ByteReader, _ fields: inout TimestampFields) -> Bool
  {
    var ahead = reader
    passBlanks(&ahead)
    let half = FileNameClock.passHalf(&ahead, isEnglish: false)
    passBlanks(&ahead)
    guard let hour = shortNumber(&ahead), pass(hourMarks, &ahead), let minute = shortNumber(&ahead),
      pass(minuteMarks, &ahead)
    else { return false }
    (fields.hour, fields.minute) = (half?.hour(hour) ?? hour, minute)
    reader = ahead
    if let second = shortNumber(&ahead), pass(secondMarks, &ahead) {
      fields.second = second
      reader = ahead
    }
    return true
  }
}

extension FileNameDate {
  /// Adds the time that follows, if any, to each of its readings.
  fileprivate func adding(timeFrom reader: inout ByteReader) -> FileNameDate {
    func read(_ fields: inout TimestampFields) -> Bool {
      FileNameClock.read(&reader, into: &fields) || FileNameClock.readMinute(&reader, into: &fields)
    }
    switch self {
    case .wall(var fields):
      return read(&fields) ? .wall(fields) : self
    case .eitherWay(var one, let other):
      guard read(&one) else { return self }
      var second = one
      (second.month, second.day) = (other.month, other.day)
      return .eitherWay(one, second)
    case .utc, .unixMilliseconds: return self
    }
  }
}

extension [UInt8] {
  /// A text with the digits of all scripts, full-width letters and signs, and blanks as ASCII has them; nil
  /// where it has none, or is not UTF-8.
  var withASCIIDigits: [UInt8]? {
    guard contains(where: { $0 >= 0x80 }), let text = String(validating: self, as: UTF8.self) else {
      return nil
    }
    var isChanged = false
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let ascii: Unicode.Scalar? =
        if !scalar.isASCII, scalar.properties.numericType == .decimal,
          let value = scalar.properties.numericValue
        {
          Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        } else if 0xFF01...0xFF5E ~= scalar.value {
          Unicode.Scalar(scalar.value - 0xFEE0)
        } else {
          [0xA0, 0x202F, 0x3000].contains(scalar.value) ? " " : nil
        }
      isChanged = isChanged || ascii != nil
      scalars.append(ascii ?? scalar)
    }
    return isChanged ? Array(String(scalars).utf8) : nil
  }
}
