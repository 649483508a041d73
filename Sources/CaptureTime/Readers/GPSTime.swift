import Formats

/// The time of a GPS fix, which satellites give in UTC (EXIF 2.32, section 4.6.6, tags 7 and 29).
enum GPSTime {
  /// Reads GPSDateStamp with GPSTimeStamp; nil where neither is there.
  ///
  /// Each alone is rejected: a day in UTC is not a day on the wall clock.
  static func read(_ directory: TIFFDirectory, zone: CaptureZone) -> CaptureTimeReading? {
    let date = directory[.gpsDateStamp]
    let time = directory[.gpsTimeStamp]
    guard date != nil || time != nil else { return nil }
    let parts = (0..<3).compactMap { time?.rational(at: $0) }
    let raw =
      [date?.text].compactMap(\.self) + parts.map { "\($0.numerator)/\($0.denominator)" }
    return CaptureTimeReading(.gps, rawText: raw.joined(separator: " ")) {
      () throws(CaptureTimeRejection) in
      guard let date else { throw .incomplete(missing: .day) }
      let day = try ExifTimestamp.parse(date.bytes).captureTime(source: .gps)
      let clock = try clock(parts)
      let instant = day.date.daysSinceEpoch * 86_400 + clock.seconds
      return CaptureTime(
        instant: instant, subsecond: clock.subsecond, zone: zone, source: .gps)
    }
  }

  /// Seconds since midnight from hours, minutes and seconds, each of which may have a fraction.
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
      guard unit.range ~= numerator / denominator else {
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
    return (micros / 1_000_000, digits.isEmpty ? nil : String(digits))
  }
}

extension CaptureTime {
  /// The time that a wall clock in `zone` showed at an instant, in seconds since 1970 in UTC.
  init(instant: Int, subsecond: String? = nil, zone: CaptureZone, source: CaptureTimeSource) {
    let offset = zone.offset(at: instant)
    self.init(
      wallSeconds: instant + offset, subsecond: subsecond, offset: offset, source: source)
  }
}
