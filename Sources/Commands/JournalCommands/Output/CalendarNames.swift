import CaptureTime
import Foundation
import Shell
import Wording

/// The words of a calendar in a language, as a terminal can set them in a row.
struct CalendarNames {
  /// Short ones, from Sunday.
  let weekdays: [String]
  /// From January, at most three columns each: the short names' beginnings, or numbers where these
  /// would not be twelve different ones.
  let monthMarks: [String]
  private let identifier: String

  /// - Parameter locale: As the environment names it: "ko_KR.UTF-8", "de-DE", "C".
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  init(locale: String) throws(TimeFormatError) {
    identifier = try LocaleNames.identifier(locale)
    let names = LocaleNames(identifier: identifier, insideDate: false)
    let marks = names.shortMonths.map { DisplayWidth.prefix(of: $0, to: 3) }
    weekdays = names.shortWeekdays.map(Self.keptInPlace)
    monthMarks =
      Set(marks).count == 12 ? marks.map(Self.keptInPlace) : (1...12).map { "\($0)" }
  }

  /// The month of a day with its year, in the order and with the words of the language: "2024년 1월".
  func title(monthOf day: CivilDate) -> String {
    var components = Locale.Components(identifier: identifier)
    components.calendar = .gregorian
    components.numberingSystem = "latn"
    let locale = Locale(components: components)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
      .year().month(.wide)
      .format(Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400))
  }

  /// A name written from right to left, followed by a mark without width (U+200E), so that a terminal
  /// that turns such text does not turn a row of names as one (UAX #9).
  private static func keptInPlace(_ name: String) -> String {
    let isRightToLeft = name.unicodeScalars.contains {
      0x590...0x8FF ~= $0.value || 0xFB1D...0xFDFF ~= $0.value || 0xFE70...0xFEFF ~= $0.value
        || 0x10800...0x10FFF ~= $0.value || 0x1E800...0x1EFFF ~= $0.value
    }
    return isRightToLeft ? name + "\u{200E}" : name
  }
}

/// The locale in which the person reads dates, as the environment names it.
enum TimeLocale {
  /// The first of LC_ALL, LC_TIME and LANG that is not empty (POSIX, section 8.2); "C" where there is
  /// none, or none that is known, as other programs have it.
  static func name(in environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? "C"
    do throws(TimeFormatError) {
      _ = try LocaleNames.identifier(name)
      return name
    } catch {
      return "C"
    }
  }
}
