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
  ///     combinations `F T R D r`, `n t %`; flags before a letter: `- _ 0 ^ #`, and `:` before `z`.
  ///   - locale: A language, with or without script and region: "ko_KR", "fr-FR", "de".
  /// - Throws: ``TimeFormatError``.
  package init(_ pattern: String, locale: String = "en_US") throws(TimeFormatError) {
    self.pattern = pattern
    self.locale = locale
    pieces = try TimeFormatParser.pieces(pattern)
    let identifier = try LocaleNames.identifier(locale)
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
  /// `%c`, `%x` and `%X` differ from machine to machine; `instead` does nearly the same.
  case unstableDirective(String, position: Int, instead: String)
  /// The pattern ends after a `%` and flags.
  case unfinishedDirective(String, position: Int)
  /// Not a language, or not a region, that Unicode's CLDR knows.
  case unknownLocale(String)
}
