import HTTPTypes
import Testing

@testable import JournalServer

@Suite("A connection of HTTP/2")
struct HTTP2Tests {
  private typealias Frame = HTTP2Client.Frame

  @Test("has many requests, each answered on its stream")
  func streams() throws {
    let client = try HTTP2Client()
    for stream in stride(from: UInt32(1), through: 199, by: 2) { try client.send(.request(stream)) }
    #expect(client.frames(.headers).map(\.stream) == Array(stride(from: 1, through: 199, by: 2)))
    #expect(client.frames(.data).filter { $0.flags == Frame.endStream }.count == 100)
    #expect(client.isOpen)
  }

  @Test(
    "takes the host from the field where the authority is missing, or says the same",
    arguments: [
      ("localhost", ["localhost"], "localhost", 0), (nil, ["localhost"], "localhost", 0),
      ("localhost", ["evil"], "localhost", 1), (nil, ["a", "b"], nil, 2), (nil, [], nil, 0),
    ] as [(String?, [String], String?, Int)])
  func host(authority: String?, fields: [String], seen: String?, left: Int) throws {
    let client = try HTTP2Client()
    try client.send(.request(1, host: authority, fields: fields.map { ("host", $0) }))
    let head = try #require(client.heads.first)
    #expect(head.authority == seen)
    #expect(head.headerFields[values: .hostField].count == left)
  }

  @Test(
    "refuses on its stream alone what is no request",
    arguments: [
      ("X-Upper", "a"), ("connection", "close"), ("transfer-encoding", "chunked"), (":other", "a"),
      ("x", "a\r\nb: c"), ("x", "a\0"),
    ])
  func malformed(name: String, value: String) throws {
    let client = try HTTP2Client()
    try client.send(.request(1, fields: [(name, value)]), .request(3))
    #expect(client.frames(.reset).map(\.stream) == [1])
    #expect(client.frames(.headers).map(\.stream) == [3])
    #expect(client.heads.count == 1)
  }

  private static let floods: [(String, UInt8, @Sendable (UInt32) -> [Frame])] = [
    (
      "of requests that are taken back at once", 11, { [.request(2 * $0 + 1), .reset(2 * $0 + 1)] }
    ),
    ("of PING", 11, { _ in [Frame(kind: .ping, payload: Array(repeating: 0, count: 8))] }),
    ("of SETTINGS", 11, { _ in [.settings([(4, 65_535)])] }),
    ("of PRIORITY", 11, { _ in [Frame(kind: .priority, stream: 7, payload: [0, 0, 0, 1, 3])] }),
    ("of empty DATA", 11, { $0 == 0 ? [.request(1, "POST", ends: false)] : [.data(1)] }),
    (
      "of CONTINUATION", 11,
      {
        $0 == 0
          ? [.request(1, isWhole: false)]
          : [Frame(kind: .continuation, stream: 1, payload: [0, 1, 97, 1, 98])]
      }
    ),
    (
      "of a field that is named by one byte", 9,
      {
        // Put into the table, and then asked for by its number.
        let long: [UInt8] = [0x40, 1, 120, 127, 0x80, 0x1E] + Array(repeating: 97, count: 3_967)
        let bomb = Array(repeating: UInt8(0xBE), count: 4_000)
        let start = HTTP2Client.Frame.request(2 * $0 + 1)
        var frame = start
        frame.payload += $0 == 0 ? long : bomb
        return [frame]
      }
    ),
    ("of requests without an answer", 1, { [.request(2 * $0 + 1, "POST", ends: false)] }),
    (
      "of requests that it ends itself", 11,
      { number in
        let stream = 2 * number + 1
        let overflow = Frame(kind: .windowUpdate, stream: stream, payload: [127, 255, 255, 255])
        return [.request(stream, "POST", ends: false), overflow]
      }
    ),
  ]

  @Test("is closed by a flood", arguments: floods.indices)
  func flood(index: Int) throws {
    let (name, code, frames) = Self.floods[index]
    let client = try HTTP2Client()
    for number in 0..<UInt32(600) where client.isOpen {
      for frame in frames(number) { try client.send(frame) }
    }
    #expect(!client.isOpen, "\(name)")
    #expect(client.farewells.first == code, "\(name): \(client.farewells)")
    #expect(client.heads.count <= 501, "\(name)")
  }

