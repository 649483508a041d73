import Store
import Synchronization
import Wording

/// Places for work that nobody waits for: without a free place, the caller is told when to try
/// again. Work of different sizes takes a place for each byte.
final class Places: Sendable {
  private let key: String
  private let limits: (ofDevice: Int, ofOwner: Int, ofAll: Int)
  private let taken = Mutex(Taken())

  private struct Taken {
    var owners: [OwnerName: Int] = [:]
    var devices: [Int64: Int] = [:]
  }

  /// Seconds after which a refused request may come again.
  private static let retryAfter = 10

  /// - Parameters:
  ///   - key: of the text that says that there is none.
  ///   - device: how many one device has, unless it has none and wants more at once; nil for as many as its
  ///     owner.
  ///   - owner: how many one owner has.
  ///   - all: how many there are.
  init(_ key: String, ofDevice device: Int? = nil, of owner: Int, of all: Int) {
    (self.key, limits) = (key, (device ?? owner, owner, all))
  }

  /// Checks that there is a place, before what it is for is received.
  ///
  /// - Throws: ``Problem``.
  func check(for owner: OwnerName) throws {
    guard taken.withLock({ isFree(1, for: owner, nil, $0) }) else {
      throw Problem(key, retryAfter: Self.retryAfter)
    }
  }

  private func isFree(
    _ count: Int, for owner: OwnerName, _ device: Int64?, _ taken: Taken
  ) -> Bool {
    let ofDevice = device.flatMap { taken.devices[$0] } ?? 0
    return (ofDevice == 0 || ofDevice + count <= limits.ofDevice)
      && (taken.owners[owner] ?? 0) + count <= limits.ofOwner
      && taken.owners.values.reduce(0, +) + count <= limits.ofAll
  }

  /// Takes places, for as long as what is returned lives.
  ///
  /// - Parameters:
  ///   - count: how many; more than an owner may have are as many as that.
  ///   - owner: whose they are.
  ///   - device: the owner's that asks, where devices have a share.
  /// - Returns: the places.
  /// - Throws: ``Problem`` where there are fewer.
  func take(_ count: Int = 1, for owner: OwnerName, on device: Int64? = nil) throws -> Place {
    let count = min(count, limits.ofOwner)
    let isTaken = taken.withLock { taken in
      guard isFree(count, for: owner, device, taken) else { return false }
      taken.owners[owner, default: 0] += count
      if let device { taken.devices[device, default: 0] += count }
      return true
    }
    guard isTaken else { throw Problem(key, retryAfter: Self.retryAfter) }
    return Place(count, owner, device, of: self)
  }

  final class Place: Sendable {
    private let count: Int
    private let owner: OwnerName
    private let device: Int64?
    private let places: Places

    fileprivate init(_ count: Int, _ owner: OwnerName, _ device: Int64?, of places: Places) {
      (self.count, self.owner, self.device, self.places) = (count, owner, device, places)
    }

    deinit {
      places.taken.withLock { taken in
        taken.owners.release(count, of: owner)
        if let device { taken.devices.release(count, of: device) }
      }
    }
  }
}

extension Dictionary where Value == Int {
  /// Takes from a number, and forgets one of which nothing is left.
  mutating func release(_ count: Int, of key: Key) {
    let left = (self[key] ?? 0) - count
    self[key] = left > 0 ? left : nil
  }
}

/// The memory for long bodies, shared by all. A body that announces more than is left is refused
/// before it is received.
///
/// However much a device holds by sending slowly, as much is left for others; however much an owner's devices
/// hold together, half as much.
final class BodyMemory: Sendable {
  private struct Held {
    var free: Int
    var owners: [OwnerName: Int] = [:]
    var devices: [Int64: Int] = [:]
  }

  private let held: Mutex<Held>

  /// Seconds after which a refused body may come again.
  private static let retryAfter = 1
  /// A body up to this takes none: as many of them as there are connections are no burden.
  static let small = 65_536

  init(bytes: Int = 256_000_000) { held = Mutex(Held(free: bytes)) }

  /// Takes memory, for as long as what is returned lives.
  ///
  /// - Parameters:
  ///   - bytes: how much.
  ///   - asker: who sends the body; nobody in particular may take all.
  /// - Returns: the memory.
  /// - Throws: ``Problem`` where there is not as much.
  func take(_ bytes: Int, for asker: Asker = .current) throws -> Taken {
    let isTaken = held.withLock { held in
      let left = held.free - bytes
      guard left >= 0 else { return false }
      if let owner = asker.owner {
        let (ofDevice, ofOwner) = (held.devices[asker.device] ?? 0, held.owners[owner] ?? 0)
        guard ofDevice + bytes <= left, ofOwner + bytes <= 2 * left else { return false }
        held.owners[owner] = ofOwner + bytes
        held.devices[asker.device] = ofDevice + bytes
      }
      held.free = left
      return true
    }
    guard isTaken else { throw Problem("memory.words", retryAfter: Self.retryAfter) }
    return Taken(bytes, asker, of: self)
  }

  final class Taken: Sendable {
    private let bytes: Int
    private let asker: Asker
    private let memory: BodyMemory

    fileprivate init(_ bytes: Int, _ asker: Asker, of memory: BodyMemory) {
      (self.bytes, self.asker, self.memory) = (bytes, asker, memory)
    }

    deinit {
      memory.held.withLock { held in
        held.free += bytes
        guard let owner = asker.owner else { return }
        held.owners.release(bytes, of: owner)
        held.devices.release(bytes, of: asker.device)
      }
    }
  }
}
