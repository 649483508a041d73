import NIOCore
import NIOHTTP2

/// Ends an HTTP/2 connection: when no stream was open for a while, when the client breaks the
/// protocol, and when the server stops, each after its last answer.
final class HTTP2ConnectionLife: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private var context: ChannelHandlerContext?
  private var open: Set<HTTP2StreamID> = []
  private var last = HTTP2StreamID.rootStream
  private var isEnding = false
  /// Whether NIO has told the client that it broke the protocol.
  private var hasBroken = false
  private var idle: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    beginIdleness()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    idle?.cancel()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    idle?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The server ends; or the client will send no more, and waits at most for answers.
    if event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed { end() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // An error of NIO's is mostly one stream's, which it has reset; beyond so many it is the connection's.
    if hasBroken || !(error is any NIOHTTP2Error) { context.close(promise: nil) }
  }

  /// What tells of streams and of what is written.
  func observer(on eventLoop: any EventLoop) -> Observer {
    Observer(life: NIOLoopBound(self, eventLoop: eventLoop))
  }

  struct Observer: NIOHTTP2StreamDelegate, NIOHTTP2FrameDelegate {
    fileprivate let life: NIOLoopBound<HTTP2ConnectionLife>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { life.value.begin(id) }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { life.value.end(id) }

    func wroteFrame(_ frame: HTTP2Frame) {
      if case .goAway(_, let code, _) = frame.payload, code != .noError {
        life.value.hasBroken = true
      }
    }
  }

  private func begin(_ id: HTTP2StreamID) {
    open.insert(id)
    last = max(last, id)
    idle?.cancel()
  }

  private func end(_ id: HTTP2StreamID) {
    open.remove(id)
    guard open.isEmpty else { return }
    if isEnding { closeSoon() } else { beginIdleness() }
  }

  private func beginIdleness() {
    idle?.cancel()
    idle = context?.eventLoop.assumeIsolated().scheduleTask(in: SlowClients.window) {
      self.end()
    }
  }

  /// Tells the client to open no more streams: those it has opened meanwhile it may ask for again, on
  /// another connection (RFC 9113, section 6.8).
  private func end() {
    guard !isEnding, let context else { return }
    isEnding = true
    idle?.cancel()
    context.writeAndFlush(wrapOutboundOut(farewell), promise: nil)
    if open.isEmpty { closeSoon() }
  }

  /// Closes it once all that was written before is sent.
  private func closeSoon() {
    // After this, so that what closed the stream is written whole.
    context?.eventLoop.assumeIsolated().execute {
      guard let context = self.context else { return }
      let sent = context.eventLoop.makePromise(of: Void.self)
      context.writeAndFlush(self.wrapOutboundOut(self.farewell), promise: sent)
      sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
  }

  private var farewell: HTTP2Frame {
    HTTP2Frame(
      streamID: .rootStream,
      payload: .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
  }
}

/// Closes a connection if its client reads nothing at all, not even the ends of its streams.
final class UnreadAnswers: ChannelOutboundHandler, RemovableChannelHandler, PacedHandler {
  typealias OutboundIn = NIOAny

  var pace = Pace(leastReceived: 0)
  private var watch: RepeatedTask?

  func handlerAdded(context: ChannelHandlerContext) {
    watch = watched(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { watch?.cancel() }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    send(data, context, promise)
  }
}
