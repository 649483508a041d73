package import Formats
package import Places

/// When a photo was taken: what a clock on the wall showed, how precisely, and which source says so.
///
/// Parts finer than `precision` are zero and mean nothing; they are never shown.
package struct CaptureTime: Sendable, Hashable {
  package let date: CivilDate
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int
  /// 0 to 60; 60 is a leap second, and arithmetic counts it as the second that follows.
  package let second: Int
  /// Digits after the decimal point, as found ("691", "05"), at most nine; nil where unknown.
  package let subsecond: String?
  /// Seconds east of UTC; nil where the source does not say.
  package let offset: Int?
  package let precision: CaptureTimePrecision
  package let source: CaptureTimeSource
  /// The short name of the zone that was asked for ("KST"); nil where none was, or it has none.
  package let zoneAbbreviation: String?
  /// The zone of the position where the photo was taken, if the time is given in it.
  package let place: ZoneName?

  package var year: Int { date.year }
  package var month: Int { date.month }
  package var day: Int { date.day }

  /// Makes a time of fields; the caller vouches that they are in their ranges, which the properties
  /// say, and that those finer than the precision are 0.
  package init(
    date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, subsecond: String? = nil,
    offset: Int? = nil, precision: CaptureTimePrecision = .second, source: CaptureTimeSource,
    zoneAbbreviation: String? = nil, place: ZoneName? = nil
  ) {
    self.date = date
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.subsecond = subsecond
    self.offset = offset
    self.precision = precision
    self.source = source
    self.zoneAbbreviation = zoneAbbreviation
    self.place = place
  }

  /// The time that a wall clock showed `wallSeconds` after 1970-01-01 00:00 on that same clock.
  ///
  /// The caller vouches that this is in the years 1 to 9999, from -62,135,596,800 to 253,402,300,799,
  /// and that nothing in it is finer than the precision.
  package init(
    wallSeconds: Int, subsecond: String? = nil, offset: Int? = nil,
    precision: CaptureTimePrecision = .second, source: CaptureTimeSource,
    zoneAbbreviation: String? = nil, place: ZoneName? = nil
  ) {
    let (days, rest) = wallSeconds.floorDivided(by: 86_400)
    self.init(
      date: CivilDate(daysSinceEpoch: days), hour: rest / 3_600, minute: rest / 60 % 60,
      second: rest % 60, subsecond: subsecond, offset: offset, precision: precision,
      source: source, zoneAbbreviation: zoneAbbreviation, place: place)
  }

  /// The same time as another source has it.
  func of(_ source: CaptureTimeSource) -> CaptureTime {
    CaptureTime(
      date: date, hour: hour, minute: minute, second: second, subsecond: subsecond, offset: offset,
      precision: precision, source: source, zoneAbbreviation: zoneAbbreviation, place: place)
  }

  /// The same wall clock at an instant, in seconds since 1970 in UTC, that settles its offset.
  func with(instant: Int) -> CaptureTime {
    CaptureTime(
      date: date, hour: hour, minute: minute, second: second, subsecond: subsecond,
      offset: wallSeconds - instant, precision: precision, source: source,
      zoneAbbreviation: zoneAbbreviation, place: place)
  }

  /// Seconds from 1970-01-01 00:00 to this time, both on the wall clock.
  package var wallSeconds: Int {
    date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// Whole seconds since 1970-01-01 00:00 UTC; nil where the offset or the time of day is unknown.
  package var instant: Int? {
    guard precision != .day, let offset else { return nil }
    return wallSeconds - offset
  }
}

extension CaptureTime {
  /// An instant as a file system or a name gives it, in seconds since 1970 in UTC.
  ///
  /// - Throws: ``CaptureTimeRejection/outOfRange(field:observed:expected:)`` outside the years 1 to
  ///   9999, with the year that was observed (at most some three billion).
  init(
    unixSeconds: Int, subsecond: String? = nil, zone: CaptureZone, source: CaptureTimeSource
  ) throws(CaptureTimeRejection) {
    let day = unixSeconds.floorDivided(by: 86_400).quotient
    let year = CivilDate(daysSinceEpoch: day).year
    guard CivilDate.years ~= year else {
      throw .outOfRange(field: .year, observed: year, expected: CivilDate.years)
    }
    self.init(instant: unixSeconds, subsecond: subsecond, zone: zone, source: source)
  }

  /// The time that a wall clock in `zone` showed at an instant, in seconds since 1970 in UTC.
  init(instant: Int, subsecond: String? = nil, zone: CaptureZone, source: CaptureTimeSource) {
    let offset = zone.offset(at: instant)
    self.init(
      wallSeconds: instant + offset, subsecond: subsecond, offset: offset, source: source,
      place: zone.place)
  }
}

extension CaptureTime: CustomStringConvertible {
  /// The known parts in ISO 8601: "2024-01-31", "2024-01-31T23:59:58.5+09:00".
  package var description: String {
    var text = date.description
    if precision == .day { return text }
    text += "T" + clock
    if precision == .second { text += ":" + second.padded(to: 2) }
    if precision == .second, let subsecond { text += "." + subsecond }
    if let offset { text += UTCOffset.text(offset, separator: ":") }
    return text
  }

  /// Hours and minutes: "23:59".
  package var clock: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) }
}

