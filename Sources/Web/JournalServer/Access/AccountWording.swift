import OpenIDConnect
package import Wording

/// The messages for a failed sign-in; the log says more.
extension OIDCError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .state, .late, .usedTwice, .code: ErrorMessage("sign-in.over")
    case .answerIssuer: ErrorMessage("sign-in.other-issuer")
    case .denied(let reason): ErrorMessage("sign-in.denied", ["reason": .text(reason)])
    case .refused, .token: ErrorMessage("sign-in.refused")
    case .unreachable, .status, .tooLong, .unreadable, .missing, .otherIssuer, .secretMethods:
      ErrorMessage("sign-in.no-answer")
    case .address, .issuerQuery, .client, .scope, .appleKey: ErrorMessage("sign-in")
    }
  }

  /// What the log says: no code, token or secret, nor who it was.
  var logged: String { "\(self)" }
}
