import Formats

/// The time that is written in a photo's file name.
///
/// One rule serves all cameras and apps, see ``FileNameDates``. Of several dates in a name the first
/// that has a time decides, valid or not: those after it say when the photo was edited or exported.
/// Where none has a time, a name that holds one day is of that day, and one that holds two is of
/// neither.
enum FileNameTime {
  /// Reads a name; one without a date is rejected as that.
  ///
  /// - Parameters:
  ///   - name: Without folders; need not be UTF-8.
  ///   - zone: The wall clock on which names that give UTC or Unix time are shown.
  /// - Returns: A time, or why the name has none.
  static func read(_ name: [UInt8], zone: CaptureZone) -> CaptureTimeReading {
    CaptureTimeReading(.fileName, rawText: name[...], time: try time(of: name, zone: zone))
  }

  private static func time(
    of name: [UInt8], zone: CaptureZone
  ) throws(CaptureTimeRejection) -> CaptureTime {
    let dates = FileNameDates.all(in: name)
    guard let first = dates.first(where: \.hasTime) ?? dates.first else { throw .noDate }
    let time = try first.captureTime(zone: zone)
    guard first.hasTime || dates.allSatisfy({ $0 == first }) else { throw .severalDays }
    return time
  }
}

/// A date in a name, with the time that belongs to it.
enum FileNameDate: Hashable {
  /// As a clock on the photographer's wall showed it, perhaps with its offset.
  case wall(TimestampFields)
  case utc(TimestampFields)
  case unixMilliseconds(Int)

  var hasTime: Bool {
    switch self {
    case .wall(let fields), .utc(let fields): fields.hour != nil
    case .unixMilliseconds: true
    }
  }

  /// - Throws: ``CaptureTimeRejection``, also for a day in UTC without a time, which may have been
  ///   another day on the wall.
  func captureTime(zone: CaptureZone) throws(CaptureTimeRejection) -> CaptureTime {
    switch self {
    case .wall(let fields): return try fields.captureTime(source: .fileName)
    case .utc(let fields):
      let time = try fields.captureTime(source: .fileName)
      guard hasTime else { throw .incomplete(missing: .hour) }
      return try CaptureTime(
        unixSeconds: time.wallSeconds, subsecond: time.subsecond, zone: zone, source: .fileName)
    case .unixMilliseconds(let milliseconds):
      let (seconds, rest) = milliseconds.floorDivided(by: 1_000)
      return try CaptureTime(
        unixSeconds: seconds, subsecond: String(String(rest + 1_000).dropFirst()), zone: zone,
        source: .fileName)
    }
  }
}
