/// What is to be said of how a candidate was read.
package enum CaptureTimeNote: Sendable, Hashable {
  /// It is not written as its standard says, but like this: "YYYY:MM:DD hh:mm:ss".
  case form(String)
  /// What stands in its offset's place is not used.
  case droppedOffset(String, DroppedOffset)
  /// What stands in its time's place is not used, so that only the day is known.
  case droppedTime(String)
  /// Its hour 24 is read as 0 of the same day, as another candidate has it.
  case hour24
  /// It is in this file beside the photo.
  case companion(String)
  /// Clocks of the place showed it twice, and it is taken as the first.
  case repeatedTime
  /// Clocks of the place were put forward over it.
  case skippedTime
}

/// Why a time that is well-formed is hardly that of the photo.
///
/// A doubtful candidate loses to any other, and is used with a note where there is none.
package enum ClockDoubt: Sendable, Hashable, CaseIterable {
  /// What a camera's clock shows until somebody sets it.
  case neverSet
  /// A GPS date that lies exactly 1,024 or 2,048 weeks before another candidate: receivers count weeks
  /// with ten bits.
  case gpsWeeks
  /// Hour 24, which may mean midnight at either end of the day, and no candidate says at which.
  case hour24

  /// Whether the last change of the file is more likely to be the capture: not where the day is known
  /// but for one.
  var losesToLastChange: Bool { self != .hour24 }

  /// Whether it is what clocks begin with: 1 January of 1904 (QuickTime), 1970 (Unix), 1980 (DOS, GPS)
  /// or 2000 at 00:00:00, or 2002-12-08 12:00:00, which several makers' firmware has.
  static func isUnset(_ time: CaptureTime) -> Bool {
    guard time.precision == .second else { return false }
    let utc = time.instant.map { CaptureTime(wallSeconds: $0, source: time.source) }
    return [time, utc].contains { time in
      guard let time else { return false }
      return switch (time.year, time.month, time.day, time.hour, time.minute, time.second) {
      case (1904, 1, 1, 0, 0, 0), (1970, 1, 1, 0, 0, 0), (1980, 1, 1, 0, 0, 0),
        (2000, 1, 1, 0, 0, 0), (2002, 12, 8, 12, 0, 0):
        true
      default: false
      }
    }
  }

  /// Whether a GPS receiver with a week counter that rolled over showed `gps` when it was `other`: at most a
  /// day apart, for zones, but for 1,024 or 2,048 weeks.
  static func isRolledOver(_ gps: CaptureTime, against other: CaptureTime) -> Bool {
    let days = other.date.daysSinceEpoch - gps.date.daysSinceEpoch
    return [1_024 * 7, 2_048 * 7].contains { abs(days - $0) <= 1 }
  }
}
