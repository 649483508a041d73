import Formats

/// How far a camera's clock was off: "+1h30m", "-2d", "+1y2mo", "45s".
package struct TimeShift: Sendable, Hashable {
  /// A hundred years, so that no sum overflows and a slip of the finger is noticed.
  package static let limit = 36_525 * 86_400

  /// Years and months, which the calendar counts: to be added first, with the sign of ``seconds``.
  package let months: Int
  /// To be added to what the clock showed; negative for a clock that was fast.
  package let seconds: Int

  /// A number of seconds, at most ``limit`` of them either way.
  package init(seconds: Int) { self.init(months: 0, seconds: seconds) }

  private init(months: Int, seconds: Int) { (self.months, self.seconds) = (months, seconds) }

  /// Reads an optional sign and amounts with their units, each unit once: y, mo, w, d, h, m, s.
  ///
  /// - Throws: ``TimeShiftSyntaxError``, with positions in characters from 0.
  package static func parse(_ text: String) throws(TimeShiftSyntaxError) -> TimeShift {
    var reader = ByteReader(text: Array(text.utf8)[...])
    let sign = reader.take(UInt8(ascii: "+"), UInt8(ascii: "-")) == UInt8(ascii: "-") ? -1 : 1
    var used: Set<Unit> = []
    var (months, seconds, total) = (0, 0, 0)
    repeat {
      let start = reader.position
      let digits = reader.digits(keeping: 12)
      guard let amount = Int(digits) else { throw .noNumber(position: start) }
      guard !reader.isAtEnd else { throw .noUnit(position: reader.position) }
      guard let unit = Unit(at: reader) else { throw .unknownUnit(position: reader.position) }
      guard used.insert(unit).inserted else { throw .repeatedUnit(position: reader.position) }
      let (length, overflow) = amount.multipliedReportingOverflow(by: unit.length)
      guard reader.position - start <= 12, !overflow, length <= limit - total else {
        throw .tooLong(limit: limit)
      }
      total += length
      if unit.months > 0 { months += amount * unit.months } else { seconds += length }
      for letter in unit.rawValue.utf8 { _ = reader.take(letter) }
    } while !reader.isAtEnd
    return TimeShift(months: sign * months, seconds: sign * seconds)
  }

  private enum Unit: String, CaseIterable {
    case year = "y"
    // Before the minute, which has the same first letter.
    case month = "mo"
    case week = "w"
    case day = "d"
    case hour = "h"
    case minute = "m"
    case second = "s"

    /// The unit that comes next.
    init?(at reader: ByteReader) {
      let rest = reader.rest
      guard let unit = Self.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }) else {
        return nil
      }
      self = unit
    }

    /// Seconds; of years and months those of the calendar's mean (365.25 days a year).
    var length: Int {
      switch self {
      case .year: 31_557_600
      case .month: 2_629_800
      case .week: 604_800
      case .day: 86_400
      case .hour: 3_600
      case .minute: 60
      case .second: 1
      }
    }

    /// Months of the calendar; 0 for a unit that is a number of seconds.
    var months: Int {
      switch self {
      case .year: 12
      case .month: 1
      default: 0
      }
    }
  }
}

/// Why a typed shift is not one. Positions count from 0.
package enum TimeShiftSyntaxError: Error, Sendable, Hashable {
  case noNumber(position: Int)
  /// A number at the end without a unit.
  case noUnit(position: Int)
  /// Another letter than those of the units.
  case unknownUnit(position: Int)
  case repeatedUnit(position: Int)
  /// Longer than ``TimeShift/limit`` seconds.
  case tooLong(limit: Int)
}

/// Why a time cannot be shifted.
package enum TimeShiftError: Error, Sendable, Hashable {
  /// The time knows less than what the shift would change; `shift` is in seconds.
  case finerThanPrecision(shift: Int, precision: CaptureTimePrecision)
  /// It would be in this year, before 1 or after 9999.
  case yearOutOfRange(Int)
}

