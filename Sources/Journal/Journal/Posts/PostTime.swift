package import CaptureTime
package import Store

/// When a post's photo was taken: an instant, in the time zone that decided the post's day.
package struct PostTime: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00 UTC; of a time that knows only the day, the day's start.
  package let instant: Int
  /// Seconds east of UTC.
  package let offset: Int
  /// Digits after the decimal point, as found.
  package let subsecond: String?
  package let precision: CaptureTimePrecision
  package let source: CaptureTimeSource
  /// The zone's name, as "Asia/Seoul" or "+09:00".
  package let zone: String
  /// Whether the photo did not say its offset, so that the wall clock is taken to be the zone's.
  package let isOffsetAssumed: Bool
  /// The day that the post belongs to. It was decided once, and stays.
  package let day: CivilDate
}

extension PostTime {
  /// Derives the instant and the day of a capture time.
  ///
  /// A wall clock without an offset is taken to be the zone's own; of two instants at which it
  /// showed that time, the first. A time that knows only the day belongs to that day, whenever days
  /// start. The zone is that of ``DayRule/zone(of:)``.
  ///
  /// - Throws: ``JournalError/dayNeverWas(_:zone:)`` for a day that the zone's clocks skipped,
  ///   ``JournalError/timeInGap(_:zone:start:end:)`` for a time at which the zone's clocks
  ///   were moved forward, and ``JournalError/yearOutOfRange(_:day:)`` where the day is in none of the
  ///   years that can be stored.
  package init(_ time: CaptureTime, rule: DayRule) throws {
    let zone = rule.zone(of: time)
    let rule = DayRule(zone: zone, start: rule.start)
    subsecond = time.subsecond
    precision = time.precision
    source = time.source
    self.zone = zone.name
    isOffsetAssumed = time.offset == nil
    if time.precision == .day {
      guard !DayRule(zone: zone).instants(of: time.date).isEmpty else {
        throw JournalError.dayNeverWas(time.date, zone: zone.name)
      }
      day = time.date
      instant = rule.start(of: time.date)
    } else {
      instant = try time.instant ?? Self.instant(of: time, zone)
      day = rule.day(of: instant)
    }
    offset = zone.offset(at: instant)
    guard CivilDate.years ~= day.year, CivilDate.years ~= captureTime.year else {
      throw JournalError.yearOutOfRange(time, day: day)
    }
  }

  private static func instant(of time: CaptureTime, _ zone: CaptureZone) throws -> Int {
    switch zone.instants(atWall: time.wallSeconds) {
    case .once(let instant), .twice(let instant, _): return instant
    case .never(_, let before, let after):
      throw JournalError.timeInGap(
        time, zone: zone.name, start: CaptureTime(wallSeconds: before, source: .given),
        end: CaptureTime(wallSeconds: after, source: .given))
    }
  }

  /// The time as its zone's clock showed it, with its offset unless it knows only the day.
  package var captureTime: CaptureTime {
    precision == .day
      ? CaptureTime(date: day, precision: .day, source: source)
      : CaptureTime(
        wallSeconds: instant + offset, subsecond: subsecond, offset: offset, precision: precision,
        source: source)
  }
}

extension CaptureTime {
  /// The time of a text that ``description`` gave, and of its source's name; nil where they are not that.
  init?(stored text: String, from source: String?) {
    guard let source = source.flatMap({ CaptureTimeSource(rawValue: $0) }),
      let time = try? GivenTime.parse(text), time.description == text, time.isKnownInstant,
      CivilDate.years ~= time.year
    else { return nil }
    self.init(
      date: time.date, hour: time.hour, minute: time.minute, second: time.second,
      subsecond: time.subsecond, offset: time.offset, precision: time.precision, source: source)
  }

  /// Whether it is a moment or a day, and no wall clock of a place that is not known.
  private var isKnownInstant: Bool { precision == .day || offset != nil }
}
