/// Who has the places for connections, and who has to go when there are too many.
///
/// A connection is a stranger's until a request on it has shown a device's token. A newcomer always
/// gets a place, since a paired browser, too, comes as a stranger. Who goes for it:
/// - where strangers of one network have all that one network may have, one of those;
/// - where all places are taken, a stranger; where there is none, one of the device with the most.
///
/// Among them it is the one that has been idle for longest; where each has a request under way, the one
/// whose request began first. So strangers never keep a device out, nor take its connection, nor does
/// one device keep out another.
struct ConnectionPlaces<ID: Hashable> {
  private struct Place {
    /// Nil for one that is not counted by network.
    let network: [UInt8]?
    var device: Int64?
    var isBusy = false
    /// Orders beginnings of requests and of idleness.
    var since: Int
  }

  private let limit: Int
  private let networkLimit: Int
  private var places: [ID: Place] = [:]
  private var events = 0

  /// - Parameters:
  ///   - limit: of all connections.
  ///   - networkLimit: of strangers' from one network.
  init(limit: Int, networkLimit: Int) {
    (self.limit, self.networkLimit) = (limit, networkLimit)
  }

  var count: Int { places.count }

  /// Gives a place to a new connection.
  ///
  /// - Returns: the connection that has lost its place for it, and is to be closed.
  mutating func enter(_ id: ID, from network: [UInt8]?) -> ID? {
    let leaving = leaving(for: network)
    if let leaving { places[leaving] = nil }
    places[id] = Place(network: network, since: nextEvent())
    return leaving
  }

  mutating func leave(_ id: ID) { places[id] = nil }

  mutating func beginRequest(_ id: ID) { change(id, isBusy: true) }

  mutating func endRequest(_ id: ID) { change(id, isBusy: false) }

  /// A request on the connection has shown a device's token.
  mutating func prove(_ id: ID, isOf device: Int64) { places[id]?.device = device }

  private mutating func change(_ id: ID, isBusy: Bool) {
    let event = nextEvent()
    places[id]?.isBusy = isBusy
    places[id]?.since = event
  }

  private mutating func nextEvent() -> Int {
    events += 1
    return events
  }

  private func leaving(for network: [UInt8]?) -> ID? {
    if let network {
      let neighbours = places.filter { $1.device == nil && $1.network == network }
      if neighbours.count >= networkLimit { return first(of: neighbours) }
    }
    guard places.count >= limit else { return nil }
    let strangers = places.filter { $1.device == nil }
    if !strangers.isEmpty { return first(of: strangers) }
    let byDevice = Dictionary(grouping: places) { $1.device }.values
    return first(of: byDevice.max { $0.count < $1.count } ?? [])
  }

  private func first(of places: some Sequence<(key: ID, value: Place)>) -> ID? {
    places.min {
      $0.value.isBusy == $1.value.isBusy
        ? $0.value.since < $1.value.since : $1.value.isBusy
    }?.key
  }
}
