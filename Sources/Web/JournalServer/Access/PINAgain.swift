import Hummingbird
import Journal
import Store

/// Asks for the PIN again before a device sets up something that outlasts its session, so that
/// whoever finds an unlocked phone cannot.
struct PINAgain: Sendable {
  let journals: Journal
  let workers: WorkQueue
  let hashes: WorkQueue
  let now: @Sendable () -> Int

  /// - Parameters:
  ///   - digits: what was typed.
  ///   - guest: who typed it.
  /// - Throws: ``Problem`` where there is a PIN and nothing was typed; `PINError`, `LockError`. A wrong PIN
  ///   counts as a try to unlock.
  func check(_ digits: [UInt8], by guest: Guest) async throws {
    let (lock, hasPIN) = try await workers.run {
      let lock = try journals.lock(of: guest.device.owner, from: guest.source, now: now)
      return (lock, try lock.tries() != nil)
    }
    guard hasPIN else { return }
    guard !digits.isEmpty else { throw Problem("pin-again") }
    try await hashes.run(for: guest.device) {
      try lock.checkMayTry()
      try lock.check(PIN(digits.span))
    }
  }

  /// Checks the PIN of a form of the settings.
  ///
  /// - Parameters:
  ///   - form: has it as `pin`.
  ///   - guest: who sent it.
  ///   - group: the group of the settings that has the form.
  /// - Returns: what leads back to the form with the reason; nil where all is well.
  /// - Throws: what is not about the PIN.
  func refusal(of form: Form, by guest: Guest, at group: SettingsGroup) async throws -> Response? {
    do {
      try await check(form.bytes("pin"), by: guest)
      return nil
    } catch  where Self.isReason(for: error) {
      return .redirect(to: group.refused(Problem(error).shownName))
    }
  }

  /// Whether an error is about what was typed as the PIN.
  static func isReason(for error: any Error) -> Bool {
    switch error {
    case LockError.wrongPIN, LockError.noTry, is PINError: true
    case let problem as Problem: problem.name == "pin-again"
    default: false
    }
  }
}
