import Formats

/// How far a camera's clock was off: "+1h30m", "-2d", "45s".
package struct TimeShift: Sendable, Hashable {
  /// A hundred years, so that no sum overflows and a slip of the finger is noticed.
  package static let limit = 36_525 * 86_400

  /// To be added to what the clock showed; negative for a clock that was fast.
  package let seconds: Int

  /// Reads an optional sign and amounts with their units, each unit once: w, d, h, m, s.
  ///
  /// - Throws: ``TimeShiftSyntaxError``, with positions in characters from 0.
  package static func parse(_ text: String) throws(TimeShiftSyntaxError) -> TimeShift {
    var reader = ByteReader(text: Array(text.utf8)[...])
    let sign = reader.take(UInt8(ascii: "+"), UInt8(ascii: "-"))
    var used: Set<UInt8> = []
    var total = 0
    repeat {
      let start = reader.position
      let digits = reader.digits(keeping: 12)
      guard let amount = Int(digits) else { throw .noNumber(position: start) }
      guard let letter = reader.rest.first else { throw .noUnit(position: reader.position) }
      guard let unit = units[letter] else { throw .unknownUnit(position: reader.position) }
      guard used.insert(letter).inserted else { throw .repeatedUnit(position: reader.position) }
      _ = reader.take(letter)
      let (seconds, overflow) = amount.multipliedReportingOverflow(by: unit)
      guard reader.position - start <= 12, !overflow, seconds <= limit - total else {
        throw .tooLong(limit: limit)
      }
      total += seconds
    } while !reader.isAtEnd
    return TimeShift(seconds: sign == UInt8(ascii: "-") ? -total : total)
  }

  private static let units: [UInt8: Int] = [
    UInt8(ascii: "w"): 604_800, UInt8(ascii: "d"): 86_400, UInt8(ascii: "h"): 3_600,
    UInt8(ascii: "m"): 60, UInt8(ascii: "s"): 1,
  ]
}

/// Why a typed shift is not one. Positions count from 0.
package enum TimeShiftSyntaxError: Error, Sendable, Hashable {
  case noNumber(position: Int)
  /// A number at the end without a unit.
  case noUnit(position: Int)
  /// A letter other than w, d, h, m and s.
  case unknownUnit(position: Int)
  case repeatedUnit(position: Int)
  /// Longer than ``TimeShift/limit`` seconds.
  case tooLong(limit: Int)
}

/// Why a time cannot be shifted.
package enum TimeShiftError: Error, Sendable, Hashable {
  /// The time knows less than what the shift would change; `shift` is in seconds.
  case finerThanPrecision(shift: Int, precision: CaptureTimePrecision)
}

extension CaptureTime {
  /// The time on a clock that was set wrong by `shift`, put right; the offset stays.
  ///
  /// - Throws: ``TimeShiftError/finerThanPrecision(shift:precision:)`` for a time that knows only the
  ///   day and a shift of other than whole days, or only the minute and other than whole minutes:
  ///   a time of day is not invented.
  package func shifted(by shift: TimeShift) throws(TimeShiftError) -> CaptureTime {
    guard shift.seconds.isMultiple(of: precision.seconds) else {
      throw .finerThanPrecision(shift: shift.seconds, precision: precision)
    }
    guard shift.seconds != 0 else { return self }
    return CaptureTime(
      wallSeconds: wallSeconds + shift.seconds, subsecond: subsecond, offset: offset,
      precision: precision, source: source, zoneAbbreviation: zoneAbbreviation)
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
        zoneAbbreviation: zone.abbreviation(offset: offset))
    }
    let offset = zone.offset(at: instant)
    return CaptureTime(
      wallSeconds: instant + offset, subsecond: subsecond, offset: offset, precision: precision,
      source: source, zoneAbbreviation: zone.abbreviation(offset: offset))
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

  /// The time after the clock is put right, then shown in the zone.
  ///
  /// - Throws: ``TimeShiftError/finerThanPrecision(shift:precision:)``.
  package func apply(to time: CaptureTime) throws(TimeShiftError) -> CaptureTime {
    let right = if let shift { try time.shifted(by: shift) } else { time }
    return if let zone { right.inZone(zone) } else { right }
  }
}
