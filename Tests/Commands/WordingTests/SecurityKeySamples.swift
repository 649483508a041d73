import SecurityKeys
import Wording

extension Samples {
  static let securityKeys: [any Worded] =
    [
      .nothingToAskFor, .none, .several(["Key A", "Key B"]), .verifiesNobody, .notPIN,
      .wrongPIN(left: nil), .wrongPIN(left: 1), .blocked, .unknownFinger, .noCredential,
      .notTouched, .refused("FIDO_ERR_RX"),
    ] as [SecurityKeyError]
}
