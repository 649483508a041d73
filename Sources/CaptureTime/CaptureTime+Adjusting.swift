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

  /// The clock put right first, then shown in the zone.
  ///
  /// - Throws: ``TimeShiftError/finerThanPrecision(shift:precision:)``.
  package func apply(to time: CaptureTime) throws(TimeShiftError) -> CaptureTime {
    let right = if let shift { try time.shifted(by: shift) } else { time }
    return if let zone { right.inZone(zone) } else { right }
  }
}
