import FoundationEssentials
import FoundationInternationalization

/// The words of a language for months, days and halves of the day, from Unicode's CLDR.
package struct LocaleNames: Sendable {
  /// From January.
  package let months: [String]
  package let shortMonths: [String]
  /// From Sunday.
  package let weekdays: [String]
  package let shortWeekdays: [String]
  private let halves: (before: String, after: String)

  /// For patterns without names.
  static let none = LocaleNames()

  private init() {
    (months, shortMonths) = (Array(repeating: "", count: 12), Array(repeating: "", count: 12))
    (weekdays, shortWeekdays) = (Array(repeating: "", count: 7), Array(repeating: "", count: 7))
    halves = ("", "")
  }

  /// Loads the names once; the first time in a process takes some milliseconds.
  ///
  /// - Parameters:
  ///   - identifier: What ``identifier(_:)`` gave.
  ///   - insideDate: Whether a day number stands in the pattern. Many languages then inflect the
  ///     name (Polish "31 stycznia", but "styczeń 2024"): CLDR's format and stand-alone forms.
  package init(identifier: String, insideDate: Bool) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: identifier)
    months = insideDate ? calendar.monthSymbols : calendar.standaloneMonthSymbols
    shortMonths = insideDate ? calendar.shortMonthSymbols : calendar.shortStandaloneMonthSymbols
    weekdays = insideDate ? calendar.weekdaySymbols : calendar.standaloneWeekdaySymbols
    shortWeekdays =
      insideDate ? calendar.shortWeekdaySymbols : calendar.shortStandaloneWeekdaySymbols
    halves = (calendar.amSymbol, calendar.pmSymbol)
  }

  func meridiem(hour: Int) -> String { hour < 12 ? halves.before : halves.after }

  /// The locale in Unicode's spelling: "ko-KR", "ko_KR.UTF-8" and "ko_KR" are one, "C" is English.
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)`` for a language without data or a region that
  ///   does not exist.
  package static func identifier(_ name: String) throws(TimeFormatError) -> String {
    let bare = name.prefix { $0 != "." && $0 != "@" }
    if name == "en_US" || bare == "C" || bare == "POSIX" { return "en_US" }
    let parts = bare.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    guard (1...3).contains(parts.count), parts.allSatisfy(isWellFormed),
      languages.contains(parts[0].lowercased())
    else { throw .unknownLocale(name) }
    let locale = Locale(identifier: parts.joined(separator: "_"))
    if let region = locale.region, !region.isISORegion { throw .unknownLocale(name) }
    if parts.count > 1, parts.last?.count != 4, locale.region == nil { throw .unknownLocale(name) }
    return locale.identifier
  }

  private static func isWellFormed(_ part: Substring) -> Bool {
    (2...4).contains(part.utf8.count)
      && part.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// The languages of which CLDR has names.
  private static let languages = Set(
    Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) })
}
