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
    do throws(DayRangeError) {
      return try strict(text, today: today)
    } catch {
      guard case .notUnderstood = error, let instead = LooseDays.written(text, today: today) else {
        throw error
      }
      throw .writtenOtherwise(observed: text, instead: instead)
    }
  }

  fileprivate static func strict(
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

/// Days as people write them who do not know how they are written here: for what they are told, since
/// a guess is not taken for what was said.
private enum LooseDays {
  /// How the same days are written for ``DayRange/parse(_:today:)``; nil where that is not clear.
  ///
  /// A day without a year is the last one up to today, an open end is that of all time or today, and
  /// days of two or fewer digits for each field come after a year that comes first.
  static func written(_ text: String, today: CivilDate) -> String? {
    let text = text.lowercased().filter { !$0.isWhitespace }.replacing("...", with: "..")
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let range: String
    switch (ends.first.flatMap { day($0, today) }, ends.last.flatMap { day($0, today) }) {
    case (let day?, _?) where ends.count == 1: range = day
    case (let first?, let last?): range = "\(first)..\(last)"
    case (let first?, nil) where ends.last == "": range = "\(first)..today"
    case (nil, let last?) where ends.first == "": range = "0001..\(last)"
    default: return nil
    }
    return (try? DayRange.strict(range, today: today)) == nil ? nil : range
  }

  private static func day(_ text: Substring, _ today: CivilDate) -> String? {
    if text == "today" || text == "yesterday" { return String(text) }
    var fields = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(
      String.init)
    guard fields.allSatisfy({ Int(digits: $0[...], widths: 1...8) != nil }) else { return nil }
    if fields.count == 1, fields[0].count == 8 {
      fields = [fields[0].prefix(4), fields[0].dropFirst(4).prefix(2), fields[0].suffix(2)]
        .map(String.init)
    }
    if fields.count == 3, fields[0].count == 2 { fields[0] = "20\(fields[0])" }
    let tail = fields.dropFirst().map { $0.count == 1 ? "0\($0)" : $0 }
    switch (fields.count, fields[0].count) {
    case (1...3, 4): return ([fields[0]] + tail).joined(separator: "-")
    case (2, 1...2):
      let rest = "\(fields[0].count == 1 ? "0" : "")\(fields[0])-\(tail[0])"
      let year = "\(today)".dropFirst(5) < rest ? today.year - 1 : today.year
      return "\(year)-\(rest)"
    default: return nil
    }
  }
}

/// Why a text names no days.
package enum DayRangeError: Error, Sendable, Hashable {
  /// Written in none of the ways that ``DayRange/parse(_:today:)`` reads.
  case notUnderstood(observed: String)
  /// Written otherwise, but so that it can be told what was meant, which `instead` says.
  case writtenOtherwise(observed: String, instead: String)
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
