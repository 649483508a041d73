package import Wording

extension PushError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .publicKey: ErrorMessage("push.public-key")
    case .secret(let bytes): ErrorMessage("push.secret", ["bytes": .number(bytes)])
    case .tooLong(let bytes, let limit):
      ErrorMessage("push.too-long", ["bytes": .number(bytes), "limit": .number(limit)])
    case .ownKey(let bytes): ErrorMessage("push.own-key", ["bytes": .number(bytes)])
    case .refused(let reason): ErrorMessage("push.refused", ["reason": .text(reason)])
    }
  }
}
