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
  ///   - latest: The last second since 1970 that a number alone may mean.
  /// - Returns: A time, or why the name has none.
  static func read(
    _ name: [UInt8], zone: CaptureZone, latest: Int = .max
  ) -> CaptureTimeReading {
    var isHour24 = false
    let result = Result { () throws(CaptureTimeRejection) in
      try time(of: name, zone: zone, latest: latest, isHour24: &isHour24)
    }
    return CaptureTimeReading(
      .fileName, rawText: name[...], isHour24: isHour24, time: try result.get())
  }

  /// `isHour24` gets whether the name has hour 24, which is read as 0.
  private static func time(
    of name: [UInt8], zone: CaptureZone, latest: Int, isHour24: inout Bool
  ) throws(CaptureTimeRejection) -> CaptureTime {
    let name = name.withASCIIDigits ?? name
    if let unix = UnixName.time(name, latest: latest) {
      return try CaptureTime(
        unixSeconds: unix.seconds, subsecond: unix.subsecond, zone: zone, source: .fileName)
    }
    let found = FileNameDates.all(in: name)
    let clear = found.filter { if case .eitherWay = $0 { false } else { true } }
    let dates = clear.isEmpty ? found : clear
    guard let first = dates.first(where: \.hasTime) ?? dates.first else { throw .noDate }
    let time = try first.captureTime(zone: zone, isHour24: &isHour24)
    guard first.hasTime || dates.allSatisfy({ $0 == first }) else { throw .severalDays }
    return time
  }
}

extension CaptureTime {
  /// The time in a file's name, with a person as its source; nil if it has none, or may be one of several days.
  ///
  /// - Parameter name: without folders.
  package init?(inFileName name: String) {
    guard let time = try? FileNameTime.read(Array(name.utf8), zone: .utc).result.get() else {
      return nil
    }
    self = time.of(.given)
  }
}

/// A date in a name, with the time that belongs to it.
enum FileNameDate: Hashable {
  /// As a clock on the photographer's wall showed it, perhaps with its offset.
  case wall(TimestampFields)
  case utc(TimestampFields)
  case unixMilliseconds(Int)
  /// Day and month may be either number: the first has the day first, the second the month.
  case eitherWay(TimestampFields, TimestampFields)

  var hasTime: Bool {
    switch self {
    case .wall(let fields), .utc(let fields), .eitherWay(let fields, _): fields.hour != nil
    case .unixMilliseconds: true
    }
  }

  /// - Throws: ``CaptureTimeRejection``, also for a day in UTC without a time, which may have been
  ///   another day on the wall.
  func captureTime(
    zone: CaptureZone, isHour24: inout Bool
  ) throws(CaptureTimeRejection) -> CaptureTime {
    switch self {
    case .wall(var fields):
      isHour24 = fields.hour == 24
      if isHour24 { fields.hour = 0 }
      return try fields.captureTime(source: .fileName)
    case .eitherWay(let one, let other):
      let days = try [one, other].map { fields throws(CaptureTimeRejection) in
        try fields.captureTime(source: .fileName).date
      }
      throw .ambiguousDay(days[0], days[1])
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

/// Names that are nothing but Unix time, in seconds or milliseconds, and perhaps a copy's number.
private enum UnixName {
  /// 1 January 1995, before which no program named photos so.
  private static let earliest = 788_918_400
  /// Android names a photo that an app asks for by its number in the phone's index, which counts from here;
  /// as Unix time that would be September 2001.
  private static let androidNumbers = 1_000_000_000..<1_001_000_000

  static func time(_ name: [UInt8], latest: Int) -> (seconds: Int, subsecond: String?)? {
    var reader = ByteReader(text: name[...])
    let count = name.prefix(14).prefix(while: \.isDigit).count
    guard [9, 10, 12, 13].contains(count), let number = reader.number(digits: count) else {
      return nil
    }
    if count == 10, androidNumbers ~= number { return nil }
    reader.skip { $0 == UInt8(ascii: " ") }
    if reader.take(UInt8(ascii: "(")) != nil {
      _ = reader.digits(keeping: 4)
      guard reader.take(UInt8(ascii: ")")) != nil else { return nil }
    }
    guard reader.isAtEnd || reader.take(UInt8(ascii: ".")) != nil else { return nil }
    let (seconds, rest) = count > 10 ? number.floorDivided(by: 1_000) : (number, 0)
    guard seconds >= earliest, seconds <= latest else { return nil }
    return (seconds, count > 10 ? String(String(rest + 1_000).dropFirst()) : nil)
  }
}
