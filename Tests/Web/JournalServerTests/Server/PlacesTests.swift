import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Testing

@testable import JournalServer

@Suite("Places for work")
struct PlacesTests {
  @Test("are some for each owner, which come free with what holds them")
  func places() throws {
    let places = Places("queue-full.exports", of: 2, of: 3)
    let (anna, bob) = (try OwnerName("anna"), try OwnerName("bob"))
    var held = [try places.take(for: anna), try places.take(for: anna)]
    #expect(throws: Problem.self) { try places.check(for: anna) }
    held.append(try places.take(for: bob))
    #expect(throws: Problem.self) { try places.check(for: bob) }
    held.removeFirst()
    try places.check(for: bob)
    held.append(try places.take(for: anna))
    #expect(throws: Problem.self) { try places.check(for: anna) }
    held = []
    try places.check(for: anna)
  }

  @Test("are one for each byte of what is large, and all for what is larger than all")
  func bytes() throws {
    let places = Places("queue-full.answers", of: 100, of: 150)
    let (anna, bob) = (try OwnerName("anna"), try OwnerName("bob"))
    var held = [try places.take(60, for: anna)]
    #expect(throws: Problem.self) { try places.take(41, for: anna) }
    held.append(try places.take(40, for: anna))
    #expect(throws: Problem.self) { try places.take(51, for: bob) }
    held.append(try places.take(50, for: bob))
    held.removeFirst()
    held.append(try places.take(60, for: anna))
    held = []
    held.append(try places.take(1_000, for: anna))
    #expect(throws: Problem.self) { try places.take(1, for: anna) }
    held.append(try places.take(50, for: bob))
    held = []
    try places.check(for: bob)
  }

  @Test("are taken by a long text for as long as it is sent, and none by a short one")
  func texts() throws {
    func page(_ length: Int) -> Response {
      Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x20, count: length)))
    }
    let places = Places("queue-full.answers", of: 3_000_000, of: 9_000_000)
    let anna = try OwnerName("anna")
    var held: Response? = try page(2_000_000).holding(places, for: anna, on: 1)
    #expect(held?.body.contentLength == 2_000_000)
    #expect(throws: Problem.self) { try page(2_000_000).holding(places, for: anna, on: 1) }
    _ = try page(500_000).holding(places, for: anna, on: 1)
    held = nil
    _ = try page(2_000_000).holding(places, for: anna, on: 1)
  }

  @Test("are left to an owner's other devices, and a device gets what is larger than its share")
  func devices() throws {
    let places = Places("queue-full.answers", ofDevice: 50, of: 100, of: 150)
    let anna = try OwnerName("anna")
    var held = [try places.take(30, for: anna, on: 1)]
    #expect(throws: Problem.self) { try places.take(21, for: anna, on: 1) }
    held.append(try places.take(20, for: anna, on: 1))
    held.append(try places.take(50, for: anna, on: 2))
    held = []
    held.append(try places.take(80, for: anna, on: 1))
    #expect(throws: Problem.self) { try places.take(1, for: anna, on: 1) }
    held.append(try places.take(20, for: anna, on: 2))
    held = []
    _ = try places.take(100, for: anna, on: 2)
  }

  @Test("of memory for bodies are left to other devices, and to each owner who comes then")
  func bodies() throws {
    let memory = BodyMemory(bytes: 1_000)
    let (anna, bob, carl) = (try OwnerName("anna"), try OwnerName("bob"), try OwnerName("carl"))
    var held = [try memory.take(500, for: Asker(owner: anna, device: 1))]
    #expect(throws: Problem.self) { try memory.take(1, for: Asker(owner: anna, device: 1)) }
    held.append(try memory.take(160, for: Asker(owner: anna, device: 2)))
    #expect(throws: Problem.self) { try memory.take(10, for: Asker(owner: anna, device: 3)) }
    held.append(try memory.take(170, for: Asker(owner: bob, device: 4)))
    held.append(try memory.take(80, for: Asker(owner: carl, device: 5)))
    held = []
    _ = try memory.take(1_000, for: Asker(owner: nil))
  }
}
