import Store
import WebAuthn

/// Challenges that were given to browsers and are not answered yet: each is good once, for two minutes, for
/// one kind of ceremony and for whoever asked for it.
struct Ceremonies: Sendable {
  /// What is asked for, and by whom. A device has at most one of each kind.
  enum Purpose: Hashable, Sendable {
    case registration(device: Int64)
    case unlocking(device: Int64)
    /// By a browser that has this in a cookie.
    case signingIn(AccessToken)
  }

  /// Seconds for which one is good.
  static let lifetime = 120

  private let pending = Pending<Purpose, Challenge>(
    lifetime: lifetime, most: 2_048, mostOfNetwork: 32)

  /// Gives a challenge, in the place of an earlier one for the same.
  ///
  /// - Parameters:
  ///   - purpose: what it is good for.
  ///   - network: where it is asked for, as far as that is known.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: what the ceremony is to answer.
  func begin(_ purpose: Purpose, from network: [UInt8]? = nil, at now: Int) -> Challenge {
    let challenge = Challenge()
    let source: Pending<Purpose, Challenge>.Source =
      if case .signingIn = purpose { .stranger(network) } else { .device }
    pending.insert(challenge, for: purpose, from: source, at: now)
    return challenge
  }

  /// Takes the challenge that was given for a purpose: nobody else gets it.
  ///
  /// - Returns: nil where there is none, or no longer.
  func take(_ purpose: Purpose, at now: Int) -> Challenge? { pending.take(purpose, at: now) }
}
