import FoundationEssentials
import FoundationInternationalization

/// A populated place near a position.
package struct Place: Sendable, Hashable {
  package let name: String
  /// The name in ASCII, for faces that lack a letter of it, as most lack those of "Al Ḩasakah".
  package let asciiName: String
  /// Two capital letters (ISO 3166-1); nil where the gazetteer gives none.
  package let countryCode: String?
  /// In whole metres from the position.
  package let distance: Int

  /// `Seoul, South Korea`: the name, and that of the country in a language.
  ///
  /// - Parameters:
  ///   - countries: the language.
  ///   - isASCII: whether the place's own name is in ASCII.
  /// - Returns: the name alone where there is no country.
  package func text(_ countries: CountryNames, isASCII: Bool = false) -> String {
    let name = isASCII ? asciiName : name
    guard let countryCode else { return name }
    return "\(name), \(countries.name(of: countryCode))"
  }
}

/// The names of countries in a language, from Unicode's CLDR.
package struct CountryNames: Sendable {
  private let locale: Locale

  /// - Parameter identifier: what `LocaleNames.identifier(_:)` gave.
  package init(identifier: String) { locale = Locale(identifier: identifier) }

  /// The country's name; the code itself where CLDR has none. The first time in a process takes some
  /// milliseconds.
  package func name(of code: String) -> String {
    locale.localizedString(forRegionCode: code) ?? code
  }
}
