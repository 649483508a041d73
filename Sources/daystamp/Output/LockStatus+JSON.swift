import Store

/// How an owner's lock is, as one object of JSON.
struct LockStatusJSON: Encodable {
  let owner: String
  let hasPIN: Bool
  let locked: Bool
  /// Tries that may still be wrong before the PIN is shut.
  let triesLeft: Int?
  /// Until the next try.
  let waitSeconds: Int?
  /// Until the session ends where it is not used, and in any case.
  let secondsLeftUnused: Int?
  let secondsLeftAtMost: Int?

  init(_ owner: OwnerName, _ tries: Tries?, _ session: Session?, now: Int) {
    self.owner = owner.text
    hasPIN = tries != nil
    locked = tries != nil && session == nil
    triesLeft = tries?.left
    waitSeconds = tries?.wait(at: now)
    let left = session?.timeLeft(at: now)
    (secondsLeftUnused, secondsLeftAtMost) = (left?.unused, left?.atMost)
  }
}
