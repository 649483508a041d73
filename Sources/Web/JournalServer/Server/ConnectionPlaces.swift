/// Who has the places for connections, and who has to go when there are too many, or too many requests
/// are under way.
///
/// A connection is a stranger's until a request on it has shown a device's token. A newcomer always
/// gets a place, since a paired browser, too, comes as a stranger. Who goes for it:
/// - where strangers of one network have all that one network may have, one of those;
/// - where all places are taken, a stranger; where there is none, one of the device with the most.
///
/// Among them it is the one that has been idle for longest; where each has a request under way, the one
/// that has been busy for longest. So strangers never keep a device out, nor take its connection, nor
/// does one device keep out another.
///
/// Over HTTP/2 one connection has many requests. Where strangers have too many, the stranger with the
/// most of them goes; where all together have, a connection of the device with the most.
struct ConnectionPlaces<ID: Hashable> {
  private struct Place {
    /// Nil for one that is not counted by network.
    let network: [UInt8]?
    var device: Int64?
    /// How many are under way.
    var requests = 0
    /// Orders beginnings of being busy and of idleness.
    var since: Int
  }

  private let limit: Int
  private let networkLimit: Int
  private let requestLimit: Int
  private let strangerRequestLimit: Int
  private var places: [ID: Place] = [:]
  private var events = 0
  /// How many requests are under way, of all and of strangers.
  private var (requests, strangerRequests) = (0, 0)

  /// - Parameters:
  ///   - limit: of all connections.
  ///   - networkLimit: of strangers' from one network.
  ///   - requestLimit: of all requests that are under way.
  ///   - strangerRequestLimit: of strangers'.
  init(limit: Int, networkLimit: Int, requestLimit: Int, strangerRequestLimit: Int) {
    (self.limit, self.networkLimit) = (limit, networkLimit)
    (self.requestLimit, self.strangerRequestLimit) = (requestLimit, strangerRequestLimit)
  }

  var count: Int { places.count }

  /// Gives a place to a new connection.
  ///
  /// - Returns: the connection that has lost its place for it, and is to be closed.
  mutating func enter(_ id: ID, from network: [UInt8]?) -> ID? {
    let leaving = leaving(for: network)
    if let leaving { leave(leaving) }
    places[id] = Place(network: network, since: nextEvent())
    return leaving
  }

  mutating func leave(_ id: ID) {
    guard let place = places.removeValue(forKey: id) else { return }
    count(-place.requests, of: place.device)
  }

  /// - Returns: the connection that has lost its place for it, and is to be closed.
  mutating func beginRequest(_ id: ID) -> ID? {
    change(id, by: 1)
    let leaving = leavingForRequest()
    if let leaving { leave(leaving) }
    return leaving
  }

  mutating func endRequest(_ id: ID) { change(id, by: -1) }

  /// A request on the connection has shown a device's token.
  mutating func prove(_ id: ID, isOf device: Int64) {
    guard let place = places[id] else { return }
    count(-place.requests, of: place.device)
    places[id]?.device = device
    count(place.requests, of: device)
  }

  /// Takes the places of a device's connections.
  ///
  /// - Returns: the connections, which are to be closed.
  mutating func leave(device: Int64) -> [ID] {
    let leaving = places.filter { $1.device == device }.map(\.key)
    for id in leaving { leave(id) }
    return leaving
  }

  private mutating func change(_ id: ID, by change: Int) {
    guard var place = places[id], place.requests + change >= 0 else { return }
    let wasBusy = place.requests > 0
    place.requests += change
    if wasBusy != (place.requests > 0) { place.since = nextEvent() }
    places[id] = place
    count(change, of: place.device)
  }

  private mutating func count(_ change: Int, of device: Int64?) {
    requests += change
    if device == nil { strangerRequests += change }
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

  private func leavingForRequest() -> ID? {
    if strangerRequests > strangerRequestLimit {
      return busiest(of: places.lazy.filter { $0.value.device == nil })
    }
    guard requests > requestLimit else { return nil }
    let byDevice = Dictionary(grouping: places.filter { $1.device != nil }) { $1.device }.values
    func sum(_ places: [(key: ID, value: Place)]) -> Int {
      places.reduce(0) { $0 + $1.value.requests }
    }
    return busiest(of: byDevice.max { sum($0) < sum($1) } ?? [])
  }

  private func first(of places: some Sequence<(key: ID, value: Place)>) -> ID? {
    places.min {
      let (isBusy, isOtherBusy) = ($0.value.requests > 0, $1.value.requests > 0)
      return isBusy == isOtherBusy ? $0.value.since < $1.value.since : isOtherBusy
    }?.key
  }

  private func busiest(of places: some Sequence<(key: ID, value: Place)>) -> ID? {
    places.max {
      $0.value.requests == $1.value.requests
        ? $0.value.since > $1.value.since : $0.value.requests < $1.value.requests
    }?.key
  }
}
