import Store
import Synchronization

/// The sessions that devices have unlocked, in memory alone: whoever restarts the server locks them.
final class DeviceSessions: Sendable {
  private let tokens = Mutex<[Int64: AccessToken]>([:])

  /// What opens the door for a device; nothing where it has not unlocked it.
  func keys(of device: Device, now: @escaping @Sendable () -> Int) -> Keyring {
    tokens.withLock { $0[device.id] }.map { Keyring($0, now: now) } ?? .none
  }

  /// What opens the session of a device; nil where it has not unlocked the door.
  func token(of device: Device) -> AccessToken? { tokens.withLock { $0[device.id] } }

  /// Keeps the session of a device.
  ///
  /// - Returns: the one that it had before.
  func keep(_ token: AccessToken?, for device: Device) -> AccessToken? {
    tokens.withLock { tokens in
      defer { tokens[device.id] = token }
      return tokens[device.id]
    }
  }
}
