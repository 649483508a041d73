package import Wording

extension ErrorTexts {
  package static let fonts = ErrorTexts(
    [
      "label.font-missing": .init(
        "the font {font} was not found; looked for{places}\n"
          + "Set DAYSTAMP_FONTS to the folder that has it")
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .fonts) }
}
