/// The instants at which a zone's clocks show one time, in seconds since 1970 in UTC.
package enum WallTime: Sendable, Hashable {
  case once(Int)
  /// Clocks were put back over this time and showed it again.
  case twice(first: Int, second: Int)
  /// Clocks were put forward over this time at the instant `change`, from `before` to `after`, both
  /// in seconds since 1970 on the wall clock; the time lies in `before..<after`.
  case never(change: Int, before: Int, after: Int)
}

extension CaptureZone {
  /// When clocks in the zone show `wall`, in seconds since 1970 on that clock.
  ///
  /// Exact where a zone changes its offset at most once within two days, which holds of the whole
  /// IANA database (2025b); a change may be as large as a day.
  package func instants(atWall wall: Int) -> WallTime {
    let margin = 86_400
    let before = offset(at: wall - margin)
    let after = offset(at: wall + margin)
    if before == after { return .once(wall - before) }
    let (early, late) = (wall - before, wall - after)
    switch (offset(at: early) == before, offset(at: late) == after) {
    case (true, true): return .twice(first: early, second: late)
    case (true, false): return .once(early)
    case (false, true): return .once(late)
    case (false, false):
      let change = firstInstant(after: wall - margin, through: wall + margin, offset: after)
      return .never(change: change, before: change + before, after: change + after)
    }
  }

  /// Seconds east of UTC when a clock in the zone shows `wall`, in seconds since 1970 on that clock.
  ///
  /// Where the zone's clocks skip that time or show it twice, the offset in force before the change:
  /// of two times the first, and a time that never was counts on as if the change had not come.
  package func offset(atWall wall: Int) -> Int {
    switch instants(atWall: wall) {
    case .once(let instant), .twice(let instant, _): wall - instant
    case .never(let change, let before, _): before - change
    }
  }

  /// The instant of the only change to `offset` between two instants, by halving.
  private func firstInstant(after low: Int, through high: Int, offset: Int) -> Int {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.offset(at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }
}
