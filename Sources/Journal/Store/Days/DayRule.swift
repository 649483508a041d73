package import CaptureTime

/// Which instants belong to which day: from its start to the start of the next, by the zone's
/// clocks.
///
/// Every instant belongs to exactly one day, and days have as many hours as the zone gives them: 23,
/// 25, none at all where its clocks skip the whole day. Holds for days of the years 1 to 9999.
package struct DayRule: Sendable, Hashable {
  package let zone: CaptureZone
  /// Times before it count to the day before.
  package let start: TimeOfDay
  /// Whether a photo's day is that of the place where it was taken, if its time gives the offset
  /// there.
  package let followsPhotos: Bool

  package init(zone: CaptureZone, start: TimeOfDay = .midnight, followsPhotos: Bool = false) {
    (self.zone, self.start, self.followsPhotos) = (zone, start, followsPhotos)
  }

  /// The zone that decides a time's clock and day: that of the place where the photo was taken, if
  /// the rule follows photos and the time gives it; otherwise the journal's.
  package func zone(of time: CaptureTime) -> CaptureZone {
    guard followsPhotos, let offset = time.offset, let instant = time.instant else { return zone }
    if let place = time.place.flatMap(CaptureZone.init) { return place }
    return zone.offset(at: instant) == offset ? zone : CaptureZone(offset: offset)
  }

  /// The instants, in seconds since 1970 in UTC, of the years that can be written and stored, with a
  /// day at the ends for offsets.
  package static let instants = -62_135_683_200...253_402_387_199

  /// The first instant at which the zone's clocks show the start on this date, in seconds since
  /// 1970 in UTC; if they skip it, the instant of the skip.
  package func start(of day: CivilDate) -> Int { instant(of: start, onDate: day) }

  /// The first instant of a day at which the zone's clocks show a time, in seconds since 1970 in
  /// UTC; if they skip it, the instant of the skip. A time before the day's start is on the next
  /// date.
  ///
  /// It is of the day, unless the zone skipped that: then it is where the day would begin.
  package func instant(of time: TimeOfDay, on day: CivilDate) -> Int {
    let date = time.seconds < start.seconds ? day.next : day
    // Where clocks skip both the time and the next day's start, they are the same instant.
    let instants = instants(of: day)
    return max(
      instants.lowerBound, min(instant(of: time, onDate: date), instants.upperBound - 60))
  }

  private func instant(of time: TimeOfDay, onDate date: CivilDate) -> Int {
    switch zone.instants(atWall: date.daysSinceEpoch * 86_400 + time.seconds) {
    case .once(let instant), .twice(let instant, _): instant
    case .never(let change, _, _): change
    }
  }

  /// Seconds from midnight that the zone's clocks show at an instant.
  package func secondsOfDay(at instant: Int) -> Int {
    (instant + zone.offset(at: instant)).floorDivided(by: 86_400).remainder
  }

  /// The instants of a day; empty where the zone skipped it.
  package func instants(of day: CivilDate) -> Range<Int> {
    let start = start(of: day)
    return start..<max(start, self.start(of: day.next))
  }

  /// The day of an instant.
  package func day(of instant: Int) -> CivilDate {
    // The clock's date is off by a day where clocks go back over the start of a day, or skip it.
    let wall = instant + zone.offset(at: instant) - start.seconds
    var day = CivilDate(daysSinceEpoch: wall.floorDivided(by: 86_400).quotient)
    while instant < start(of: day) { day = day.previous }
    while instant >= start(of: day.next) { day = day.next }
    return day
  }
}
