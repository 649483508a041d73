package import JPEGSplice

extension Wording {
  package static func message(for error: JPEGError) -> String {
    switch error {
    case .truncated(let part, let offset): "ends inside \(part) at byte \(offset)"
    case .missing(part: "EOI", let offset):
      "the JPEG is damaged: it is cut off at byte \(offset), without the marker EOI that ends a "
        + "picture; get a whole copy of it"
    case .missing(let part, let offset): "has no \(part) by byte \(offset)"
    case .invalid(let field, let offset, let observed, let expected):
      "\(field) at byte \(offset) is \(observed), not \(expected)"
    case .header(let error): message(for: error)
    case .damaged(let damage, let offset):
      "the JPEG is damaged at byte \(offset): \(message(for: damage))"
    case .unsupported(let form): message(for: form)
    }
  }

  private static func message(for damage: JPEGError.Damage) -> String {
    switch damage {
    case .unknownCode: "bits that are no code"
    case .runPastEnd: "a run that goes on past its end"
    case .coefficientTooLarge: "a coefficient that is too large"
    case .endsEarly: "the data end before the picture does"
    case .wrongRestart: "a restart marker is missing or out of order"
    case .wrongProgression: "a scan that does not fit those before it"
    }
  }

  private static let convertFirst =
    "which neither Daystamp nor libgd reads; convert it with another program first"

  private static func message(for form: JPEGError.UnsupportedForm) -> String {
    switch form {
    case .arithmetic: "is arithmetic-coded"
    case .lossless: "is a lossless JPEG (SOF3), \(convertFirst)"
    case .hierarchical: "is a hierarchical JPEG, \(convertFirst)"
    case .bitsPerSample(let bits): "has \(bits) bits a sample, \(convertFirst)"
    case .components(let count): "has \(count) components, \(convertFirst)"
    case .unusualStructure: "has a structure that decoders differ about"
    }
  }
}
