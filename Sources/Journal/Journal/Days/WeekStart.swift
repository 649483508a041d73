import CaptureTime
import Foundation

/// The first weekday of a week; raw values as in `CivilDate.weekday`.
package enum WeekStart: Int, CaseIterable, Sendable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday

  /// Reads an English name, whole or its first three letters, in upper or lower case.
  ///
  /// - Throws: ``WeekStartError``.
  package init(parsing text: String) throws(WeekStartError) {
    let name = text.lowercased()
    let named = Self.allCases.first { $0.name == name || $0.name.prefix(3) == name }
    guard let named else { throw WeekStartError(text: text) }
    self = named
  }

  /// The custom of a locale's region, by Unicode's CLDR; Sunday for "C" and where the locale is
  /// unknown, as cal(1) has it.
  ///
  /// - Parameter locale: As the environment names it: "de_DE.UTF-8", "ko-KR", "C".
  package init(locale: String) {
    do throws(TimeFormatError) {
      let identifier = try LocaleNames.identifier(locale)
      self =
        switch Locale(identifier: identifier).firstDayOfWeek {
        case .monday: .monday
        case .tuesday: .tuesday
        case .wednesday: .wednesday
        case .thursday: .thursday
        case .friday: .friday
        case .saturday: .saturday
        case .sunday: .sunday
        }
    } catch {
      self = .sunday
    }
  }

  /// The English name, in lower case.
  package var name: String { "\(self)" }

  /// The seven weekdays in the week's order, each from 0 (Sunday) to 6.
  package var weekdays: [Int] { (0..<7).map { (rawValue + $0) % 7 } }

  /// Lays consecutive days out in weeks of seven places, nil before the first day and after the
  /// last.
  func weeks(of days: [CivilDate]) -> [[CivilDate?]] {
    guard let first = days.first else { return [] }
    let before = (first.weekday - rawValue + 7) % 7
    let after = 6 - (before + days.count - 1) % 7
    let places =
      Array(repeating: nil, count: before) + days.map(Optional.some)
      + Array(repeating: nil, count: after)
    return stride(from: 0, to: places.count, by: 7).map { Array(places[$0..<$0 + 7]) }
  }
}

/// A text that names no weekday, such as "lundi".
package struct WeekStartError: Error, Sendable, Hashable {
  package let text: String
}
