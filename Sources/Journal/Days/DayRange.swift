package import CaptureTime
import Store

/// Days that follow each other, the first and the last among them.
package struct DayRange: Sendable, Hashable {
  package let first: CivilDate
  /// Never before the first.
  package let last: CivilDate

  /// The years that can be written and stored.
  package static let years = 1...9_999

  /// - Throws: ``DayRangeError/backwards(first:last:)``.
  package init(first: CivilDate, last: CivilDate) throws(DayRangeError) {
    guard first <= last else { throw .backwards(first: first, last: last) }
    (self.first, self.last) = (first, last)
  }

  package init(_ day: CivilDate) { (first, last) = (day, day) }

  package init(_ month: Month) { (first, last) = (month.first, month.last) }

  package func contains(_ day: CivilDate) -> Bool { first <= day && day <= last }
}

extension DayRange {
  /// Reads "today", "yesterday", "2024-01-31", "2024-01", "2024" or two of these with ".." between:
  /// from the first day of the one to the last of the other.
  ///
  /// - Throws: ``DayRangeError``.
  package static func parse(
    _ text: String, today: CivilDate
  ) throws(DayRangeError) -> DayRange {
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = ends.first, let last = ends.last else {
      throw .notUnderstood(observed: text)
    }
    return try DayRange(
      first: part(first, of: text, today: today).first,
      last: part(last, of: text, today: today).last)
  }

  private static func part(
    _ part: Substring, of text: String, today: CivilDate
  ) throws(DayRangeError) -> DayRange {
    if part == "today" { return DayRange(today) }
    if part == "yesterday" { return DayRange(today.previous) }
    let fields = part.split(separator: "-", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for (field, width) in zip(fields, [4, 2, 2]) {
      guard let number = Int(digits: field, widths: width...width) else { break }
      numbers.append(number)
    }
    guard numbers.count == fields.count else { throw .notUnderstood(observed: text) }
    let month = try Month(checking: numbers[0], numbers.count > 1 ? numbers[1] : 1)
    switch numbers.count {
    case 1: return try DayRange(first: month.first, last: Month(checking: month.year, 12).last)
    case 2: return DayRange(month)
    default:
      let days = 1...month.dayCount
      guard days ~= numbers[2] else {
        throw .dayOutOfRange(observed: numbers[2], month: month, expected: days)
      }
      return DayRange(month.first.adding(days: numbers[2] - 1))
    }
  }
}

/// Why a text names no days.
package enum DayRangeError: Error, Sendable, Hashable {
  /// Written in none of the ways that ``DayRange/parse(_:today:)`` reads.
  case notUnderstood(observed: String)
  case yearOutOfRange(observed: Int, expected: ClosedRange<Int>)
  case monthOutOfRange(observed: Int, expected: ClosedRange<Int>)
  /// A day that its month does not have.
  case dayOutOfRange(observed: Int, month: Month, expected: ClosedRange<Int>)
  case backwards(first: CivilDate, last: CivilDate)
}

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
