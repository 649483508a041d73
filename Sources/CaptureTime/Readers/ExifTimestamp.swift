/// EXIF's way to write a date and time, `YYYY:MM:DD hh:mm:ss` (EXIF 2.32, section 4.6.4 D).
///
/// Read as cameras write it: `-` or `/` between the parts of the date, `T` before the time, a blank
/// for a leading zero, NULs for blanks, a fraction and an offset at the end. Parts left blank are
/// unknown, as the standard has it, so the time may end at the day or the minute.
enum ExifTimestamp {
  static let syntax = "YYYY:MM:DD hh:mm:ss"

  /// The length of the standard's form; a NUL from here on ends the text.
  private static let length = 19
  private static let longest = 64

  static func parse(_ bytes: ArraySlice<UInt8>) throws(CaptureTimeRejection) -> TimestampFields {
    let text = text(of: bytes)
    if text.allSatisfy({ $0.isSpace || separators.contains($0) }) { throw .blank }
    if text.allSatisfy({ $0.isSpace || separators.contains($0) || $0 == UInt8(ascii: "0") }) {
      throw .zeros
    }
    guard let fields = fields(text) else {
      let shown = bytes.prefix(longest).prefix { $0 != 0 }.trimmed
      throw .wrongSyntax(observed: String(decoding: shown, as: UTF8.self), expected: syntax)
    }
    return fields
  }

  /// The digits of a SubSecTime tag; nil where it is blank or anything else.
  static func subsecond(_ bytes: ArraySlice<UInt8>) -> String? {
    var cursor = ByteCursor(bytes.prefix { $0 != 0 }.trimmed)
    let digits = cursor.digits(keeping: 9)
    return digits.isEmpty || !cursor.isAtEnd ? nil : digits
  }

  private static let separators = Array(":-/T".utf8)

  private static func text(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = bytes.prefix(longest)
    let end = whole.dropFirst(length).firstIndex(of: 0) ?? whole.endIndex
    return whole[..<end].map { $0 == 0 ? UInt8(ascii: " ") : $0 }[...].trimmed
  }

  private static func fields(_ text: ArraySlice<UInt8>) -> TimestampFields? {
    var cursor = ByteCursor(text)
    guard let year = cursor.number(digits: 4),
      let between = cursor.take(UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/")),
      let month = twoDigits(&cursor), cursor.take(between) != nil,
      let day = twoDigits(&cursor)
    else { return nil }
    var fields = TimestampFields(year: year, month: month, day: day)
    if isBlank(cursor.rest) { return fields }

    guard cursor.take(UInt8(ascii: " "), UInt8(ascii: "T")) != nil,
      let hour = twoDigits(&cursor), cursor.take(UInt8(ascii: ":")) != nil,
      let minute = twoDigits(&cursor)
    else { return nil }
    (fields.hour, fields.minute) = (hour, minute)
    if isBlank(cursor.rest) { return fields }

    if cursor.take(UInt8(ascii: ":")) != nil {
      guard let second = twoDigits(&cursor) else { return nil }
      fields.second = second
      if cursor.take(UInt8(ascii: ".")) != nil {
        let digits = cursor.digits(keeping: 9)
        fields.subsecond = digits.isEmpty ? nil : digits
      }
    }
    cursor.skip(while: \.isSpace)
    fields.offset = UTCOffset.scan(&cursor)
    return cursor.isAtEnd ? fields : nil
  }

  private static func twoDigits(_ cursor: inout ByteCursor) -> Int? {
    if cursor.take(UInt8(ascii: " ")) != nil { return cursor.number(digits: 1) }
    return cursor.number(digits: 2)
  }

  private static func isBlank(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.allSatisfy { $0.isSpace || separators.contains($0) }
  }
}
