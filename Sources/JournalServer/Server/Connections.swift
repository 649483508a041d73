import HTTPTypes
package import HummingbirdCore
import NIOCore
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

  /// Whether all come from a proxy, which is then the one to count them by network.
  private let isBehindProxy: Bool
  private let state = Mutex(State())

  private struct State {
    var places = ConnectionPlaces<ObjectIdentifier>(
      limit: Connections.limit, networkLimit: Connections.networkLimit)
    var close: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  init(isBehindProxy: Bool) { self.isBehindProxy = isBehindProxy }

  /// Plain HTTP, or what is inside TLS.
  package var configuration: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        SmallReads(), PlaceHandler(of: self), OwnAnswers(), ContinueHandler(), SlowClients(),
      ],
      idleTimeout: SlowClients.window)
  }

  /// How many are accepted; further ones wait in the system's queue.
  package static var accepted: MaximumAvailableConnections {
    MaximumAvailableConnections(limit + closingLimit)
  }

  /// A request on the connection has shown a device's token.
  func prove(_ channel: any Channel, isOf device: Int64) {
    state.withLock { $0.places.prove(ObjectIdentifier(channel), isOf: device) }
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
      state.places.leave(ObjectIdentifier(channel))
      state.close[ObjectIdentifier(channel)] = nil
    }
  }

  fileprivate func beginRequest(_ channel: any Channel) {
    state.withLock { $0.places.beginRequest(ObjectIdentifier(channel)) }
  }

  fileprivate func endRequest(_ channel: any Channel) {
    state.withLock { $0.places.endRequest(ObjectIdentifier(channel)) }
  }
}

/// Takes a connection's place, says when requests begin and end, and gives the place back.
private final class PlaceHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

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

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { connections.beginRequest(context.channel) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { connections.endRequest(context.channel) }
    context.write(data, promise: promise)
  }

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

/// Closes a connection at once: TLS would wait for seconds for the client to say goodbye.
private final class SocketEnd: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = NIOAny

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func close() { context?.close(promise: nil) }
}

/// Puts on the answer to what is no request, which no route gives, what all others have.
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
