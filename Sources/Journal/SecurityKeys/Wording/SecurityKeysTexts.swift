package import Wording

extension ErrorTexts {
  package static let securityKeys = ErrorTexts(
    [
      "security-key": .init("the security key did not sign", "보안 키로 열지 못했습니다."),
      "security-key.nothing-to-ask-for": .init(
        "there is no passkey; the settings of daystamp-server's pages add one, on a security key too"
      ),
      "security-key.none": .init("no security key is plugged in that this program may open"),
      "security-key.several": .init("more than one security key is plugged in: {names}"),
      "security-key.verifies-nobody": .init(
        "the security key verifies nobody: it has neither a PIN nor a fingerprint"),
      "security-key.not-pin": .init("the PIN of a security key has 4 to 63 bytes"),
      "security-key.wrong-pin": .init("that is not the PIN of the security key"),
      "security-key.tries": .init(
        "that is not the PIN of the security key; {left|try|tries} left before it shuts"),
      "security-key.blocked": .init(
        "the security key takes no more tries: until it is plugged in again or, where that does not "
          + "help, until it is reset, which erases what is on it"),
      "security-key.unknown-finger": .init("the security key does not know this finger"),
      "security-key.no-passkey": .init("none of the owner's passkeys is on the security key"),
      "security-key.not-touched": .init("nobody touched the security key in time"),
      "security-key.refused": .init("the security key did not sign: {reason}"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .securityKeys) }
}
