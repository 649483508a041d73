import Synchronization

/// What browsers have begun and not come back for, in memory alone, each for a while. Of strangers no more
/// is kept than is of use, of one network and of all: the oldest gives way.
final class Pending<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Who has begun something.
  enum Source: Sendable {
    /// A device, of which there are not many.
    case device
    /// Whoever reaches the server, from this network; nil where it is not known.
    case stranger([UInt8]?)
  }

  private struct Entry {
    let value: Value
    let begun: Int
    let source: Source
    let number: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var count = 0
  }

  /// Seconds for which one is kept.
  let lifetime: Int
  /// How many of strangers are kept together.
  let most: Int
  /// How many of strangers of one network.
  let mostOfNetwork: Int
  private let state = Mutex(State())

  init(lifetime: Int, most: Int, mostOfNetwork: Int) {
    (self.lifetime, self.most, self.mostOfNetwork) = (lifetime, most, mostOfNetwork)
  }

  /// Keeps a value, in the place of an earlier one for the same key.
  ///
  /// - Parameters:
  ///   - value: what is kept.
  ///   - key: by which it is found.
  ///   - source: who has begun it.
  ///   - now: seconds since 1970 in UTC.
  func insert(_ value: Value, for key: Key, from source: Source, at now: Int) {
    state.withLock { state in
      state.entries = state.entries.filter { isKept($0.value, at: now) }
      if case .stranger(let network) = source { makeRoom(for: network, in: &state.entries) }
      state.count += 1
      state.entries[key] = Entry(value: value, begun: now, source: source, number: state.count)
    }
  }

  /// The value of a key, which stays; nil where there is none, or no longer.
  func value(for key: Key, at now: Int) -> Value? {
    kept(state.withLock { $0.entries[key] }, at: now)
  }

  /// Takes the value of a key: nobody else gets it. Nil where there is none, or no longer.
  func take(_ key: Key, at now: Int) -> Value? {
    kept(state.withLock { $0.entries.removeValue(forKey: key) }, at: now)
  }

  /// How many there are.
  var count: Int { state.withLock { $0.entries.count } }

  private func kept(_ entry: Entry?, at now: Int) -> Value? {
    entry.flatMap { isKept($0, at: now) ? $0.value : nil }
  }

  private func isKept(_ entry: Entry, at now: Int) -> Bool {
    (entry.begun..<entry.begun + lifetime).contains(now)
  }

  private func makeRoom(for network: [UInt8]?, in entries: inout [Key: Entry]) {
    var (all, neighbours): ([(key: Key, value: Entry)], [(key: Key, value: Entry)]) = ([], [])
    for entry in entries {
      guard case .stranger(let other) = entry.value.source else { continue }
      all.append(entry)
      if network != nil, other == network { neighbours.append(entry) }
    }
    let crowd = neighbours.count >= mostOfNetwork ? neighbours : all.count >= most ? all : []
    if let oldest = crowd.min(by: { $0.value.number < $1.value.number }) {
      entries[oldest.key] = nil
    }
  }
}
