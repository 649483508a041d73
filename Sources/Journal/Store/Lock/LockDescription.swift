/// How an owner's lock is, as one object of JSON, on the command line as over the network.
package struct LockDescription: Encodable, Sendable {
  /// Missing over the network.
  let owner: String?
  let hasPIN: Bool
  let locked: Bool
  /// Tries that may still be wrong before the PIN is shut; missing without a PIN, as is the next.
  let triesLeft: Int?
  /// Seconds until the next try.
  let waitSeconds: Int?
  /// Seconds until an unused journal locks; missing while it is not unlocked by a PIN, as the next two.
  let secondsLeftUnused: Int?
  /// Seconds until it locks in any case.
  let secondsLeftAtMost: Int?
  /// Whether a browser is to lock when its page is left; missing on the machine that has the journal.
  let locksOnLeaving: Bool?
  /// Tries that were wrong before this device unlocked the journal; missing where there were none.
  let failedTries: [FailedTryDescription]?

  /// - Parameters:
  ///   - tries: nil without a PIN.
  ///   - session: the one that is open; nil for none.
  ///   - now: seconds since 1970 in UTC.
  ///   - owner: where that is not known otherwise.
  ///   - delay: when a browser locks; nil for what is no browser.
  ///   - failed: wrong tries to tell the owner about.
  package init(
    _ tries: Tries?, _ session: Session?, now: Int, of owner: OwnerName? = nil,
    delay: LockDelay? = nil, failed: [FailedTry] = []
  ) {
    self.owner = owner?.text
    hasPIN = tries != nil
    locked = tries != nil && session == nil
    (triesLeft, waitSeconds) = (tries?.left, tries?.wait(at: now))
    let left = session?.timeLeft(at: now)
    (secondsLeftUnused, secondsLeftAtMost) = (left?.unused, left?.atMost)
    locksOnLeaving = session == nil ? nil : delay.map { $0 == .none }
    failedTries = session == nil || failed.isEmpty ? nil : failed.map(FailedTryDescription.init)
  }
}

/// A wrong try of a PIN, as one object of JSON.
struct FailedTryDescription: Encodable, Sendable {
  /// The device's name; missing for the machine that has the journal.
  let device: String?
  let address: String?
  /// In UTC.
  let tried: String
  /// Whether the device opened the journal since.
  let opened: Bool

  init(_ failed: FailedTry) {
    opened = failed.opened
    (device, address) = (failed.name?.text, failed.address)
    tried = InstantText.text(failed.tried)
  }
}