extension CaptureTime {
  /// The time on a clock that was set wrong by `shift`, put right; the offset stays.
  ///
  /// - Throws: ``TimeShiftError/finerThanPrecision(shift:precision:)`` for a time that knows only the
  ///   day and a shift of other than whole days, or only the minute and other than whole minutes:
  ///   a time of day is not invented; ``TimeShiftError/yearOutOfRange(_:)``.
  package func shifted(by shift: TimeShift) throws(TimeShiftError) -> CaptureTime {
    guard shift.seconds.isMultiple(of: precision.seconds) else {
      throw .finerThanPrecision(shift: shift.seconds, precision: precision)
    }
    guard shift.seconds != 0 || shift.months != 0 else { return self }
    let days = date.adding(months: shift.months).daysSinceEpoch - date.daysSinceEpoch
    let shifted = CaptureTime(
      wallSeconds: wallSeconds + days * 86_400 + shift.seconds, subsecond: subsecond,
      offset: offset, precision: precision, source: source, zoneAbbreviation: zoneAbbreviation,
      place: place)
    guard CivilDate.years ~= shifted.year else { throw .yearOutOfRange(shifted.year) }
    return shifted
  }

  /// The time as `zone` shows it.
  ///
  /// Where the instant is known, the wall clock is turned to the zone. Otherwise the wall clock is
  /// taken to be the zone's own and only gains the offset (see ``CaptureZone/offset(atWall:)`` for
  /// hours that a zone skips or repeats). A time that knows only the day is left as it is.
  package func inZone(_ zone: CaptureZone) -> CaptureTime {
    guard precision != .day else { return self }
    guard let instant else {
      let offset = zone.offset(atWall: wallSeconds)
      return CaptureTime(
        date: date, hour: hour, minute: minute, second: second, subsecond: subsecond,
        offset: offset, precision: precision, source: source,
        zoneAbbreviation: zone.abbreviation(offset: offset), place: zone.place)
    }
    let offset = zone.offset(at: instant)
    return CaptureTime(
      wallSeconds: instant + offset, subsecond: subsecond, offset: offset, precision: precision,
      source: source, zoneAbbreviation: zone.abbreviation(offset: offset), place: zone.place)
  }
}

/// What the user asks to be done to every capture time that is found.
package struct CaptureTimeAdjustment: Sendable, Hashable {
  package let shift: TimeShift?
  package let zone: CaptureZone?

  package init(shift: TimeShift? = nil, zone: CaptureZone? = nil) {
    self.shift = shift
    self.zone = zone
  }

  /// The same, where only the clock is put right.
  package var withoutZone: CaptureTimeAdjustment { CaptureTimeAdjustment(shift: shift) }

  /// The time after the clock is put right, then shown in the zone.
  ///
  /// - Throws: ``TimeShiftError``.
  package func apply(to time: CaptureTime) throws(TimeShiftError) -> CaptureTime {
    let right = if let shift { try time.shifted(by: shift) } else { time }
    return if let zone { right.inZone(zone) } else { right }
  }

  /// Checks that clocks in the zone showed a time that a person gives, after the clock is put right.
  ///
  /// Not for what a camera wrote: its clock may have been another zone's. What cannot be shifted is
  /// left to ``apply(to:)``.
  ///
  /// - Throws: ``SkippedTime``.
  package func check(_ given: CaptureTime) throws(SkippedTime) {
    guard let zone else { return }
    var shown: CaptureTime?
    do throws(TimeShiftError) {
      shown = if let shift { try given.shifted(by: shift) } else { given }
    } catch {
      return
    }
    if let shown { try zone.check(shown) }
  }

  /// The last day of a month that was taken where the shift's years and months lead to a day that the
  /// month does not have, as from 31 January to February; nil where they lead to one that it has.
  package func monthsEnd(for time: CaptureTime) -> CivilDate? {
    guard let shift else { return nil }
    let shifted = time.date.adding(months: shift.months)
    return shifted.day == time.day ? nil : shifted
  }
}
