/// When a photo was taken: what a clock on the wall showed, how exactly that is known, and whence.
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
  /// The short name of the zone that was asked for, as "KST"; nil when none was or it has none.
  package let zoneAbbreviation: String?

  package var year: Int { date.year }
  package var month: Int { date.month }
  package var day: Int { date.day }

  /// Makes a time of fields; the caller vouches that they are in their ranges, which the properties
  /// say, and that those finer than the precision are 0.
  package init(
    date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, subsecond: String? = nil,
    offset: Int? = nil, precision: CaptureTimePrecision = .second, source: CaptureTimeSource,
    zoneAbbreviation: String? = nil
  ) {
    self.date = date
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.subsecond = subsecond
    self.offset = offset
    self.precision = precision
    self.source = source
    self.zoneAbbreviation = zoneAbbreviation
  }

  /// The time that a wall clock showed `wallSeconds` after 1970-01-01 00:00 on that same clock.
  ///
  /// The caller vouches that this is in the years 1 to 9999, from -62,135,596,800 to 253,402,300,799,
  /// and that nothing in it is finer than the precision.
  package init(
    wallSeconds: Int, subsecond: String? = nil, offset: Int? = nil,
    precision: CaptureTimePrecision = .second, source: CaptureTimeSource,
    zoneAbbreviation: String? = nil
  ) {
    let (days, rest) = wallSeconds.floorDivided(by: 86_400)
    self.init(
      date: CivilDate(daysSinceEpoch: days), hour: rest / 3_600, minute: rest / 60 % 60,
      second: rest % 60, subsecond: subsecond, offset: offset, precision: precision,
      source: source, zoneAbbreviation: zoneAbbreviation)
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
