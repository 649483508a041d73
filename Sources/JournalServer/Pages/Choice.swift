import Stamping

/// What can be chosen from a list.
enum Choice {
  /// One of a list's; `isChosen` where it is the one that holds.
  static func content(_ value: String, _ text: String, isChosen: Bool) -> PageContent {
    ["value": value, "text": text, "isChosen": isChosen]
  }

  static func positions(_ chosen: LabelPosition, _ words: Words) -> [PageContent] {
    LabelPosition.allCases.map {
      content($0.rawValue, words("position-\($0.rawValue)"), isChosen: $0 == chosen)
    }
  }

  /// A colour as a browser's field for colours takes it, which knows no transparency.
  static func colour(_ style: LabelStyle) -> String {
    let text = LabelColour.text(style.colour)
    return text.hasPrefix("#") ? String(text.prefix(7)) : "#ffffff"
  }
}
