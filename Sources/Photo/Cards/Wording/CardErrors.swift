import Raster
package import Wording

extension CardError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("card.empty")
    case .tooLong(let observed, let fitting):
      ErrorMessage(
        "card.too-long", ["observed": .number(observed), "fitting": .number(fitting)])
    case .font(let name, let known):
      ErrorMessage("card.font", ["text": .text(name), "names": .names(known)])
    case .fontFile(let error): error.wording
    case .raster(let error): error.wording
    }
  }
}

/// What a person should know about a card that was drawn.
package enum CardNote: Worded, Hashable {
  /// No face has these characters.
  case lacking([Character])

  package var wording: ErrorMessage {
    switch self {
    case .lacking(let characters):
      let named = characters.prefix(5).map { character in
        let codes = character.unicodeScalars.map(Wording.codePoint).joined(separator: " ")
        return "“\(character)” (\(codes))"
      }
      return ErrorMessage(
        "card.lacking", ["characters": .names(named + (characters.count > 5 ? ["…"] : []))])
    }
  }
}
