import HTTPTypes
import Hummingbird
import Journal
import Wording

/// A browser's preferences for pages: those chosen on it, or else those it asks for.
struct Preferences: Sendable {
  let language: Language
  /// Whether dates and spelling are those of English outside the United States.
  let isBritish: Bool
  /// Nil where the language is the browser's own choice.
  let chosenLanguage: Language?
  let theme: Theme
  let colour: PageColour
  let textSize: TextSize
  let lineSpacing: LineSpacing
  let face: ReadingFace
  /// Where weeks begin by the custom of the browser's region.
  let weekStart: WeekStart

  static let languageCookie = "language"
  static let themeCookie = "theme"
  static let colourCookie = "colour"
  static let textSizeCookie = "text-size"
  static let lineSpacingCookie = "line-spacing"
  static let faceCookie = "face"
  /// Seconds for which a choice is kept: a year.
  static let lifetime = 365 * 86_400

  /// Regions where English has dates as in "Nov 27, 2026": those whose locale is not a child of en-001 in CLDR
  /// (Unicode CLDR, parentLocales), and Canada, where both are used.
  private static let americanRegions: Set = [
    "AS", "BI", "CA", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI",
  ]

  init(of request: Request) {
    let accepted = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
    let cookies = request.cookies
    chosenLanguage = cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
    language = chosenLanguage ?? accepted.language ?? .english
    isBritish =
      language == .english
      && accepted.region(of: language).map { !Self.americanRegions.contains($0) } ?? false
    theme = cookies[Self.themeCookie].flatMap { Theme(rawValue: $0.value) } ?? .automatic
    colour = cookies[Self.colourCookie].flatMap { PageColour(rawValue: $0.value) } ?? .sand
    textSize = cookies[Self.textSizeCookie].flatMap { TextSize(rawValue: $0.value) } ?? .medium
    lineSpacing =
      cookies[Self.lineSpacingCookie].flatMap { LineSpacing(rawValue: $0.value) } ?? .medium
    face = cookies[Self.faceCookie].flatMap { ReadingFace(rawValue: $0.value) } ?? .sans
    weekStart = WeekStart(locale: accepted.tag(of: language))
  }
}

/// Light or dark.
enum Theme: String, CaseIterable, Sendable {
  /// As the browser's system has it.
  case automatic, light, dark
}

/// The pages' colour, in light and in dark; the style has a block for each.
enum PageColour: String, CaseIterable, Sendable {
  case white, black, sand, rose, honey, sage, sky, lilac
}

/// The text size of the pages, relative to the browser's.
enum TextSize: String, CaseIterable, Sendable {
  case small, medium, large
}

/// The line spacing of texts to read.
enum LineSpacing: String, CaseIterable, Sendable {
  case narrow, medium, wide
}

/// The typeface of texts to read: the pages' own, or the system's serif.
enum ReadingFace: String, CaseIterable, Sendable {
  case sans, serif
}

/// The languages that a browser asks for, preferred first (RFC 9110, section 12.5.4).
struct AcceptedLanguages {
  /// Tags as `en-GB`, without those of quality 0.
  let tags: [String]

  /// - Parameter header: what Accept-Language says; parts that cannot be read are ignored.
  init(_ header: String) {
    let choices = header.prefix(1_000).split(separator: ",").compactMap { choice in
      let parts = choice.split(separator: ";").map { $0.trimming(while: \.isWhitespace) }
      guard let tag = parts.first, !tag.isEmpty else { return nil as Choice? }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      return Choice(tag: String(tag), quality: quality.flatMap { Double($0) } ?? 1)
    }
    // Sorted by quality; those of the same stay in their order.
    tags = choices.enumerated().filter { $0.element.quality > 0 }
      .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element.tag)
  }

  private struct Choice {
    let tag: String
    let quality: Double
  }

  /// The first one that the pages are written in.
  var language: Language? {
    tags.lazy.compactMap { Language(rawValue: Self.primary($0)) }.first
  }

  /// A language with the region that its first tag names, if any, and nothing else of the tag:
  /// Foundation keeps every locale that it was ever asked for.
  func tag(of language: Language) -> String {
    region(of: language).map { "\(language.rawValue)-\($0)" } ?? language.rawValue
  }

  /// The region that a language's first tag names, in capital letters; nil where it names none.
  func region(of language: Language) -> String? {
    let tag = tags.first { Self.primary($0) == language.rawValue }
    return tag?.split(separator: "-").dropFirst().first {
      $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
    }?.uppercased()
  }

  /// The language itself of a tag (RFC 5646, section 2.2.1).
  private static func primary(_ tag: String) -> String {
    tag.prefix { $0 != "-" }.lowercased()
  }
}

extension Substring {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var trimmed = drop(while: isTrimmed)
    while let last = trimmed.last, isTrimmed(last) { trimmed.removeLast() }
    return trimmed
  }
}
