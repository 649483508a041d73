import NIOCore
import Testing

@testable import JournalServer

@Suite("Places for connections")
struct ConnectionPlacesTests {
  private static let network: [UInt8] = [192, 0, 2, 7]

  private var places = ConnectionPlaces<Int>(
    limit: 10, networkLimit: 4, requestLimit: 40, strangerRequestLimit: 16)

  private func network(_ number: Int) -> [UInt8] { [10, 0, 0, UInt8(number)] }

  @Test("of one network go to its newcomers from the one that was idle for longest")
  mutating func oneNetwork() {
    for id in 0..<4 { #expect(places.enter(id, from: Self.network) == nil) }
    _ = places.beginRequest(0)
    _ = places.beginRequest(1)
    places.endRequest(1)
    #expect(places.enter(4, from: Self.network) == 2)
    #expect(places.enter(5, from: Self.network) == 3)
    #expect(places.enter(6, from: Self.network) == 1)
    #expect(places.enter(7, from: network(1)) == nil)
    #expect(places.count == 5)
  }

  @Test("of one network go to its newcomers also where each has a request under way")
  mutating func busy() {
    for id in 0..<4 {
      _ = places.enter(id, from: Self.network)
      _ = places.beginRequest(id)
    }
    #expect(places.enter(4, from: Self.network) == 0)
    #expect(places.enter(5, from: Self.network) == 4)
  }

  @Test("are not counted by network for devices, nor where all come from a proxy")
  mutating func notByNetwork() {
    for id in 0..<8 {
      #expect(places.enter(id, from: Self.network) == nil)
      places.prove(id, isOf: 1)
    }
    for id in 8..<10 { #expect(places.enter(id, from: nil) == nil) }
    #expect(places.enter(10, from: nil) == 8)
  }

  @Test("all go from a device that is revoked, and no other")
  mutating func revoked() {
    for id in 0..<6 {
      #expect(places.enter(id, from: network(id)) == nil)
      if id > 0 { places.prove(id, isOf: id.isMultiple(of: 2) ? 2 : 1) }
      _ = places.beginRequest(id)
    }
    #expect(Set(places.leave(device: 2)) == [2, 4])
    #expect(places.leave(device: 2).isEmpty && places.count == 4)
  }

  @Test("go from strangers, never from devices, to newcomers where all are taken")
  mutating func all() {
    for id in 0..<10 { #expect(places.enter(id, from: network(id)) == nil) }
    for id in [0, 3, 4] { places.prove(id, isOf: Int64(id)) }
    _ = places.beginRequest(1)
    var gone: [Int?] = []
    for id in 10..<30 { gone.append(places.enter(id, from: network(id))) }
    #expect(gone.prefix(6) == [2, 5, 6, 7, 8, 9])
    for id in [0, 3, 4, 1] { #expect(!gone.contains(id)) }
    #expect(places.count == 10)
  }

  @Test("go from the device with the most where there are no strangers")
  mutating func devices() {
    for id in 0..<10 {
      _ = places.enter(id, from: Self.network)
      places.prove(id, isOf: id < 7 ? 1 : 2)
      _ = places.beginRequest(id)
    }
    places.endRequest(5)
    #expect(places.enter(10, from: Self.network) == 5)
    places.prove(10, isOf: 3)
    #expect(places.enter(11, from: Self.network) == 0)
  }

  /// Begins requests on a connection until one loses its place for them, so many at most.
  private mutating func begin(_ count: Int, on id: Int) -> Int? {
    for _ in 0..<count {
      if let leaving = places.beginRequest(id) { return leaving }
    }
    return nil
  }

  @Test("go from the stranger with the most requests where strangers have too many")
  mutating func strangersRequests() {
    for id in 0..<8 { _ = places.enter(id, from: network(id)) }
    places.prove(7, isOf: 1)
    #expect(begin(10, on: 7) == nil)
    for id in 0..<6 { #expect(begin(1, on: id) == nil) }
    #expect(begin(10, on: 6) == nil)
    #expect(places.beginRequest(0) == 6)
    #expect(begin(9, on: 0) == nil)
    // It has shown its token: they are a stranger's no more.
    places.prove(0, isOf: 2)
    #expect(begin(11, on: 1) == nil)
    #expect(places.beginRequest(2) == 1)
    #expect(places.count == 6)
  }

  @Test("go from the device with the most requests where all together have too many")
  mutating func devicesRequests() {
    for id in 0..<5 {
      _ = places.enter(id, from: Self.network)
      places.prove(id, isOf: id < 3 ? 1 : Int64(id))
    }
    for (id, count) in [9, 8, 3, 12, 8].enumerated() { #expect(begin(count, on: id) == nil) }
    #expect(places.beginRequest(4) == 0)
    places.endRequest(1)
    #expect(begin(9, on: 4) == nil)
    #expect(places.beginRequest(4) == 4)
  }

  @Test("count a connection as busy until its last request ends, and from its first one on")
  mutating func overlapping() {
    for id in 0..<4 {
      _ = places.enter(id, from: Self.network)
      _ = places.beginRequest(id)
    }
    _ = places.beginRequest(0)
    places.endRequest(0)
    places.endRequest(1)
    #expect(places.enter(4, from: Self.network) == 1)
    _ = places.beginRequest(4)
    #expect(places.enter(5, from: Self.network) == 0)
  }

  @Test("are free again where a connection ends")
  mutating func leaving() {
    for id in 0..<10 { _ = places.enter(id, from: network(id)) }
    places.leave(4)
    #expect(places.enter(10, from: network(1)) == nil)
    #expect(places.enter(11, from: network(1)) == 0)
    // What is gone can begin and end nothing.
    _ = places.beginRequest(0)
    places.prove(0, isOf: 1)
    #expect(places.count == 10)
  }
}

@Suite("The address of a client")
struct ClientAddressTests {
  private func address(_ text: String) throws -> ClientAddress? {
    ClientAddress(try SocketAddress(ipAddress: text, port: 1))
  }

  @Test("of IPv4 counts whole, of IPv6 by its first 64 bits, and one mapped into it as IPv4")
  func network() throws {
    #expect(try address("192.0.2.7")?.network == [192, 0, 2, 7])
    #expect(try address("::ffff:192.0.2.7") == address("192.0.2.7"))
    #expect(try address("::ffff:192.0.2.7")?.text == "192.0.2.7")
    let one = try address("2001:db8:0:1::1")
    #expect(try one?.network == address("2001:db8:0:1:ffff::2")?.network)
    #expect(try one?.network != address("2001:db8:0:2::1")?.network)
    #expect(one?.text == "2001:db8:0:1::1")
    #expect(ClientAddress(try SocketAddress(unixDomainSocketPath: "/a")) == nil)
  }

  @Test(
    "that a proxy forwards is the last one, which it has seen itself",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("10.0.0.1, 192.0.2.7", "192.0.2.7"),
      ("evil,2001:db8::1 ", "2001:db8::1"), ("192.0.2.7, <script>", nil), ("", nil),
    ])
  func forwarded(field: String, text: String?) {
    #expect(ClientAddress(forwarded: field)?.text == text)
  }
}
