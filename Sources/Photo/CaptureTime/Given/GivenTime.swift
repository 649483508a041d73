import Formats

/// A capture time typed by the user: "2024-01-31 23:59:58.5+09:00", or less of it from the end.
package enum GivenTime {
  /// Reads "now", or what ``parse(_:)`` reads.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - now: seconds since 1970 in UTC.
  ///   - zone: the zone for "now".
  /// - Returns: the time; "now" with its offset.
  /// - Throws: ``GivenTimeError``.
  package static func parse(
    _ text: String, now: Int, in zone: CaptureZone
  ) throws(GivenTimeError) -> CaptureTime {
    guard text.lowercased() != "now" else {
      return CaptureTime(instant: now, zone: zone, source: .given)
    }
    return try parse(text)
  }

  /// Reads the day, then as much as is there of hour and minute, second, fraction and offset.
  ///
  /// What the user says is taken at its word: the limits for past and future that found times are
  /// held to do not apply, the calendar does.
  ///
  /// - Throws: ``GivenTimeError``.
  package static func parse(_ text: String) throws(GivenTimeError) -> CaptureTime {
    let fields: TimestampFields
    do throws(TimestampSyntaxError) {
      fields = try ISOTimestamp.parse(withHyphens(Array(text.utf8)[...].trimmed))
    } catch {
      throw .syntax(observed: text, error)
    }
    do throws(CaptureTimeRejection) {
      return try fields.captureTime(source: .given)
    } catch {
      switch error {
      case .outOfRange(let field, let observed, let expected):
        throw .outOfRange(field: field, observed: observed, expected: expected)
      default:
        throw .outOfRange(field: .year, observed: fields.year, expected: CivilDate.years)
      }
    }
  }
}

/// The day's colons, as EXIF and exiftool write it (2024:01:31), as hyphens.
private func withHyphens(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = Array(text)
  guard bytes.count >= 10, bytes[4] == UInt8(ascii: ":"), bytes[7] == UInt8(ascii: ":") else {
    return text
  }
  (bytes[4], bytes[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
  return bytes[...]
}

/// Why a typed time is not one.
package enum GivenTimeError: Error, Sendable, Hashable {
  case syntax(observed: String, TimestampSyntaxError)
  /// A field that the calendar or the clock does not have.
  case outOfRange(field: TimestampField, observed: Int, expected: ClosedRange<Int>)
}

/// ISO 8601 timestamps in the profile that XMP uses and people type (XMP Part 1, section 8.2.1.1).
///
/// `YYYY-MM-DD`, then the known part of ` hh:mm:ss.fff+hh:mm`; "T" or a blank before the time, "Z"
/// or an offset with or without its colon after it.
enum ISOTimestamp {
  /// - Throws: ``TimestampSyntaxError``; a timestamp that ends before the day is one too.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(TimestampSyntaxError) -> TimestampFields {
    var reader = ByteReader(text: bytes)
    let year = try number(&reader, digits: 4, .year)
    try separator(&reader, "-")
    let month = try number(&reader, digits: 2, .month)
    try separator(&reader, "-")
    var fields = TimestampFields(
      year: year, month: month, day: try number(&reader, digits: 2, .day))
    if reader.isAtEnd { return fields }
    guard reader.take(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")) != nil else {
      throw error(reader, .separator("T"))
    }
    fields.hour = try number(&reader, digits: 2, .hour)
    try separator(&reader, ":")
    fields.minute = try number(&reader, digits: 2, .minute)
    if reader.take(UInt8(ascii: ":")) != nil {
      fields.second = try number(&reader, digits: 2, .second)
      if reader.take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil {
        let fraction = reader.digits(keeping: 9)
        guard !fraction.isEmpty else { throw error(reader, .fraction) }
        fields.subsecond = fraction
      }
    }
    if reader.isAtEnd { return fields }
    reader.skip { $0 == UInt8(ascii: " ") }
    guard let offset = UTCOffset.scan(&reader) else { throw error(reader, .digits(of: .offset)) }
    fields.offset = offset
    guard reader.isAtEnd else { throw error(reader, .end) }
    return fields
  }

  private static func number(
    _ reader: inout ByteReader, digits: Int, _ field: TimestampField
  ) throws(TimestampSyntaxError) -> Int {
    guard let number = reader.number(digits: digits) else {
      throw error(reader, .digits(of: field))
    }
    return number
  }

  private static func separator(
    _ reader: inout ByteReader, _ separator: Unicode.Scalar
  ) throws(TimestampSyntaxError) {
    guard reader.take(UInt8(ascii: separator)) != nil else {
      throw error(reader, .separator(Character(separator)))
    }
  }

  private static func error(
    _ reader: ByteReader, _ expected: TimestampSyntaxError.Expectation
  ) -> TimestampSyntaxError {
    TimestampSyntaxError(position: reader.position, expected: expected)
  }
}

/// Where a timestamp stops being one, and what should have come there.
package struct TimestampSyntaxError: Error, Sendable, Hashable {
  package enum Expectation: Sendable, Hashable {
    /// Four digits for a year, two for the others; for the offset "Z" or a sign before them.
    case digits(of: TimestampField)
    case separator(Character)
    /// At least one digit after a decimal point.
    case fraction
    case end
  }

  /// Bytes before the fault, which may be the text's length.
  package let position: Int
  package let expected: Expectation

  /// What was read, before the fault, of a text that a person typed.
  package func read(of typed: String) -> String {
    String(decoding: Array(typed.utf8)[...].trimmed.prefix(position), as: UTF8.self)
  }
}
