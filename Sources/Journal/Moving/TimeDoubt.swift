package import CaptureTime

/// Why the time of a post that is to come may not be the photo's.
package enum TimeDoubt: Sendable, Hashable {
  /// The time is not the capture's, but that of a last change.
  case lastChange(CaptureTimeSource)
  /// The photo did not say its offset from UTC; this zone's was taken.
  case offsetAssumed(zone: String)
  case inFuture
  /// Its instant, its zone and the start of the day tell another day than the post has.
  case otherDay(told: CivilDate)

  /// What makes a time doubtful.
  ///
  /// - Parameters:
  ///   - post: whose time is looked at.
  ///   - dayStart: when days began in the journal that was exported.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: each reason that there is; none for most times.
  static func doubts(of post: ImportedPost, dayStart: TimeOfDay, now: Int) -> [TimeDoubt] {
    let time = post.time
    var doubts: [TimeDoubt] = []
    if time.source == .exifDateTime || time.source == .fileModified {
      doubts.append(.lastChange(time.source))
    }
    if time.isOffsetAssumed, time.precision != .day {
      doubts.append(.offsetAssumed(zone: time.zone))
    }
    if time.instant > now { doubts.append(.inFuture) }
    // What knows only the day belongs to it, whenever days begin.
    let start = time.precision == .day ? .midnight : dayStart
    let day = DayRule(zone: post.zone, start: start).day(of: time.instant)
    if day != time.day { doubts.append(.otherDay(told: day)) }
    return doubts
  }
}
