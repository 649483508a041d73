/// ISO 8601 timestamps in the profile that XMP uses and people type (XMP Part 1, section 8.2.1.1).
///
/// `YYYY-MM-DD`, then what is known of ` hh:mm:ss.fff+hh:mm`; "T" or a blank before the time, "Z"
/// or an offset with or without its colon after it.
enum ISOTimestamp {
  /// - Throws: ``TimestampSyntaxError``; a timestamp that ends before the day is one too.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(TimestampSyntaxError) -> TimestampFields {
    var cursor = ByteCursor(bytes)
    let year = try number(&cursor, digits: 4, .year)
    try separator(&cursor, "-")
    let month = try number(&cursor, digits: 2, .month)
    try separator(&cursor, "-")
    var fields = TimestampFields(
      year: year, month: month, day: try number(&cursor, digits: 2, .day))
    if cursor.isAtEnd { return fields }
    guard cursor.take(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")) != nil else {
      throw error(cursor, .separator("T"))
    }
    fields.hour = try number(&cursor, digits: 2, .hour)
    try separator(&cursor, ":")
    fields.minute = try number(&cursor, digits: 2, .minute)
    if cursor.take(UInt8(ascii: ":")) != nil {
      fields.second = try number(&cursor, digits: 2, .second)
      if cursor.take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil {
        let fraction = cursor.digits(keeping: 9)
        guard !fraction.isEmpty else { throw error(cursor, .fraction) }
        fields.subsecond = fraction
      }
    }
    if cursor.isAtEnd { return fields }
    cursor.skip { $0 == UInt8(ascii: " ") }
    guard let offset = UTCOffset.scan(&cursor) else { throw error(cursor, .digits(of: .offset)) }
    fields.offset = offset
    guard cursor.isAtEnd else { throw error(cursor, .end) }
    return fields
  }

  private static func number(
    _ cursor: inout ByteCursor, digits: Int, _ field: TimestampField
  ) throws(TimestampSyntaxError) -> Int {
    guard let number = cursor.number(digits: digits) else {
      throw error(cursor, .digits(of: field))
    }
    return number
  }

  private static func separator(
    _ cursor: inout ByteCursor, _ separator: Unicode.Scalar
  ) throws(TimestampSyntaxError) {
    guard cursor.take(UInt8(ascii: separator)) != nil else {
      throw error(cursor, .separator(Character(separator)))
    }
  }

  private static func error(
    _ cursor: ByteCursor, _ expected: TimestampSyntaxError.Expectation
  ) -> TimestampSyntaxError {
    TimestampSyntaxError(position: cursor.position, expected: expected)
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
}
