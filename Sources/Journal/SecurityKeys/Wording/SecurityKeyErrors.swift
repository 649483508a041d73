package import Wording

extension SecurityKeyError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .nothingToAskFor: ErrorMessage("security-key.nothing-to-ask-for")
    case .none: ErrorMessage("security-key.none")
    case .several(let names): ErrorMessage("security-key.several", ["names": .names(names)])
    case .verifiesNobody: ErrorMessage("security-key.verifies-nobody")
    case .notPIN: ErrorMessage("security-key.not-pin")
    case .wrongPIN(nil): ErrorMessage("security-key.wrong-pin")
    case .wrongPIN(let left?): ErrorMessage("security-key.tries", ["left": .number(left)])
    case .blocked: ErrorMessage("security-key.blocked")
    case .unknownFinger: ErrorMessage("security-key.unknown-finger")
    case .noCredential: ErrorMessage("security-key.no-passkey")
    case .notTouched: ErrorMessage("security-key.not-touched")
    case .refused(let reason): ErrorMessage("security-key.refused", ["reason": .text(reason)])
    }
  }
}
