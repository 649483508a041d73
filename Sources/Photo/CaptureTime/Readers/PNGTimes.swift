import Formats

/// The times of a PNG's own chunks (PNG third edition, 11.3.3.1 and 11.3.5.1).
enum PNGTimes {
  static func read(_ png: PNGTimestamps, zone: CaptureZone) -> [CaptureTimeReading] {
    var readings: [CaptureTimeReading] = []
    if let creation = png.creation {
      let text = creation.prefix(CaptureTimeReader.rawTextLimit)
      readings.append(
        CaptureTimeReading(.pngCreationTime, rawText: creation) {
          () throws(CaptureTimeRejection) in
          if let date = try InternetDate.read(text) { return date }
          return try written(text)
        })
    }
    if let change = png.change {
      let raw = change.map { String($0) }.joined(separator: " ")
      readings.append(
        CaptureTimeReading(.pngTime, rawText: raw, time: try lastChange(change, zone: zone)))
    }
    return readings
  }

  /// A time in EXIF's form, or another that has the year first.
  private static func written(
    _ text: ArraySlice<UInt8>
  ) throws(CaptureTimeRejection) -> ReadTimestamp {
    do throws(CaptureTimeRejection) {
      let parsed = try ExifTimestamp.parse(text)
      return parsed.read(usual: InternetDate.syntax)
    } catch .wrongSyntax(let observed, _) {
      throw .wrongSyntax(observed: observed, expected: InternetDate.syntax)
    }
  }

  /// Year in two bytes, month, day, hour, minute and second, in UTC.
  private static func lastChange(
    _ data: ArraySlice<UInt8>, zone: CaptureZone
  ) throws(CaptureTimeRejection) -> CaptureTime {
    let reader = ByteReader(data, .bigEndian)
    guard data.count == 7, let year = reader.value(at: 0, size: 2) else {
      throw .incomplete(missing: .second)
    }
    let parts = data.dropFirst(2).map(Int.init)
    let utc = try TimestampFields(
      year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3],
      second: parts[4]
    ).captureTime(source: .pngTime)
    return try CaptureTime(unixSeconds: utc.wallSeconds, zone: zone, source: .pngTime)
  }
}

/// Dates as mail has them: "Wed, 31 Jan 2024 23:59:58 +0900" (RFC 1123, section 5.2.14, after RFC 822,
/// section 5), which PNG recommends. Also as C's `asctime` writes them, "Wed Jan 31 23:59:58 2024", perhaps
/// with a zone before the year.
enum InternetDate {
  static let syntax = "DD Mon YYYY hh:mm:ss ±hhmm"

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  /// The zones that RFC 822 names, with their hours east of UTC.
  private static let zones: [(name: [UInt8], hours: Int)] = [
    ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8),
    ("PDT", -7), ("UT", 0),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Reads a date that has its month's name; nil of a text that does not begin like one.
  static func read(_ text: ArraySlice<UInt8>) throws(CaptureTimeRejection) -> ReadTimestamp? {
    var reader = ByteReader(text: text.trimmed)
    reader.skip(while: \.isLetter)
    // The day of the week, in any language; GNOME writes dates as the machine's language has them.
    _ = reader.take(UInt8(ascii: ","), UInt8(ascii: "."))
    if reader.position > 0 { reader.skip(while: \.isSpace) }
    if let month = month(&reader) {
      guard let written = yearLast(&reader, month: month) else { throw wrong(text) }
      return written
    }
    guard let day = number(&reader), skipBlanks(&reader), let month = month(&reader) else {
      return nil
    }
    let yearDigits = skipBlanks(&reader) ? reader.rest.prefix(while: \.isDigit).count : 0
    guard yearDigits == 4 || yearDigits == 2, let written = reader.number(digits: yearDigits) else {
      throw wrong(text)
    }
    let year = yearDigits == 4 ? written : written + (written > 70 ? 1_900 : 2_000)
    var fields = TimestampFields(year: year, month: month, day: day)
    reader.skip(while: \.isSpace)
    if reader.isAtEnd { return ReadTimestamp(fields: fields, notes: []) }
    guard clock(&reader, &fields) else { throw wrong(text) }
    return placed(fields, zone: reader.rest.trimmed)
  }

  /// Reads what follows the month in `asctime`'s form; nil of anything else.
  private static func yearLast(_ reader: inout ByteReader, month: Int) -> ReadTimestamp? {
    reader.skip(while: \.isSpace)
    guard let day = number(&reader) else { return nil }
    reader.skip(while: \.isSpace)
    var fields = TimestampFields(year: 0, month: month, day: day)
    guard clock(&reader, &fields) else { return nil }
    let rest = reader.rest.trimmed
    var last = ByteReader(text: rest.suffix(4))
    guard let year = last.number(digits: 4), year > 0 else { return nil }
    fields.year = year
    return placed(fields, zone: rest.dropLast(4).trimmed)
  }

  /// Passes "23:59:58", "23:59" or "11:59:58 PM".
  private static func clock(_ reader: inout ByteReader, _ fields: inout TimestampFields) -> Bool {
    guard let hour = number(&reader), reader.take(UInt8(ascii: ":")) != nil,
      let minute = reader.number(digits: 2)
    else { return false }
    (fields.hour, fields.minute) = (hour, minute)
    if reader.take(UInt8(ascii: ":")) != nil {
      guard let second = reader.number(digits: 2) else { return false }
      fields.second = second
    }
    return TimestampText.passHalf(&reader, &fields)
  }

  private static func placed(_ fields: TimestampFields, zone: ArraySlice<UInt8>) -> ReadTimestamp {
    var fields = fields
    if let known = zones.first(where: { $0.name.elementsEqual(zone.map(\.uppercasedASCII)) }) {
      fields.offset = known.hours * 3_600
      return ReadTimestamp(fields: fields, notes: [])
    }
    do throws(DroppedOffset) {
      fields.offset = try OffsetText.parse(zone)
      return ReadTimestamp(fields: fields, notes: [])
    } catch {
      let shown = String(decoding: zone.prefix(20), as: UTF8.self)
      return ReadTimestamp(fields: fields, notes: [.droppedOffset(shown, error)])
    }
  }

  /// Passes an English month, in full or with three letters.
  private static func month(_ reader: inout ByteReader) -> Int? {
    guard let month = months.firstIndex(where: { reader.take(ignoringCase: $0) }) else {
      return nil
    }
    reader.skip(while: \.isLetter)
    return month + 1
  }

  private static func number(_ reader: inout ByteReader) -> Int? {
    reader.number(digits: 2) ?? reader.number(digits: 1)
  }

  private static func skipBlanks(_ reader: inout ByteReader) -> Bool {
    reader.skip { $0.isSpace || $0 == UInt8(ascii: "-") }
    return true
  }

  private static func wrong(_ text: ArraySlice<UInt8>) -> CaptureTimeRejection {
    .wrongSyntax(
      observed: String(decoding: text.trimmed.prefix(64), as: UTF8.self), expected: syntax)
  }
}

extension UInt8 {
  fileprivate var uppercasedASCII: UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & ~0x20 : self
  }
}
