import Hummingbird
import Store

extension JournalServer {
  /// How the lock is, for a device of its owner; asking does not keep it open.
  func addLockState(to routes: Routes) {
    routes.device(.get, "/api/v1/lock") { [sessions, settings] _, _, device in
      let token = sessions.token(of: device)
      return try .json(
        await lock(of: device) { lock in
          LockBody(
            try lock.tries(), try lock.session(token), try lock.delay(), now: settings.now())
        })
    }
  }

  private struct LockBody: Encodable, Sendable {
    let hasPIN: Bool
    let locked: Bool
    /// Tries that may still be wrong before the PIN is shut; missing without a PIN, as is the next.
    let triesLeft: Int?
    /// Seconds until the next try.
    let wait: Int?
    /// Seconds until the door closes where it is not used; missing while it is not open by a PIN.
    let secondsLeftUnused: Int?
    /// Whether a browser is to lock when its page is left; missing as the one before.
    let locksOnLeaving: Bool?

    init(_ tries: Tries?, _ session: Session?, _ delay: LockDelay, now: Int) {
      hasPIN = tries != nil
      locked = tries != nil && session == nil
      (triesLeft, wait) = (tries?.left, tries?.wait(at: now))
      secondsLeftUnused = session?.timeLeft(at: now).unused
      locksOnLeaving = session.map { _ in delay == .none }
    }
  }
}
