import HummingbirdCore
import JournalServer
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A connection of TLS, with HTTP/2 or HTTP/1.1 inside, as the client asks for (RFC 7301).
struct SecureChannel: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    fileprivate let negotiated: EventLoopFuture<Spoken>
    let channel: any Channel
  }

  fileprivate enum Spoken: Sendable {
    case http1(HTTP1Channel.Value)
    case http2(HTTP2Channel.Value)
  }

  private typealias Negotiation = NIOTypedApplicationProtocolNegotiationHandler<Spoken>

  private let context: NIOSSLContext
  private let connections: Connections
  private let http1: HTTP1Channel
  private let http2: HTTP2Channel

  /// What is negotiated, the first before the second.
  static let protocols = ["h2", "http/1.1"]

  /// - Throws: what BoringSSL says of the configuration.
  init(
    _ configuration: TLSConfiguration, _ connections: Connections,
    responder: @escaping HTTPChannelHandler.Responder
  ) throws {
    context = try NIOSSLContext(configuration: configuration)
    self.connections = connections
    http1 = HTTP1Channel(
      responder: responder, configuration: connections.configurationWithPlace)
    http2 = HTTP2Channel(connections, responder: responder)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(NIOSSLServerHandler(context: context))
      try connections.admit(channel)
      let patience = Handshake()
      try pipeline.addHandler(patience)
      let bound = NIOLoopBound(patience, eventLoop: channel.eventLoop)
      let negotiation = Negotiation { result in
        let ready = channel.pipeline.syncOperations.removeHandler(bound.value)
        switch result {
        case .negotiated("h2"):
          return ready.flatMap { http2.setup(channel: channel, logger: logger) }
            .map { .http2($0) }
        case .negotiated, .fallback:
          return ready.flatMap { http1.setup(channel: channel, logger: logger) }
            .map { .http1($0) }
        }
      }
      try pipeline.addHandler(negotiation)
      return Value(negotiated: negotiation.protocolNegotiationResult, channel: channel)
    }
  }

  func handle(value: Value, logger: Logger) async {
    do {
      switch try await value.negotiated.get() {
      case .http1(let value): await http1.handle(value: value, logger: logger)
      case .http2(let value): await http2.handle(value: value, logger: logger)
      }
    } catch {
      // It ended before it said what it speaks.
      logger.debug("TLS: \(type(of: error))")
    }
  }
}

/// Closes a connection on which TLS is not agreed on in time, or not before the server ends.
private final class Handshake: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  /// As long as a client may be idle after it.
  private static let patience = TimeAmount.seconds(30)

  private var timeout: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }
}
