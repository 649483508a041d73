import Formats
package import Wording

extension JPEGError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .header(let error): error.wording
    case .damaged(let damage, let offset):
      ErrorMessage(Self.key(damage), ["offset": .number(offset)])
    case .unsupported(let form): Self.wording(form)
    }
  }

  private static func key(_ damage: Damage) -> String {
    switch damage {
    case .unknownCode: "photo.jpeg-code"
    case .runPastEnd: "photo.jpeg-run"
    case .coefficientTooLarge: "photo.jpeg-coefficient"
    case .endsEarly: "photo.jpeg-end"
    case .wrongRestart: "photo.jpeg-restart"
    case .wrongProgression: "photo.jpeg-progression"
    }
  }

  private static func wording(_ form: UnsupportedForm) -> ErrorMessage {
    switch form {
    case .arithmetic: ErrorMessage("photo.jpeg-arithmetic")
    case .lossless: ErrorMessage("photo.jpeg-lossless")
    case .hierarchical: ErrorMessage("photo.jpeg-hierarchical")
    case .bitsPerSample(let bits): ErrorMessage("photo.jpeg-bits", ["bits": .number(bits)])
    case .components(let count): ErrorMessage("photo.jpeg-components", ["count": .number(count)])
    case .sharedIdentifiers(let count):
      ErrorMessage("photo.jpeg-identifiers", ["count": .number(count)])
    case .unusualStructure: ErrorMessage("photo.jpeg-structure")
    }
  }
}
