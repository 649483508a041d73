package import CaptureTime

/// Consecutive days.
package struct DayRun: Sendable, Hashable {
  package let first: CivilDate
  package let last: CivilDate

  /// Days from the first to the last, both counted.
  package var length: Int { last.daysSinceEpoch - first.daysSinceEpoch + 1 }
}

/// The longest run of consecutive days, and the current one.
package struct DayRuns: Sendable, Hashable {
  /// The longest run, of equal ones the latest; nil where there are no days.
  package let longest: DayRun?
  /// The run that ends today, or yesterday while today has none; nil without one. Days after today
  /// do not count.
  package let current: DayRun?

  /// - Parameters:
  ///   - days: each of them once, in order.
  ///   - today: the day on which runs may end that go on.
  /// - Complexity: O(*n*) in the number of days.
  package init(_ days: [CivilDate], today: CivilDate) {
    let runs = Self.runs(days)
    longest = runs.reduce(nil) { longest, run in
      if let longest, longest.length > run.length { longest } else { run }
    }
    let past = runs.last { $0.first <= today }.map {
      DayRun(first: $0.first, last: min($0.last, today))
    }
    current = past.flatMap { $0.last >= today.previous ? $0 : nil }
  }

  private static func runs(_ days: [CivilDate]) -> [DayRun] {
    var runs: [DayRun] = []
    for day in days {
      if let run = runs.last, run.last.next == day {
        runs[runs.count - 1] = DayRun(first: run.first, last: day)
      } else {
        runs.append(DayRun(first: day, last: day))
      }
    }
    return runs
  }
}
