package import CaptureTime
import Store

/// Days that follow each other, the first and the last among them.
package struct DayRange: Sendable, Hashable {
  package let first: CivilDate
  /// Never before the first.
  package let last: CivilDate

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
  /// Reads a range of days like ``DayBounds/parse(_:present:)``, with both ends given.
  ///
  /// - Throws: ``DayRangeError``.
  package static func parse(
    _ text: String, present: PresentDay
  ) throws(DayRangeError) -> DayRange {
    let days = try DayBounds.parse(text, present: present)
    if let ofYear = days.ofYear {
      throw .ofAnyYear(observed: ofYear, instead: ofYear.latest(upTo: present.day).text)
    }
    switch (days.first, days.last) {
    case (let first?, let last?): return try DayRange(first: first, last: last)
    case (let first?, nil): throw .writtenOtherwise(observed: text, instead: "\(first)..today")
    case (nil, let last):
      throw .writtenOtherwise(observed: text, instead: "0001..\(last ?? present.day)")
    }
  }

  /// Reads one day, as ``DayBounds/parse(_:present:)``.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - present: what words such as "yesterday" are about.
  ///   - last: the last day that may be meant; nil where days to come may be too.
  /// - Returns: the day.
  /// - Throws: ``DayRangeError``, also where the text names several days.
  package static func day(
    _ text: String, present: PresentDay, notAfter last: CivilDate? = nil
  ) throws(DayRangeError) -> CivilDate {
    let days: DayRange
    do throws(DayRangeError) {
      days = try parse(text, present: present)
    } catch .notUnderstood(let text) {
      throw .notOneDay(observed: text)
    } catch {
      throw error
    }
    guard days.first == days.last else { throw .severalDays(observed: days) }
    if let last, days.first > last { throw .notYet(observed: days.first, last: last) }
    return days.first
  }

  /// As it can be typed: "2024-01-31", or "2024-01-30..2024-02-02".
  var text: String { first == last ? "\(first)" : "\(first)..\(last)" }
}

/// The day that words such as "yesterday" and "last week" refer to.
package struct PresentDay: Sendable, Hashable {
  /// Today.
  package let day: CivilDate
  /// The first day of a week.
  package let weekStart: WeekStart

  package init(_ day: CivilDate, weekStart: WeekStart) {
    (self.day, self.weekStart) = (day, weekStart)
  }
}

/// Why a text names no days.
package enum DayRangeError: Error, Sendable, Hashable {
  /// Written in none of the ways that ``DayBounds/parse(_:present:)`` reads.
  case notUnderstood(observed: String)
  /// Written otherwise, but so that it can be told what was meant, which `instead` says.
  case writtenOtherwise(observed: String, instead: String)
  case yearOutOfRange(observed: Int, expected: ClosedRange<Int>)
  case monthOutOfRange(observed: Int, expected: ClosedRange<Int>)
  /// A day that its month does not have.
  case dayOutOfRange(observed: Int, month: Month, expected: ClosedRange<Int>)
  /// A day that its month has in no year.
  case dayOfYearOutOfRange(observed: Int, month: Int, expected: ClosedRange<Int>)
  case backwards(first: CivilDate, last: CivilDate)
  /// Days of any year where those of one are wanted; `instead` has the latest of them.
  case ofAnyYear(observed: DaysOfYear, instead: String)
  /// As ``notUnderstood(observed:)``, where one day is wanted.
  case notOneDay(observed: String)
  /// More than one day where one is wanted.
  case severalDays(observed: DayRange)
  /// A day to come where it cannot be one.
  case notYet(observed: CivilDate, last: CivilDate)
}
