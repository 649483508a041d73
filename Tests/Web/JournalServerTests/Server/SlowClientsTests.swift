import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import JournalServer

@Suite("Clients that are slow")
struct SlowClientsTests {
  /// Keeps what is written until it is let go, as a socket does whose other end does not read.
  private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    var isFull = false
    private var waiting: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isFull { waiting.append(promise) } else { promise?.succeed() }
    }

    func take() { if !waiting.isEmpty { waiting.removeFirst()?.succeed() } }
  }

  private let channel = EmbeddedChannel()
  private let socket = Socket()
  private let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")

  init() throws {
    try channel.pipeline.syncOperations.addHandlers([socket, SlowClients()])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func receive(_ part: HTTPRequestPart) throws {
    channel.read()
    try channel.writeInbound(part)
    // What a channel does of itself as long as somebody takes what it reads.
    channel.read()
  }

  private func receive(_ count: Int) throws {
    try receive(.body(ByteBuffer(repeating: 0, count: count)))
  }

  private func answer(_ status: HTTPResponse.Status = .ok) {
    channel.write(HTTPResponsePart.head(HTTPResponse(status: status)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
  }

  /// Lets so much time pass, a second at a time.
  private func pass(_ seconds: Int, _ each: () throws -> Void = {}) throws {
    for _ in 0..<seconds where channel.isActive {
      try each()
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    }
  }

  @Test("are let go who send a body byte by byte")
  func trickle() throws {
    try receive(.head(head))
    try pass(61) { try receive(100) }
    #expect(!channel.isActive)
  }

  @Test("are waited for where 100 MB come at 1 Mbit/s")
  func phone() throws {
    try receive(.head(head))
    try pass(13 * 60) { try receive(125_000) }
    try receive(.end(nil))
    try pass(20)
    answer()
    #expect(channel.isActive)
  }

  @Test("are not blamed for time in which nothing is read of what they send")
  func ownTime() throws {
    channel.read()
    try channel.writeInbound(HTTPRequestPart.head(head))
    try pass(200)
    #expect(channel.isActive)
  }

  @Test("are not blamed for the time that an answer takes to be made, nor between requests")
  func working() throws {
    for _ in 0..<3 {
      try receive(.head(head))
      try receive(10)
      try receive(.end(nil))
      try pass(200)
      answer()
      try pass(100)
    }
    #expect(channel.isActive)
  }

  @Test("are not judged by a window of which their body has only a part")
  func partOfWindow() throws {
    try pass(29)
    try receive(.head(head))
    try receive(10)
    try pass(29)
    try receive(.end(nil))
    answer()
    try pass(100)
    #expect(channel.isActive)
  }

  @Test("are let go who do not take their answer, but not who take it piece by piece")
  func answers() throws {
    try receive(.head(head))
    try receive(.end(nil))
    socket.isFull = true
    for _ in 0..<20 {
      channel.writeAndFlush(
        HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 1)), promise: nil)
    }
    for _ in 0..<10 {
      try pass(25)
      socket.take()
    }
    #expect(channel.isActive)
    try pass(61)
    #expect(!channel.isActive)
  }

  @Test("are let go who send on without end after they were refused")
  func refused() throws {
    try receive(.head(head))
    try receive(100_000)
    answer(.contentTooLarge)
    try pass(61) { try receive(100_000) }
    #expect(!channel.isActive)
  }
}
