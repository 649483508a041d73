/// Why a candidate is not a capture time, so that the next one is tried.
package enum CaptureTimeRejection: Error, Sendable, Hashable {
  /// Nothing but blanks, and the separators between them: how EXIF writes "unknown".
  case blank
  /// Nothing but zeros: how cameras without a set clock write "unknown".
  case zeros
  /// Not written as this source's times are; `expected` shows the way, as "YYYY:MM:DD hh:mm:ss".
  case wrongSyntax(observed: String, expected: String)
  /// A field that the calendar or the clock does not have: month 13, 30 February, 25 o'clock.
  case outOfRange(field: TimestampField, observed: Int, expected: ClosedRange<Int>)
  /// Well-formed, but it does not reach down to what is needed: the day, or a time for a UTC day.
  case incomplete(missing: TimestampField)
  /// Before the first photograph that is left to us.
  case tooEarly(year: Int, earliest: Int)
  /// Further in the future than a wrong time zone explains; both in seconds.
  case tooLate(secondsAhead: Int, limit: Int)
}

/// The parts of a timestamp, from coarse to fine.
package enum TimestampField: String, Sendable {
  case year, month, day, hour, minute, second, offset
}
