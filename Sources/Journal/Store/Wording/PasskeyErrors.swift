package import Wording

extension PasskeyError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown: ErrorMessage("no-passkey")
    case .known: ErrorMessage("passkey-known")
    case .tooMany(let limit): ErrorMessage("too-many-passkeys.limit", ["limit": .number(limit)])
    case .wrong: ErrorMessage("passkey-refused")
    case .noTry(let tries, _) where tries.isShut: ErrorMessage("passkey-shut")
    case .noTry(_, let wait): ErrorMessage("passkey-wait.next", ["wait": .seconds(wait)])
    case .copied: ErrorMessage("passkey-copied")
    }
  }
}