  @Test("is kept where somebody turns pages and drops hundreds of thumbnails")
  func turning() throws {
    let client = try HTTP2Client()
    client.answer = nil
    for number in 0..<UInt32(400) {
      try client.send(.request(2 * number + 1), .reset(2 * number + 1))
    }
    client.answer = [1]
    try client.send(.request(1_001))
    #expect(client.frames(.headers).map(\.stream) == [1_001])
    #expect(client.isOpen)
  }

  @Test("is closed where nothing is asked for a while, even by a client that says nothing to it")
  func idle() throws {
    let client = try HTTP2Client()
    try client.pass(29)
    try client.send(.request(1))
    try client.pass(29)
    #expect(client.isOpen)
    try client.pass(2)
    #expect(!client.isOpen)
    #expect(client.farewells == [0, 0])
  }

  @Test("is closed where a head never comes to its end")
  func slowHead() throws {
    let client = try HTTP2Client()
    try client.send(.request(1, isWhole: false))
    try client.pass(31)
    #expect(!client.isOpen)
  }

  @Test("is kept while an answer is being made")
  func working() throws {
    let client = try HTTP2Client()
    client.answer = nil
    try client.send(.request(1))
    try client.pass(200)
    #expect(client.isOpen)
  }

  @Test("ends a stream whose body comes too slowly, and no other one")
  func slowBody() throws {
    let client = try HTTP2Client()
    client.answer = nil
    try client.send(.request(1, "POST", ends: false), .request(3, "POST", ends: false), .request(5))
    try client.pass(65) {
      try client.send(.data(1, [0]), .data(3, Array(repeating: 0, count: 9_000)))
    }
    #expect(client.frames(.reset).map(\.stream) == [1])
    #expect(client.isOpen)
  }

  @Test("ends a stream whose answer is never taken, by a window of none")
  func noWindow() throws {
    let client = try HTTP2Client([(4, 0)])
    for stream in [1, 3, 5] as [UInt32] { try client.send(.request(stream)) }
    #expect(client.frames(.data).isEmpty)
    try client.pass(61)
    #expect(client.frames(.reset).map(\.stream).sorted() == [1, 3, 5])
    try client.pass(31)
    #expect(!client.isOpen)
  }

  @Test("is closed where nothing that is written is read")
  func unread() throws {
    let client = try HTTP2Client()
    client.reads = false
    try client.send(.request(1))
    try client.pass(25)
    #expect(client.isOpen)
    try client.pass(40)
    #expect(!client.isOpen)
  }

  @Test("takes no more of a body that is not read than its window")
  func backPressure() throws {
    let client = try HTTP2Client(readsBodies: false)
    client.answer = nil
    try client.send(.request(1, "POST", ends: false))
    var sent = 0
    var granted: Int {
      client.frames(.windowUpdate).filter { $0.stream == 1 }.reduce(65_535) { sum, frame in
        sum + frame.payload.reduce(0) { $0 << 8 | Int($1) }
      }
    }
    while sent + 16_384 <= granted, sent < 50_000_000 {
      try client.send(.data(1, Array(repeating: 0, count: 16_384)))
      sent += 16_384
    }
    #expect(sent <= 256 << 10)
    #expect(sent > 200_000)
    // Going beyond is an error.
    for _ in 0..<40 { try client.send(.data(1, Array(repeating: 0, count: 16_384))) }
    #expect(!client.isOpen || client.frames(.reset).map(\.stream) == [1])
  }

  @Test("ends with the server: at once, or after the last answer")
  func quiescing() throws {
    let none = try HTTP2Client()
    try none.quiesce()
    try none.pass(1)
    #expect(!none.isOpen)

    let client = try HTTP2Client()
    try client.send(.request(1, "POST", ends: false), .request(3, "POST", ends: false))
    try client.quiesce()
    try client.send(.data(1, [0], ends: true))
    #expect(client.farewells == [0])
    #expect(client.frames(.goAway).first?.payload.prefix(4) == [0, 0, 0, 3])
    #expect(client.isOpen)
    // What comes now is for another connection.
    try client.send(.request(5))
    try client.send(.data(3, [0], ends: true))
    #expect(client.frames(.headers).map(\.stream) == [1, 3])
    #expect(client.frames(.data).filter { $0.flags == Frame.endStream }.map(\.stream) == [1, 3])
    #expect(!client.isOpen)
  }
}
