import Formats

/// The dates of an EXIF block: those of the main and the Exif directory, and the GPS fix.
enum ExifTimes {
  /// One of EXIF's dates, with the tags that are its own and no other's.
  private struct Tags {
    let source: CaptureTimeSource
    let dateTime: TIFFTag
    let subsecond: TIFFTag
    let offset: TIFFTag
  }

  private static let dates = [
    Tags(
      source: .exifDateTimeOriginal, dateTime: .dateTimeOriginal, subsecond: .subSecTimeOriginal,
      offset: .offsetTimeOriginal),
    Tags(
      source: .exifDateTimeDigitized, dateTime: .dateTimeDigitized,
      subsecond: .subSecTimeDigitized, offset: .offsetTimeDigitized),
    Tags(
      source: .exifDateTime, dateTime: .dateTime, subsecond: .subSecTime, offset: .offsetTime),
  ]

  /// Reads a block that begins at its TIFF header; GPS time, which is UTC, is shown in `zone`.
  ///
  /// At most three directories are read, so a loop between them ends.
  static func read(
    _ block: ArraySlice<UInt8>, zone: CaptureZone
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var problems: [CaptureTimeProblem] = []
    let structure: TIFFStructure
    let main: TIFFDirectory
    do throws(TIFFError) {
      structure = try TIFFStructure(block)
      main = try structure.firstDirectory()
    } catch {
      return ([], [.exif(error)])
    }

    func directory(_ pointer: TIFFTag) -> TIFFDirectory? {
      guard let offset = main[pointer]?.unsigned(at: 0) else { return nil }
      do throws(TIFFError) {
        return try structure.directory(at: Int(offset))
      } catch {
        problems.append(.exif(error))
        return nil
      }
    }

    // TIFF/EP cameras and some converters keep the Exif directory's tags in the main one.
    let places = [directory(.exifIFD), main].compactMap(\.self)
    var readings = dates.compactMap { reading($0, in: places) }
    if let gps = directory(.gpsIFD), let reading = GPSTime.read(gps, zone: zone) {
      readings.append(reading)
    }
    return (readings, problems)
  }

  private static func reading(_ tags: Tags, in places: [TIFFDirectory]) -> CaptureTimeReading? {
    func entry(_ tag: TIFFTag) -> TIFFEntry? { places.lazy.compactMap { $0[tag] }.first }
    guard let date = entry(tags.dateTime) else { return nil }
    let subsecond = entry(tags.subsecond).flatMap { ExifTimestamp.subsecond($0.bytes) }
    let offset = entry(tags.offset)?.bytes.prefix { $0 != 0 }
    var raw = (date.text ?? "").trimmingTrailingBlanks
    if let subsecond { raw += "." + subsecond }
    if let text = entry(tags.offset)?.text?.trimmingTrailingBlanks,
      text.contains(where: { $0 != ":" && $0 != " " })
    {
      raw += text
    }
    return CaptureTimeReading(tags.source, rawText: raw) { () throws(CaptureTimeRejection) in
      var text = try ExifTimestamp.parse(date.bytes)
      // Sub-second and offset of the date's own tags are taken before those in its text.
      text.fields.subsecond = subsecond ?? text.fields.subsecond
      guard let offset else { return text.read(usual: ExifTimestamp.syntax) }
      do throws(DroppedOffset) {
        text.fields.offset = try OffsetText.parse(offset) ?? text.fields.offset
        return text.read(usual: ExifTimestamp.syntax)
      } catch {
        let shown = String(decoding: offset.trimmed.prefix(20), as: UTF8.self)
        return text.read(usual: ExifTimestamp.syntax, dropped: (shown, error))
      }
    }
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(decoding: Array(utf8)[...].trimmed, as: UTF8.self)
  }
}

/// EXIF's way to write a date and time, `YYYY:MM:DD hh:mm:ss` (EXIF 2.32, section 4.6.4 D), and the
/// others that are met there, see ``TimestampText``.
enum ExifTimestamp {
  static let syntax = "YYYY:MM:DD hh:mm:ss"

  /// The length of the standard's form; a NUL from here on ends the text.
  private static let length = 19
  private static let longest = 64

