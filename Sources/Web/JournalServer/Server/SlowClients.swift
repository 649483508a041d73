package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose client sends a body too slowly, or does not read its answer.
///
/// Hummingbird itself closes an idle connection, and one whose head takes too long, but accepts a body
/// that comes a byte now and then, and waits for ever for an answer to be read.
package final class SlowClients: ChannelDuplexHandler, RemovableChannelHandler, PacedHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// How long a client may be idle, and how long it is watched before it is judged. At most twice
  /// that passes between its last good moment and the end.
  package static let window = TimeAmount.seconds(30)
  /// 1 kB a second.
  private static let leastReceived = 30_000

  var pace: Pace
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
    send(data, context, promise)
  }

  private func beginToWatch(_ context: ChannelHandlerContext) {
    if watch == nil { watch = watched(context) }
  }
}

/// A handler that judges its client's pace.
protocol PacedHandler: AnyObject, SendableMetatype {
  var pace: Pace { get set }
}

extension PacedHandler {
  /// Closes the connection at the end of a window in which the client was too slow.
  func watched(_ context: ChannelHandlerContext) -> RepeatedTask {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleRepeatedTask(
      initialDelay: SlowClients.window, delay: SlowClients.window
    ) { _ in
      let (handler, context) = bound.value
      if handler.pace.isTooSlow { return context.close(promise: nil) }
      handler.pace.beginWindow()
    }
  }

  func send(
    _ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise()
    pace.beginSending()
    sent.futureResult.assumeIsolated().whenComplete { _ in self.pace.endSending() }
    context.write(data, promise: sent)
  }
}

/// A client's progress within a window of time, judged at its end: a slow client holds a
/// connection, a task and maybe a temporary file.
struct Pace {
  /// What had begun when the window began.
  private struct Start {
    var request = 0
    var isAnswered = false
    var isSending = false
  }

  /// Bytes of a body that have to come within a window that lies in it: far below what any phone
  /// manages, but a client that sends a byte now and then is not kept for hours.
  private let leastReceived: Int

  private var start = Start()
  /// Counts the requests of the connection; 0 before the first one.
  private var request = 0
  private var isReceiving = false
  private var isAnswered = false
  private var received = 0
  /// Whether the server waits for the client: it reads nothing while the disk is busy.
  private var isReading = false
  private var sending = 0
  private var sent = 0

  init(leastReceived: Int) { self.leastReceived = leastReceived }

  /// Whether the client is too slow, judged by a window that ends now.
  ///
  /// A body that goes on after its answer gets at most the rest of a window and another one: it is
  /// read only so that the client sees the answer.
  var isTooSlow: Bool {
    let isSameRequest = isReceiving && start.request == request
    let sendsTooLittle = isSameRequest && isReading && received < leastReceived
    let goesOnInVain = isSameRequest && start.isAnswered
    let takesNothing = start.isSending && sending > 0 && sent == 0
    return sendsTooLittle || goesOnInVain || takesNothing
  }

  mutating func beginWindow() {
    start = Start(
      request: isReceiving ? request : 0, isAnswered: isAnswered, isSending: sending > 0)
    (received, sent) = (0, 0)
  }

  mutating func beginRequest() {
    request += 1
    (isReceiving, isAnswered) = (true, false)
  }

  mutating func receive(_ count: Int) { received += count }

  mutating func endRequest() { isReceiving = false }

  mutating func endAnswer() { isAnswered = true }

  mutating func beginReading() { isReading = true }

  mutating func endReading() { isReading = false }

  mutating func beginSending() { sending += 1 }

  /// Counts something that has gone to the client.
  mutating func endSending() {
    sending -= 1
    sent += 1
  }
}
