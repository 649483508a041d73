import FoundationEssentials
import FoundationInternationalization

/// A label's time as text: a strftime pattern (POSIX, with GNU's flags) and the language of its names.
///
/// Checked when made, so that formatting cannot fail. Digits are ASCII in every locale. What a time
/// does not know is left out together with what belongs to it, see ``TimeFormatLine``.
package struct TimeFormat: Sendable {
  package let pattern: String
  package let locale: String
  private let pieces: [TimeFormatPiece]
  private let names: LocaleNames

  /// - Parameters:
  ///   - pattern: Letters after `%`: `YCyGg m B b h d e j H I k l M S f p P a A u w V U W s z Z`, the
  ///     combinations `F T R D r`, the locale's ``NumericDate`` `x`, `n t %`; flags before a letter:
  ///     `- _ 0 ^ #`, and `:` before `z`.
  ///   - locale: A language, with or without script and region: "ko_KR", "fr-FR", "de".
  /// - Throws: ``TimeFormatError``.
  package init(_ pattern: String, locale: String = "en_US") throws(TimeFormatError) {
    self.pattern = pattern
    self.locale = locale
    let identifier = try LocaleNames.identifier(locale)
    let numericDate = pattern.contains("x") ? NumericDate.pattern(identifier: identifier) : ""
    pieces = try TimeFormatParser.pieces(pattern, numericDate: numericDate)
    let directives = pieces.compactMap(\.directive)
    names =
      directives.contains(where: \.isName)
      ? LocaleNames(identifier: identifier, insideDate: directives.contains(where: \.isDayNumber))
      : .none
  }

  /// The time as text; empty where the time knows nothing that the pattern asks for.
  package func string(from time: CaptureTime) -> String {
    let parts = pieces.map { piece -> TimeFormatLine.Part in
      switch piece {
      case .space(let text): .space(text)
      case .literal(let text): .literal(text)
      case .directive(let directive, let flags):
        .field(directive.text(of: time, flags: flags, names: names))
      }
    }
    return TimeFormatLine.text(parts)
  }
}

/// A piece of a pattern. Literals are cut at white space.
enum TimeFormatPiece: Hashable {
  case space(String)
  case literal(String)
  case directive(TimeDirective, TimeDirective.Flags)

  var directive: TimeDirective? {
    if case .directive(let directive, _) = self { directive } else { nil }
  }
}

/// Why a pattern or a locale cannot be used. Positions count characters from 0, at the `%`.
package enum TimeFormatError: Error, Sendable, Hashable {
  /// A letter, or letters with flags, that mean nothing: "%Q".
  case unknownDirective(String, position: Int)
  /// `%c` and `%X` differ from machine to machine; `instead` does nearly the same.
  case unstableDirective(String, position: Int, instead: String)
  /// The pattern ends after a `%` and flags.
  case unfinishedDirective(String, position: Int)
  /// Not a language, or not a region, that Unicode's CLDR knows.
  case unknownLocale(String)
}

/// Splits a strftime pattern into pieces.
enum TimeFormatParser {
  /// - Parameters:
  ///   - pattern: What ``TimeFormat`` takes.
  ///   - numericDate: The pattern for which `%x` stands.
  /// - Returns: The pieces in their order, without combinations.
  /// - Throws: ``TimeFormatError``.
  static func pieces(
    _ pattern: String, numericDate: String
  ) throws(TimeFormatError) -> [TimeFormatPiece] {
    var pieces: [TimeFormatPiece] = []
    let characters = Array(pattern)
    var index = 0
    while index < characters.count {
      if characters[index] == "%" {
        pieces += try directive(characters, at: &index, numericDate: numericDate)
      } else {
        append(characters[index], to: &pieces)
        index += 1
      }
    }
    return pieces
  }

  /// Reads from a "%" to its letter, and moves the index past it.
  private static func directive(
    _ characters: [Character], at index: inout Int, numericDate: String
  ) throws(TimeFormatError) -> [TimeFormatPiece] {
    let start = index
    var flags = TimeDirective.Flags()
    index += 1
    while index < characters.count, flags.take(characters[index]) { index += 1 }
    guard index < characters.count else {
      throw .unfinishedDirective(String(characters[start...]), position: start)
    }
    let letter = characters[index]
    index += 1
    let text = String(characters[start..<index])

    if let instead = unstable[letter] {
      throw .unstableDirective(text, position: start, instead: instead)
    }
    if flags.hasColon, letter != "z" { throw .unknownDirective(text, position: start) }
    if let combination = letter == "x" ? numericDate : combinations[letter] {
      return try pieces(combination, numericDate: numericDate)
    }
    if let literal = literals[letter] {
      var pieces: [TimeFormatPiece] = []
      append(literal, to: &pieces)
      return pieces
    }
    guard let directive = TimeDirective(rawValue: letter) else {
      throw .unknownDirective(text, position: start)
    }
    return [.directive(directive, flags)]
  }

  private static func append(_ character: Character, to pieces: inout [TimeFormatPiece]) {
    switch (pieces.last, character.isWhitespace) {
    case (.space(let text), true):
      pieces[pieces.count - 1] = .space(text + String(character))
    case (.literal(let text), false):
      pieces[pieces.count - 1] = .literal(text + String(character))
    case (_, true): pieces.append(.space(String(character)))
    case (_, false): pieces.append(.literal(String(character)))
    }
  }

  private static let combinations: [Character: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "r": "%I:%M:%S %p",
  ]

  private static let literals: [Character: Character] = ["n": "\n", "t": "\t", "%": "%"]

  private static let unstable: [Character: String] = ["c": "%F %T", "X": "%T"]
}

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

  /// The languages that CLDR has names for.
  private static let languages = Set(
    Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) })
}