  static func parse(_ bytes: ArraySlice<UInt8>) throws(CaptureTimeRejection) -> TimestampText {
    let text = text(of: bytes)
    if text.allSatisfy({ $0.isSpace || separators.contains($0) }) { throw .blank }
    if text.allSatisfy({ $0.isSpace || separators.contains($0) || $0 == UInt8(ascii: "0") }) {
      throw .zeros
    }
    guard let parsed = TimestampText(text) else {
      let shown = bytes.prefix(longest).prefix { $0 != 0 }.trimmed
      throw .wrongSyntax(observed: String(decoding: shown, as: UTF8.self), expected: syntax)
    }
    return parsed
  }

  /// The digits of a SubSecTime tag; nil where it is blank or anything else.
  static func subsecond(_ bytes: ArraySlice<UInt8>) -> String? {
    var reader = ByteReader(text: bytes.prefix { $0 != 0 }.trimmed)
    let digits = reader.digits(keeping: 9)
    return digits.isEmpty || !reader.isAtEnd ? nil : digits
  }

  private static let separators = Array(":-/T".utf8)

  private static func text(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = bytes.prefix(longest)
    let end = whole.dropFirst(length).firstIndex(of: 0) ?? whole.endIndex
    return whole[..<end].map { $0 == 0 ? UInt8(ascii: " ") : $0 }[...].trimmed
  }
}

/// The time of a GPS fix, which satellites give in UTC (EXIF 2.32, section 4.6.6, tags 7 and 29).
enum GPSTime {
  /// Reads GPSDateStamp with GPSTimeStamp; nil where neither is there.
  ///
  /// Each alone is rejected: a day in UTC is not a day on the wall clock.
  static func read(_ directory: TIFFDirectory, zone: CaptureZone) -> CaptureTimeReading? {
    let date = directory[.gpsDateStamp]
    let stamp = directory[.gpsTimeStamp]
    guard date != nil || stamp != nil else { return nil }
    let parts = (0..<3).compactMap { stamp?.rational(at: $0) }
    let raw =
      [date?.text].compactMap(\.self) + parts.map { "\($0.numerator)/\($0.denominator)" }
    return CaptureTimeReading(
      .gps, rawText: raw.joined(separator: " "), isHour24: parts.first.map(isHour24) ?? false,
      time: try time(date, parts, zone: zone))
  }

  private static func time(
    _ date: TIFFEntry?, _ parts: [(numerator: UInt32, denominator: UInt32)], zone: CaptureZone
  ) throws(CaptureTimeRejection) -> CaptureTime {
    guard let date else { throw .incomplete(missing: .day) }
    let day = try ExifTimestamp.parse(date.bytes).fields.captureTime(source: .gps)
    let clock = try clock(parts)
    let instant = day.date.daysSinceEpoch * 86_400 + clock.seconds
    return CaptureTime(instant: instant, subsecond: clock.subsecond, zone: zone, source: .gps)
  }

  private static func isHour24(_ hour: (numerator: UInt32, denominator: UInt32)) -> Bool {
    hour.denominator != 0 && hour.numerator / hour.denominator == 24
  }

  /// Seconds since midnight from hours, minutes and seconds, each of which may have a fraction. Hour 24
  /// counts as 0.
  private static func clock(
    _ parts: [(numerator: UInt32, denominator: UInt32)]
  ) throws(CaptureTimeRejection) -> (seconds: Int, subsecond: String?) {
    let units: [(field: TimestampField, seconds: Int, range: ClosedRange<Int>)] = [
      (.hour, 3_600, 0...23), (.minute, 60, 0...59), (.second, 1, 0...60),
    ]
    var micros = 0
    for (index, unit) in units.enumerated() {
      guard index < parts.count, parts[index].denominator != 0 else {
        throw .incomplete(missing: unit.field)
      }
      let (numerator, denominator) = (Int(parts[index].numerator), Int(parts[index].denominator))
      let isHour24 = unit.field == .hour && numerator / denominator == 24
      guard unit.range ~= numerator / denominator || isHour24 else {
        throw .outOfRange(
          field: unit.field, observed: numerator / denominator, expected: unit.range)
      }
      // At most 2^32 * 3.6e9, which is under 2^64 but not under 2^63: the whole goes in first.
      let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
      micros += whole * unit.seconds * 1_000_000
      micros += Int(UInt64(rest) * UInt64(unit.seconds) * 1_000_000 / UInt64(denominator))
    }
    var digits = String(micros % 1_000_000 + 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    let isHour24 = parts.first.map(isHour24) ?? false
    return (
      micros / 1_000_000 - (isHour24 ? 86_400 : 0), digits.isEmpty ? nil : String(digits)
    )
  }
}
