import Formats

/// A timestamp's numbers as they were written, before the calendar is asked.
struct TimestampFields: Hashable {
  var year: Int
  var month: Int
  var day: Int
  /// Nil where the timestamp ends at the day.
  var hour: Int?
  var minute = 0
  /// Nil where the timestamp ends at the minute.
  var second: Int?
  var subsecond: String?
  var offset: Int?

  /// The capture time that the numbers mean.
  ///
  /// - Throws: ``CaptureTimeRejection/zeros`` or
  ///   ``CaptureTimeRejection/outOfRange(field:observed:expected:)``.
  func captureTime(source: CaptureTimeSource) throws(CaptureTimeRejection) -> CaptureTime {
    if year == 0, month == 0, day == 0 { throw .zeros }
    try Self.check(.year, year, CivilDate.years)
    try Self.check(.month, month, 1...12)
    let days = 1...CivilDate.daysIn(month: month, year: year)
    try Self.check(.day, day, days)
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw .outOfRange(field: .day, observed: day, expected: days)
    }
    guard let hour else { return CaptureTime(date: date, precision: .day, source: source) }
    try Self.check(.hour, hour, 0...23)
    try Self.check(.minute, minute, 0...59)
    try Self.check(.second, second ?? 0, 0...60)
    return CaptureTime(
      date: date, hour: hour, minute: minute, second: second ?? 0,
      subsecond: second == nil ? nil : subsecond, offset: offset,
      precision: second == nil ? .minute : .second, source: source)
  }

  mutating func set(_ field: TimestampField, to value: Int) {
    switch field {
    case .year: year = value
    case .month: month = value
    case .day: day = value
    case .hour: hour = value
    case .minute: minute = value
    case .second: second = value
    case .offset: offset = value
    }
  }

  private static func check(
    _ field: TimestampField, _ observed: Int, _ expected: ClosedRange<Int>
  ) throws(CaptureTimeRejection) {
    guard expected ~= observed else {
      throw .outOfRange(field: field, observed: observed, expected: expected)
    }
  }
}

/// Why a candidate is not a capture time, so that the next one is tried.
package enum CaptureTimeRejection: Error, Sendable, Hashable {
  /// Nothing but blanks, and the separators between them: how EXIF writes "unknown".
  case blank
  /// Nothing but zeros: how cameras without a set clock write "unknown".
  case zeros
  /// Not written as this source's times are; `expected` shows the way, as "YYYY:MM:DD hh:mm:ss".
  case wrongSyntax(observed: String, expected: String)
  /// A field that the calendar or the clock does not have: month 13, 30 February, 25 o'clock.
  case outOfRange(field: TimestampField, observed: Int, expected: ClosedRange<Int>)
  /// Well-formed, but not precise enough: it lacks the day, or the time of a UTC day.
  case incomplete(missing: TimestampField)
  /// Before the oldest surviving photograph.
  case tooEarly(year: Int, earliest: Int)
  /// Further in the future than a wrong time zone explains; both in seconds.
  case tooLate(secondsAhead: Int, limit: Int)
  /// A file name without a date.
  case noDate
  /// A file name with the dates of several days, none with a time.
  case severalDays
  /// A file name's date that may have the day or the month first.
  case ambiguousDay(CivilDate, CivilDate)
}

/// The parts of a timestamp, from coarse to fine.
package enum TimestampField: String, Sendable {
  case year, month, day, hour, minute, second, offset
}

/// How offsets from UTC are written: "Z", "+09:00", "+0900".
enum UTCOffset {
  /// The furthest that a clock on Earth goes from UTC, in seconds (Kiribati).
  static let limit = 14 * 3_600

  /// Passes an offset and gives its seconds east of UTC; passes nothing that is not one.
  static func scan(_ reader: inout ByteReader) -> Int? {
    var ahead = reader
    if ahead.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil {
      reader = ahead
      return 0
    }
    guard let sign = ahead.take(UInt8(ascii: "+"), UInt8(ascii: "-")),
      let hours = ahead.number(digits: 2)
    else { return nil }
    _ = ahead.take(UInt8(ascii: ":"))
    guard let minutes = ahead.number(digits: 2), minutes < 60 else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    guard seconds <= limit else { return nil }
    reader = ahead
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The offset that `text` consists of, padding aside; nil where it is anything else.
  static func parse(_ text: ArraySlice<UInt8>) -> Int? {
    var reader = ByteReader(text: text.trimmed)
    guard let offset = scan(&reader), reader.isAtEnd else { return nil }
    return offset
  }

  /// "+09:00", or "+0900" without a separator; seconds, which only old local times have, are cut.
  static func text(_ offset: Int, separator: String) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + separator
      + (minutes % 60).padded(to: 2)
  }
}

/// Reading timestamps as text: the reader moves forward only past what it recognises
/// at its position.
extension ByteReader {
  /// A reader of single bytes, which have no order.
  init(text: ArraySlice<UInt8>) { self.init(text, .bigEndian) }

  /// Passes one byte if it is one of `choices`.
  mutating func take(_ choices: UInt8...) -> UInt8? {
    guard let next = rest.first, choices.contains(next) else { return nil }
    _ = self.next(count: 1)
    return next
  }

  /// Passes `literal` if it comes next, capital and small ASCII letters taken as the same.
  mutating func take(ignoringCase literal: [UInt8]) -> Bool {
    guard rest.count >= literal.count,
      zip(rest, literal).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII })
    else { return false }
    return next(count: literal.count) != nil
  }

  /// Passes exactly `count` digits (at most 18) and gives their value; fewer are not passed.
  mutating func number(digits count: Int) -> Int? {
    guard count <= 18, rest.prefix(count).allSatisfy(\.isDigit), let digits = next(count: count)
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Passes the digits that come next, however many, and gives the first `limit` of them.
  mutating func digits(keeping limit: Int) -> String {
    let run = rest
    skip(while: \.isDigit)
    return String(decoding: run.prefix(min(run.count - rest.count, limit)), as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercasedASCII }
  /// White space of ASCII.
  var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension ArraySlice<UInt8> {
  /// Without white space and NULs at both ends, as text fields of fixed length are padded.
  var trimmed: ArraySlice<UInt8> {
    let isPadding = { (byte: UInt8) in byte == 0 || byte.isSpace }
    guard let first = firstIndex(where: { !isPadding($0) }),
      let last = lastIndex(where: { !isPadding($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
