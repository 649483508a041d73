package import CaptureTime

/// A range of days with optional ends, or only some days of each year in it.
package struct DayBounds: Sendable, Hashable {
  /// Nil where there is no first day.
  package let first: CivilDate?
  /// Nil where there is no last day; never before the first.
  package let last: CivilDate?
  /// The only days of each year; nil for all of them.
  package let ofYear: DaysOfYear?

  /// All days.
  package static let all = DayBounds(first: nil, last: nil, ofYear: nil)

  package init(_ range: DayRange) { self.init(first: range.first, last: range.last, ofYear: nil) }

  /// From the first day of the one range to the last of the other: "2024-01" and "2024-02" are two
  /// whole months.
  ///
  /// - Parameters:
  ///   - from: the range that has the first day; nil where there is no first one.
  ///   - to: the range that has the last day; nil where there is no last one.
  ///   - ofYear: the only days of each year; nil for all of them.
  /// - Throws: ``DayRangeError/backwards(first:last:)``.
  package init(
    from: DayRange?, to: DayRange?, ofYear: DaysOfYear? = nil
  ) throws(DayRangeError) {
    if let first = from?.first, let last = to?.last, first > last {
      throw .backwards(first: first, last: last)
    }
    self.init(first: from?.first, last: to?.last, ofYear: ofYear)
  }

  /// The days of all years.
  package init(_ ofYear: DaysOfYear) { self.init(first: nil, last: nil, ofYear: ofYear) }

  /// From a day to one that is not before it.
  package init(first: CivilDate, last: CivilDate) {
    self.init(first: min(first, last), last: last, ofYear: nil)
  }

  private init(first: CivilDate?, last: CivilDate?, ofYear: DaysOfYear?) {
    (self.first, self.last, self.ofYear) = (first, last, ofYear)
  }

  /// A text that no day's is after.
  static let afterAllDays = "9999-12-31"

  package func contains(_ day: CivilDate) -> Bool {
    (first ?? day) <= day && day <= (last ?? day) && ofYear?.contains(day) ?? true
  }
}

/// A day of any year, such as a birthday.
package struct MonthDay: Sendable, Hashable, Comparable {
  /// 1 to 12.
  package let month: Int
  /// 1 to the last day that the month has in a leap year.
  package let day: Int

  /// - Throws: ``DayRangeError``.
  init(checking month: Int, _ day: Int) throws(DayRangeError) {
    guard 1...12 ~= month else { throw .monthOutOfRange(observed: month, expected: 1...12) }
    let days = 1...CivilDate.daysIn(month: month, year: Self.leapYear)
    guard days ~= day else {
      throw .dayOfYearOutOfRange(observed: day, month: month, expected: days)
    }
    (self.month, self.day) = (month, day)
  }

  package init(of day: CivilDate) { (month, self.day) = (day.month, day.day) }

  private static let leapYear = 2000

  package static func < (left: MonthDay, right: MonthDay) -> Bool {
    (left.month, left.day) < (right.month, right.day)
  }

  /// The last such day up to a day.
  func latest(upTo last: CivilDate) -> CivilDate {
    nearest((0...Self.longestGap).lazy.map { last.year - $0 }) { $0 <= last } ?? last
  }

  /// The first such day from a day on.
  func next(from first: CivilDate) -> CivilDate {
    nearest((0...Self.longestGap).lazy.map { first.year + $0 }) { $0 >= first } ?? first
  }

  /// The most years from one 29 February to the next: from 1896 to 1904.
  private static let longestGap = 8

  private func nearest(
    _ years: some Sequence<Int>, where isMeant: (CivilDate) -> Bool
  ) -> CivilDate? {
    years.lazy.filter { CivilDate.years ~= $0 }.compactMap {
      CivilDate(year: $0, month: month, day: day)
    }.first(where: isMeant)
  }
}

extension MonthDay: CustomStringConvertible {
  /// Two digits for each, "02-15", as a day of a year ends.
  package var description: String {
    [month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}

/// Days of each year that follow each other, over the end of the year where the first is after the
/// last.
package struct DaysOfYear: Sendable, Hashable {
  package let first: MonthDay
  package let last: MonthDay

  package func contains(_ day: CivilDate) -> Bool {
    let day = MonthDay(of: day)
    return first <= last ? first <= day && day <= last : first <= day || day <= last
  }

  /// The last such days that begin up to a day.
  func latest(upTo last: CivilDate) -> DayRange {
    let first = first.latest(upTo: last)
    return (try? DayRange(first: first, last: self.last.next(from: first))) ?? DayRange(first)
  }

  /// As a condition of SQL on a column of days, whose places are for ``arguments``.
  func condition(on column: String) -> String {
    let day = "substr(\(column), 6)"
    return first <= last ? "\(day) BETWEEN ? AND ?" : "(\(day) >= ? OR \(day) <= ?)"
  }

  var arguments: [String] { [first.description, last.description] }
}

extension DaysOfYear: CustomStringConvertible {
  /// "02-15", or "12-24..01-06".
  package var description: String { first == last ? "\(first)" : "\(first)..\(last)" }
}
