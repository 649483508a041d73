import SecurityKeys
import Shell
import Store
import Wording

extension OwnerLock {
  /// Opens a session by a security key that is plugged in and has one of the owner's passkeys, which the
  /// settings of the server's pages add. The PIN's tries stay as they are.
  ///
  /// - Parameters:
  ///   - passkeys: the owner's.
  ///   - pin: asks for the key's own PIN, where it verifies by that.
  /// - Returns: what opens the journal until then.
  /// - Throws: `SecurityKeyError`, `PasskeyError`, `LockError`, `JournalError`, and what `pin` throws.
  func open(
    byKeyWith passkeys: [Passkey], asking pin: () throws -> KeyPIN
  ) throws -> Opening {
    guard !passkeys.isEmpty else { throw SecurityKeyError.nothingToAskFor }
    let key = try SecurityKey()
    guard let verification = key.verification else { throw SecurityKeyError.verifiesNobody }
    let pin = verification == .pin ? try pin() : nil
    Console.say(Wording.asksToTouchKey)
    let assertion = try key.assertion(
      among: passkeys.map { ($0.relyingParty, $0.credential) }, signing: .random(count: 32),
      pin: pin)
    guard let credential = assertion.credential else { throw SecurityKeyError.noCredential }
    return try open(by: credential, for: assertion.relyingParty) { passkey in
      switch assertion.verdict(
        by: passkey.publicKey, counter: passkey.counter,
        isBackupEligible: passkey.isBackupEligible)
      {
      case .right(let counter, let isBackedUp): .right(counter: counter, isBackedUp: isBackedUp)
      case .wrong: .wrong
      case .copied: .copied
      }
    }
  }
}
