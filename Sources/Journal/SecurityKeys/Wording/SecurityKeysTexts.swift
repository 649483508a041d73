package import Wording

extension ErrorTexts {
  package static let securityKeys = ErrorTexts(
    [
      "security-key": .init("the security key did not sign", "보안 키로 열지 못했습니다."),
      "security-key.nothing-to-ask-for": .init(
        "there is no passkey; add one in the settings of daystamp-server's pages, on a "
          + "security key too"
      ),
      "security-key.none": .init(
        "this program finds no security key that it can open; plug one in"),
      "security-key.several": .init("several security keys are plugged in: {names}; leave one"),
      "security-key.verifies-nobody": .init(
        "the security key cannot check who you are: give it a PIN or a fingerprint"),
      "security-key.not-pin": .init("the PIN of a security key has 4 to 63 bytes"),
      "security-key.wrong-pin": .init("wrong PIN of the security key"),
      "security-key.tries": .init(
        "wrong PIN of the security key; {left|try|tries} left before it is blocked"),
      "security-key.blocked": .init(
        "the security key is blocked; plug it in again. If that does not help, reset it, "
          + "which erases it"),
      "security-key.unknown-finger": .init("the security key does not know this fingerprint"),
      "security-key.no-passkey": .init("the security key has none of the owner's passkeys"),
      "security-key.not-touched": .init("you did not touch the security key in time"),
      "security-key.refused": .init("the security key did not sign: {reason}"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .securityKeys) }
}
