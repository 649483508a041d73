import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP2
package import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// A connection of HTTP/2 (RFC 9113), each of whose streams is a request.
///
/// Hummingbird's own has no place for what limits a connection: only for handlers of a stream. It also
/// waits for ever for a client that does not answer its farewell.
package struct HTTP2Channel: HTTPChannelHandler {
  package typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  package struct Value: ServerChildChannelValue {
    let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Stream>
    package let channel: any Channel
  }

  package let responder: Responder
  private let connections: Connections

  /// - Parameters:
  ///   - connections: which have given the connection its place (``Connections/admit(_:)``).
  ///   - responder: what answers.
  package init(_ connections: Connections, responder: @escaping Responder) {
    (self.connections, self.responder) = (connections, responder)
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let streams = try Self.configure(channel, of: connections) { stream in
        try Stream(
          wrappingChannelSynchronously: stream,
          configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2)))
      }
      return Value(streams: streams, channel: channel)
    }
  }

  /// Answers the request of a stream, unless it was taken back, or the connection lost its place, before
  /// its turn came: no work is done for that.
  private func handle(_ stream: Stream, _ logger: Logger) async {
    guard stream.channel.isActive else {
      // All that is left is to end it, which fails for what has ended.
      try? await stream.executeThenClose { _, _ in }
      return
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await handleHTTP(asyncChannel: stream, logger: logger) }
      group.addTask { try? await stream.channel.closeFuture.get() }
      // Nobody is there to be answered once the stream is closed: what still waits gives up its turn.
      await group.next()
      group.cancelAll()
    }
  }

  /// Makes a channel a connection of HTTP/2.
  ///
  /// - Parameters:
  ///   - channel: inside TLS, on its event loop.
  ///   - connections: which have given it its place.
  ///   - initialize: puts what answers at the end of a stream's pipeline.
  /// - Returns: what yields the streams.
  /// - Throws: `ChannelPipelineError` where the channel is closed.
  static func configure<Output: Sendable>(
    _ channel: any Channel, of connections: Connections,
    _ initialize: @escaping @Sendable (any Channel) throws -> Output
  ) throws -> NIOHTTP2Handler.AsyncStreamMultiplexer<Output> {
    let pipeline = channel.pipeline.syncOperations
    let life = HTTP2ConnectionLife()
    let observer = life.observer(on: channel.eventLoop)
    try pipeline.addHandler(UnreadAnswers())
    let streams = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: observer, frameDelegate: observer, configuration: limits
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try stream.pipeline.syncOperations.addHandlers([
          HTTP2FramePayloadToHTTPServerCodec(), HostField(), StreamHandler(of: connections),
          SlowClients(),
        ])
        return try initialize(stream)
      }
    }
    try pipeline.addHandler(life)
    return streams
  }

  package func handle(value: Value, logger: Logger) async {
    await withDiscardingTaskGroup { group in
      do {
        let turns = connections.turns(of: value.channel)
        for try await stream in value.streams.inbound {
          await turns.take()
          group.addTask {
            await handle(stream, logger)
            turns.giveBack()
          }
        }
      } catch {
        // The connection is at its end, and its streams with it.
        logger.debug("HTTP/2: \(type(of: error))")
      }
    }
  }

  /// What NIO holds a client to. Whoever goes beyond loses the connection. Besides, it takes at most five
  /// CONTINUATION frames in a row (CVE-2024-27316), and one DATA frame in a row that is empty.
  private static var limits: NIOHTTP2Handler.Configuration {
    var limits = NIOHTTP2Handler.Configuration()
    limits.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
      // Uncompressed, and as much as over HTTP/1.1.
      HTTP2Setting(
        parameter: .maxHeaderListSize,
        value: HTTP1Channel.Configuration.DecoderConfiguration()
          .maxHeaderListSize),
    ]
    // Of a stream: a photo comes as fast as over HTTP/1.1, where it takes 50 ms for there and back. It is
    // all that a body takes of memory before it is read. That of the connection stops nothing, since
    // it is given back at once.
    limits.stream.targetWindowSize = 256 << 10
    limits.connection.targetWindowSize = 1 << 20
    // The frames that answer a client's PING and SETTINGS, where it reads none of them.
    limits.connection.maximumBufferedControlFrames = 1_000
    // In 30 s. A browser that turns the pages of ten months drops some hundred thumbnails
    // (CVE-2023-44487 sends as many in a millisecond).
    limits.stream.streamResetFrameRateLimit.maximumCount = 500
    limits.connection.controlFrameRateLimit.maximumCount = 500
    return limits
  }
}

/// Takes the field `Host` for the authority where a request names none, and drops it where it says the
/// same (RFC 9113, section 8.3.1): then it is as a request of HTTP/1.1.
private final class HostField: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let hosts = head.headerFields[values: .hostField]
    if hosts.count == 1, head.authority == nil || head.authority == hosts[0] {
      head.authority = hosts[0]
      head.headerFields[.hostField] = nil
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}

/// Says when the request of a stream begins and ends: with the stream, since an answer that is written
/// may wait for long until the client takes it.
private final class StreamHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let connections: Connections
  private var isUnderWay = false

  init(of connections: Connections) { self.connections = connections }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data), !isUnderWay, let connection = context.channel.parent {
      isUnderWay = true
      connections.beginRequest(connection)
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  private func end(_ context: ChannelHandlerContext) {
    guard isUnderWay, let connection = context.channel.parent else { return }
    isUnderWay = false
    connections.endRequest(connection)
  }
}
