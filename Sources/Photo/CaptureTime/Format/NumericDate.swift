import FoundationEssentials
import FoundationInternationalization

/// A date in numbers as a language writes it, from Unicode's CLDR (the skeleton "yMd").
enum NumericDate {
  /// The strftime pattern of the date: "%-m/%-d/%Y" in English, "%-d.%-m.%Y" in German.
  ///
  /// The calendar is the Gregorian, as for all else that is formatted. What nobody sees is left out, as
  /// the marks that turn the text's direction in Arabic; no-break spaces are blanks. The first one in a
  /// process takes some milliseconds.
  ///
  /// - Parameter identifier: What ``LocaleNames/identifier(_:)`` gave.
  /// - Returns: The pattern; that of ISO 8601 for a language whose date is not written with year, month
  ///   and day in digits, of which CLDR has none.
  static func pattern(identifier: String) -> String {
    let text = sample(identifier: identifier)
    var pattern = ""
    var fields: Set<Character> = []
    var rest = text[...]
    while let first = rest.first {
      let digits = rest.prefix { "0"..."9" ~= $0 }
      rest = rest.dropFirst(max(1, digits.count))
      guard digits.isEmpty else {
        guard let directive = directives[String(String.UnicodeScalarView(digits))],
          let field = directive.last, fields.insert(field).inserted
        else { return iso }
        pattern += directive
        continue
      }
      if first.properties.isDefaultIgnorableCodePoint { continue }
      pattern += first == "%" ? "%%" : first.properties.isWhitespace ? " " : String(first)
    }
    return fields.count == 3 ? pattern : iso
  }

  /// What the numbers of ``sample(identifier:)`` stand for.
  private static let directives = [
    "2003": "%Y", "4": "%-m", "04": "%m", "5": "%-d", "05": "%d",
  ]
  private static let iso = "%Y-%m-%d"

  /// 5 April 2003: no two of its numbers are equal.
  private static func sample(identifier: String) -> String.UnicodeScalarView {
    var components = Locale.Components(identifier: identifier)
    components.numberingSystem = Locale.NumberingSystem("latn")
    let style = Date.FormatStyle(
      locale: Locale(components: components), calendar: Calendar(identifier: .gregorian),
      timeZone: .gmt)
    return style.year(.defaultDigits).month(.defaultDigits).day(.defaultDigits)
      .format(Date(timeIntervalSince1970: 1_049_500_800)).unicodeScalars
  }
}
