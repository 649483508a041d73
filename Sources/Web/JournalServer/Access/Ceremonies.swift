import Foundation
import Store
import Synchronization
import WebAuthn

/// Challenges that browsers have not answered yet. Each works once, for two minutes, for one kind
/// of ceremony and for the device that asked for it.
struct Ceremonies: Sendable {
  /// What a device needs a challenge for. It has at most one of each kind.
  enum Purpose: Hashable, Sendable {
    case registration(device: Int64)
    case unlocking(device: Int64)
  }

  /// Seconds for which one is good.
  static let lifetime = 120

  private let devices = DeviceChallenges()
  /// Those of browsers that are no devices, which keep them themselves.
  private let strangers = Begun<Data>(lifetime: lifetime)

  /// Gives a device a challenge, in the place of an earlier one for the same.
  ///
  /// - Parameters:
  ///   - purpose: what it is good for.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: what the ceremony is to answer.
  func begin(_ purpose: Purpose, at now: Int) -> Challenge {
    let challenge = Challenge()
    devices.insert(challenge, for: purpose, at: now)
    return challenge
  }

  /// Takes the challenge that was given for a purpose: nobody else gets it.
  ///
  /// - Returns: nil where there is none, or no longer.
  func take(_ purpose: Purpose, at now: Int) -> Challenge? { devices.take(purpose, at: now) }

  /// Gives a browser a challenge with which it signs in.
  ///
  /// - Parameter now: seconds since 1970 in UTC.
  /// - Returns: what the ceremony is to answer, and what the browser shows with the answer.
  /// - Throws: what sealing it throws.
  func beginSignIn(at now: Int) throws -> (Challenge, kept: String) {
    let challenge = Challenge()
    return (challenge, try strangers.begin(Data(challenge.bytes), at: now))
  }

  /// Takes the challenge of a browser: nobody gets it again.
  ///
  /// - Returns: nil where it shows none, or none that is still good.
  func takeSignIn(_ kept: String, at now: Int) -> Challenge? {
    strangers.take(kept, at: now).flatMap { Challenge(Array($0)) }
  }
}

/// The challenges of devices, in memory alone.
private final class DeviceChallenges: Sendable {
  private let given = Mutex<[Ceremonies.Purpose: (challenge: Challenge, begun: Int)]>([:])

  func insert(_ challenge: Challenge, for purpose: Ceremonies.Purpose, at now: Int) {
    given.withLock { given in
      given = given.filter { Self.isGood($0.value.begun, at: now) }
      given[purpose] = (challenge, now)
    }
  }

  func take(_ purpose: Ceremonies.Purpose, at now: Int) -> Challenge? {
    guard let found = given.withLock({ $0.removeValue(forKey: purpose) }),
      Self.isGood(found.begun, at: now)
    else { return nil }
    return found.challenge
  }

  /// Also not where the clock was set back.
  private static func isGood(_ begun: Int, at now: Int) -> Bool {
    (begun..<begun + Ceremonies.lifetime).contains(now)
  }
}