/// Where a capture time was found. The order of the cases is the order in which they are tried.
///
/// Raw values are the names in JSON output.
package enum CaptureTimeSource: String, Sendable, CaseIterable {
  case given
  case exifDateTimeOriginal = "exif:DateTimeOriginal"
  case exifDateTimeDigitized = "exif:DateTimeDigitized"
  case xmpDateTimeOriginal = "xmp:exif:DateTimeOriginal"
  case xmpDateCreated = "photoshop:DateCreated"
  case xmpCreateDate = "xmp:CreateDate"
  case xmpDateTimeDigitized = "xmp:exif:DateTimeDigitized"
  case iptcDateCreated = "iptc:DateCreated"
  case iptcDigitalCreationDate = "iptc:DigitalCreationDate"
  /// When a PNG says that its picture was made.
  case pngCreationTime = "png:CreationTime"
  case gps
  /// A wall clock's time, as phones write it into videos.
  case quicktimeCreationDate = "quicktime:CreationDate"
  /// A file beside it.
  case companion
  case fileName
  /// When a video's recording began, in UTC, by its header: of editors, when they wrote the file.
  case videoHeader = "quicktime:CreateDate"
  /// The same of a WebM.
  case webmDate = "webm:DateUTC"
  /// The last change of the file, by EXIF's own account, not the capture.
  case exifDateTime = "exif:DateTime"
  /// The same by a PNG's own account, in UTC.
  case pngTime = "png:tIME"
  case fileModified

  /// Whether it is a property of XMP.
  var isXMP: Bool {
    switch self {
    case .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate, .xmpDateTimeDigitized: true
    default: false
    }
  }

  /// Whether it says when the file was last changed, and not when the photo was taken.
  package var isLastChange: Bool {
    switch self {
    case .exifDateTime, .pngTime, .fileModified: true
    default: false
    }
  }
}

/// The finest part of a capture time that its source knows.
package enum CaptureTimePrecision: String, Sendable, CaseIterable {
  case day, minute, second

  /// The seconds in one unit of this precision.
  package var seconds: Int {
    switch self {
    case .day: 86_400
    case .minute: 60
    case .second: 1
    }
  }
}

extension CaptureTime {
  /// The time as EXIF writes it. Of a time that knows only the day the time of day is blank, as the standard
  /// has it for unknown values (Exif 3.0, 4.6.5.4); unknown seconds are written as 0, for
  /// most readers take no blank beside digits.
  package var exifDate: ExifDate {
    let day = "\(year.padded(to: 4)):\(month.padded(to: 2)):\(self.day.padded(to: 2))"
    guard precision != .day else {
      return ExifDate(text: "\(day)   :  :  ", subsecond: nil, offset: nil)
    }
    return ExifDate(
      text: "\(day) \(clock):\(second.padded(to: 2))",
      subsecond: precision == .second ? subsecond : nil,
      offset: offset.map { UTCOffset.text($0, separator: ":") })
  }
}
