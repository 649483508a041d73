import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import JournalServer

/// A connection of HTTP/2 to the server's handlers, frame for frame (RFC 9113, section 4.1), on a clock of
/// its own.
final class HTTP2Client {
  struct Frame {
    enum Kind: UInt8 {
      case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate
      case continuation
    }

    var kind: Kind
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    static let endStream: UInt8 = 1
    static let acknowledgement: UInt8 = 1
    static let endHeaders: UInt8 = 4

    var bytes: [UInt8] {
      let count = payload.count
      return [
        UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), kind.rawValue, flags,
      ]
        + big(stream) + payload
    }

    static func reset(_ stream: UInt32) -> Frame {
      Frame(kind: .reset, stream: stream, payload: big(8))
    }

    static func data(_ stream: UInt32, _ payload: [UInt8] = [], ends: Bool = false) -> Frame {
      Frame(kind: .data, flags: ends ? endStream : 0, stream: stream, payload: payload)
    }

    static func settings(_ values: [(UInt8, UInt32)] = []) -> Frame {
      Frame(kind: .settings, payload: values.flatMap { [0, $0] + big($1) })
    }

    /// Fields as they are, in no table (RFC 7541, section 6.2.2).
    static func headers(
      _ stream: UInt32, _ fields: [(String, String)], ends: Bool = true, isWhole: Bool = true
    ) -> Frame {
      let payload = fields.flatMap { name, value -> [UInt8] in
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
          + Array(value.utf8)
      }
      return Frame(
        kind: .headers, flags: (ends ? endStream : 0) | (isWhole ? endHeaders : 0), stream: stream,
        payload: payload)
    }

    static func request(
      _ stream: UInt32, _ method: String = "GET", host: String? = "localhost",
      fields: [(String, String)] = [], ends: Bool = true, isWhole: Bool = true
    ) -> Frame {
      let authority = host.map { [(":authority", $0)] } ?? []
      return headers(
        stream,
        [(":method", method), (":scheme", "https"), (":path", "/")] + authority + fields,
        ends: ends, isWhole: isWhole)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private func big(_ number: UInt32) -> [UInt8] { Self.big(number) }
  }

  /// Answers a request once it is whole, and records it.
  private final class Application: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart
    let client: Unowned

    init(_ client: Unowned) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): client.it?.heads.append(head)
      case .body: break
      case .end:
        guard let answer = client.it?.answer else { return }
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .ok))), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }
  }

  /// Keeps what is written, as a socket does whose other end does not read.
  private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny
    let client: Unowned

    init(_ client: Unowned) { self.client = client }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if client.it?.reads == true { context.write(data, promise: promise) }
    }
  }

  /// For handlers, all of which run on the test's own thread.
  private struct Unowned: @unchecked Sendable { weak var it: HTTP2Client? }

  private let channel = EmbeddedChannel()
  var isOpen: Bool { channel.isActive }
  let connections = Connections(isBehindProxy: false)
  /// What each request is answered with; nil for none.
  var answer: [UInt8]? = Array("ok".utf8)
  /// Whether it takes what the server writes.
  var reads = true
  private(set) var heads: [HTTPRequest] = []
  private(set) var received: [Frame] = []

  /// - Parameters:
  ///   - settings: what it asks for first.
  ///   - readsBodies: whether what it sends is read.
  /// - Throws: what a channel does that cannot be set up.
  init(_ settings: [(UInt8, UInt32)] = [], readsBodies: Bool = true) throws {
    let me = Unowned(it: self)
    try channel.pipeline.syncOperations.addHandler(Socket(me))
    _ = try HTTP2Channel.configure(channel, of: connections) { stream in
      if !readsBodies { try stream.syncOptions?.setOption(.autoRead, value: false) }
      try stream.pipeline.syncOperations.addHandler(Application(me))
    }
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try send(bytes: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
    try send(.settings(settings), Frame(kind: .settings, flags: Frame.acknowledgement))
  }

  /// Lets the server begin to end.
  func quiesce() throws {
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    try send(bytes: [])
  }

  func send(_ frames: Frame...) throws { try send(bytes: frames.flatMap(\.bytes)) }

  /// Sends, as long as the server takes it, and reads what it says.
  private func send(bytes: [UInt8]) throws {
    if channel.isActive {
      do {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
      } catch {
        // What the server thinks of it is seen by what it does.
      }
    }
    channel.embeddedEventLoop.run()
    try receive()
  }

  private func receive() throws {
    while let data = try channel.readOutbound(as: IOData.self) {
      guard case .byteBuffer(let buffer) = data else { continue }
      unread += Array(buffer.readableBytesView)
    }
    while unread.count >= 9 {
      let length = Int(unread[0]) << 16 | Int(unread[1]) << 8 | Int(unread[2])
      guard unread.count >= 9 + length, let kind = Frame.Kind(rawValue: unread[3]) else { return }
      let stream = unread[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      received.append(
        Frame(kind: kind, flags: unread[4], stream: stream, payload: Array(unread[9..<9 + length])))
      unread.removeFirst(9 + length)
    }
  }

  private var unread: [UInt8] = []

  func frames(_ kind: Frame.Kind) -> [Frame] { received.filter { $0.kind == kind } }

  /// The codes of all farewells: the last four of the first eight bytes.
  var farewells: [UInt8] { frames(.goAway).map { $0.payload[7] } }

  /// Lets so much time pass, a second at a time.
  func pass(_ seconds: Int, _ each: () throws -> Void = {}) throws {
    for _ in 0..<seconds where channel.isActive {
      try each()
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    }
    try receive()
  }
}
