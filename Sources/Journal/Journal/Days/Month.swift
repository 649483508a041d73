package import CaptureTime
import Store

/// A month of one year.
package struct Month: Sendable, Hashable {
  package let first: CivilDate

  package init(containing day: CivilDate) { first = day.adding(days: 1 - day.day) }

  /// The month, or nil where `month` is not from 1 to 12.
  package init?(year: Int, month: Int) {
    guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
    self.first = first
  }

  /// Reads "2024-01".
  ///
  /// - Throws: ``DayRangeError``, but not its cases for days.
  package static func parse(_ text: String) throws(DayRangeError) -> Month {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 2, let year = Int(digits: fields[0], widths: 4...4),
      let month = Int(digits: fields[1], widths: 2...2)
    else { throw .notUnderstood(observed: text) }
    return try Month(checking: year, month)
  }

  init(checking year: Int, _ month: Int) throws(DayRangeError) {
    guard CivilDate.years ~= year else {
      throw .yearOutOfRange(observed: year, expected: CivilDate.years)
    }
    guard let checked = Month(year: year, month: month) else {
      throw .monthOutOfRange(observed: month, expected: 1...12)
    }
    self = checked
  }

  package var year: Int { first.year }
  /// 1 to 12.
  package var month: Int { first.month }
  /// 28 to 31.
  package var dayCount: Int { CivilDate.daysIn(month: month, year: year) }
  package var last: CivilDate { first.adding(days: dayCount - 1) }

  package var next: Month { Month(containing: last.next) }
  package var previous: Month { Month(containing: first.previous) }
}

extension Month: Comparable {
  package static func < (left: Month, right: Month) -> Bool { left.first < right.first }
}

extension Month: CustomStringConvertible {
  /// As ISO 8601 writes it, "2024-01".
  package var description: String { String(first.description.dropLast(3)) }
}

/// The days of a month in weeks, as a calendar on the wall shows them.
package struct MonthGrid: Sendable, Hashable {
  /// Four to six weeks of seven places each; nil where another month's days would stand.
  package let weeks: [[CivilDate?]]

  /// The month, or nil where `month` is not from 1 to 12.
  package init?(year: Int, month: Int, weekStart: WeekStart) {
    guard 1...12 ~= month else { return nil }
    weeks = weekStart.weeks(
      of: (1...31).compactMap { CivilDate(year: year, month: month, day: $0) })
  }
}
