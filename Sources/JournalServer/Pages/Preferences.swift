import HTTPTypes
import Hummingbird
import Journal
import Wording

/// How a browser wants its pages: what was chosen on it, else what it asks for.
struct Preferences: Sendable {
  let language: Language
  /// Nil where the language is the browser's own choice.
  let chosenLanguage: Language?
  let theme: Theme
  /// Where weeks begin by the custom of the browser's region.
  let weekStart: WeekStart

  static let languageCookie = "language"
  static let themeCookie = "theme"
  /// Seconds for which a choice is kept: a year.
  static let lifetime = 365 * 86_400

  init(of request: Request) {
    let accepted = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
    let cookies = request.cookies
    chosenLanguage = cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
    language = chosenLanguage ?? accepted.language ?? .english
    theme = cookies[Self.themeCookie].flatMap { Theme(rawValue: $0.value) } ?? .automatic
    weekStart = WeekStart(locale: accepted.tag(of: language))
  }
}

/// Light or dark.
enum Theme: String, CaseIterable, Sendable {
  /// As the browser's system has it.
  case automatic, light, dark
}
