package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose client sends a body too slowly, or does not take its answer.
///
/// Hummingbird itself closes one that is idle, also where a head takes too long, but is satisfied with
/// a body of which something comes now and then, and waits for ever until an answer is taken.
package final class SlowClients: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// How long a client may do nothing at all, and how long it is watched before it is judged. Twice
  /// that passes at most between its last good moment and the end.
  package static let window = TimeAmount.seconds(30)
  /// 1 kB a second.
  private static let leastReceived = 30_000

  private var pace: Pace
  private var watch: RepeatedTask?

  package init() { pace = Pace(leastReceived: Self.leastReceived) }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { beginToWatch(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    beginToWatch(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    watch?.cancel()
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) { watch?.cancel() }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: pace.beginRequest()
    case .body(let buffer): pace.receive(buffer.readableBytes)
    case .end: pace.endRequest()
    }
    context.fireChannelRead(data)
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    pace.endReading()
    context.fireChannelReadComplete()
  }

  package func read(context: ChannelHandlerContext) {
    pace.beginReading()
    context.read()
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) { pace.endAnswer() }
    let sent = promise ?? context.eventLoop.makePromise()
    pace.beginSending()
    sent.futureResult.assumeIsolated().whenComplete { _ in self.pace.endSending() }
    context.write(data, promise: sent)
  }

  private func beginToWatch(_ context: ChannelHandlerContext) {
    guard watch == nil else { return }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    watch = context.eventLoop.scheduleRepeatedTask(
      initialDelay: Self.window, delay: Self.window
    ) { _ in
      let (handler, context) = bound.value
      if handler.pace.isTooSlow { return context.close(promise: nil) }
      handler.pace.beginWindow()
    }
  }
}
