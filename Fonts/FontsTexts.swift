package import Wording

extension ErrorTexts {
  package static let fonts = ErrorTexts(
    [
      "label.font-missing": .init(
        "the font {font} is missing; Daystamp looked for{places}\n"
          + "Set DAYSTAMP_FONTS to the folder with the fonts")
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .fonts) }
}
