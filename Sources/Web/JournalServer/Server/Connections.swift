import HTTPTypes
package import HummingbirdCore
package import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections of a server, and the limits that it sets on them.
package final class Connections: Sendable {
  /// How many are open at a time. Each takes a file descriptor, of which a process usually has 1,024,
  /// and each photo that is received takes another.
  static let limit = 480
  /// How many of those strangers from one network have: more than any browser opens, less than all.
  static let networkLimit = 160
  /// How many may be about to be closed, while others have their places already.
  private static let closingLimit = 32
  /// How many requests are under way at a time: over HTTP/2 a connection has up to 100. Each may take
  /// 0.5 MB of memory, where a client sends its body faster than it is taken.
  static let requestLimit = 1_600
  /// How many of those strangers have: two for each connection.
  static let strangerRequestLimit = 2 * limit

  /// Whether all come from a proxy, which is then the one to count them by network.
  private let isBehindProxy: Bool
  private let state = Mutex(State())

  private struct State {
    var places = ConnectionPlaces<ObjectIdentifier>(
      limit: Connections.limit, networkLimit: Connections.networkLimit,
      requestLimit: Connections.requestLimit,
      strangerRequestLimit: Connections.strangerRequestLimit)
    var close: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var turns: [ObjectIdentifier: StreamTurns] = [:]
  }

  init(isBehindProxy: Bool) { self.isBehindProxy = isBehindProxy }

  /// HTTP/1.1 without TLS.
  package var configuration: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [SmallReads(), PlaceHandler(of: self)] + self.requestHandlers,
      idleTimeout: SlowClients.window)
  }

  /// HTTP/1.1 on a connection with a place from ``admit(_:)``.
  package var configurationWithPlace: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: self.requestHandlers, idleTimeout: SlowClients.window)
  }

  private var requestHandlers: [any RemovableChannelHandler] {
    [RequestHandler(of: self), OwnAnswers(), ContinueHandler(), SlowClients()]
  }

  /// Gives a new connection its place, before its protocol is known.
  package func admit(_ channel: any Channel) throws {
    try channel.pipeline.syncOperations.addHandlers([SmallReads(), PlaceHandler(of: self)])
  }

  /// How many the server accepts; further ones wait in the system's queue.
  package static var accepted: MaximumAvailableConnections {
    MaximumAvailableConnections(limit + closingLimit)
  }

  /// A request on the connection, or on a stream of it, has shown a device's token.
  func prove(_ channel: any Channel, isOf device: Int64) {
    let ids = [channel, channel.parent].compactMap { $0.map { ObjectIdentifier($0) } }
    state.withLock { state in
      for id in ids {
        state.places.prove(id, isOf: device)
        state.turns.removeValue(forKey: id)?.open()
      }
    }
  }

  /// Those of a connection of HTTP/2, on which no request was answered yet. A proxy's has all at once: it carries
  /// everybody's.
  func turns(of channel: any Channel) -> StreamTurns {
    let turns = StreamTurns()
    state.withLock { state in
      let id = ObjectIdentifier(channel)
      // Without a place it is being closed.
      if isBehindProxy || state.close[id] == nil { turns.open() } else { state.turns[id] = turns }
    }
    return turns
  }

  /// Closes the connections of a revoked device, and ends what is under way on them. A proxy's connections stay
  /// open: other devices share them.
  func close(of device: Int64) {
    guard !isBehindProxy else { return }
    let closing = state.withLock { state in
      state.places.leave(device: device).compactMap { state.close.removeValue(forKey: $0) }
    }
    for close in closing { close() }
  }

  fileprivate func enter(_ channel: any Channel, _ close: @escaping @Sendable () -> Void) {
    let network = isBehindProxy ? nil : ClientAddress(channel.remoteAddress)?.network
    let id = ObjectIdentifier(channel)
    let closeOther = state.withLock { state in
      let other = state.places.enter(id, from: network)
      state.close[id] = close
      return other.flatMap { state.close.removeValue(forKey: $0) }
    }
    closeOther?()
  }

  fileprivate func leave(_ channel: any Channel) {
    state.withLock { state in
      let id = ObjectIdentifier(channel)
      state.places.leave(id)
      state.close[id] = nil
      state.turns.removeValue(forKey: id)?.open()
    }
  }

  func beginRequest(_ channel: any Channel) {
    let closeOther = state.withLock { state in
      state.places.beginRequest(ObjectIdentifier(channel)).flatMap {
        state.close.removeValue(forKey: $0)
      }
    }
    closeOther?()
  }

  func endRequest(_ channel: any Channel) {
    state.withLock { $0.places.endRequest(ObjectIdentifier(channel)) }
  }
}

/// Takes a connection's place, and gives it back.
private final class PlaceHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  private let connections: Connections
  private var hasPlace = false

  init(of connections: Connections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { enter(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    enter(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.leave(context.channel)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { connections.leave(context.channel) }

  private func enter(_ context: ChannelHandlerContext) {
    guard !hasPlace else { return }
    hasPlace = true
    let end = SocketEnd()
    do {
      try context.pipeline.syncOperations.addHandler(end, position: .first)
    } catch {
      // The connection is gone already.
      return
    }
    let bound = NIOLoopBound(end, eventLoop: context.eventLoop)
    connections.enter(context.channel) {
      bound.eventLoop.execute { bound.value.close() }
    }
  }
}

/// Reports the beginning and end of requests on an HTTP/1.1 connection.
private final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: Connections

  init(of connections: Connections) { self.connections = connections }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { connections.beginRequest(context.channel) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { connections.endRequest(context.channel) }
    context.write(data, promise: promise)
  }
}

/// Closes a connection at once: TLS would wait for seconds for the client to say goodbye.
private final class SocketEnd: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = NIOAny

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func close() { context?.close(promise: nil) }
}

/// Adds the headers of all answers to those that no route gives, such as for a malformed request.
private final class OwnAnswers: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.crossOriginResourcePolicy] = "same-origin"
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

/// Makes a connection read little at a time. Ten reads are kept until they are taken: at the usual 64 kB
/// each, a hundred photos that come at once would take 64 MB.
private final class SmallReads: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try context.channel.syncOptions?.setOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 * 1_024))
    } catch {
      // It only takes more memory.
    }
  }
}

/// Tells a client that waits for an answer to send the body (RFC 9110, section 10.1.1): curl waits a second
/// before a photo.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let request) = unwrapInboundIn(data),
      request.headerFields[.expect]?.lowercased() == "100-continue"
    {
      let answer = HTTPResponsePart.head(HTTPResponse(status: .continue))
      context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
    context.fireChannelRead(data)
  }
}
