package import CaptureTime

/// Days between two ends, of which either may be left open.
package struct DayBounds: Sendable, Hashable {
  /// Nil where there is no first day.
  package let first: CivilDate?
  /// Nil where there is no last day; never before the first.
  package let last: CivilDate?

  /// All days.
  package static let all = DayBounds(first: nil, last: nil)

  package init(_ range: DayRange) { self.init(first: range.first, last: range.last) }

  /// From the first day of the one range to the last of the other: "2024-01" and "2024-02" are two
  /// whole months.
  ///
  /// - Throws: ``DayRangeError/backwards(first:last:)``.
  package init(from: DayRange?, to: DayRange?) throws(DayRangeError) {
    if let first = from?.first, let last = to?.last, first > last {
      throw .backwards(first: first, last: last)
    }
    self.init(first: from?.first, last: to?.last)
  }

  private init(first: CivilDate?, last: CivilDate?) { (self.first, self.last) = (first, last) }

  package func contains(_ day: CivilDate) -> Bool {
    (first ?? day) <= day && day <= (last ?? day)
  }
}
