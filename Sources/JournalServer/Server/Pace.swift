/// How far a client got within a window of time, told at the window's end: who is slower than this
/// holds a connection, a task and maybe a passing file for nothing.
struct Pace {
  /// What had begun when the window began.
  private struct Start {
    var request = 0
    var isAnswered = false
    var isSending = false
  }

  /// Bytes of a body that have to come within a window that lies in it: far below what any phone
  /// manages, but whoever sends a byte now and then does not hold on for hours.
  private let leastReceived: Int

  private var start = Start()
  /// Counts the requests of the connection; 0 before the first one.
  private var request = 0
  private var isReceiving = false
  private var isAnswered = false
  private var received = 0
  /// Whether the client is waited for: no bytes are taken from it while the disk is busy.
  private var isReading = false
  private var sending = 0
  private var sent = 0

  init(leastReceived: Int) { self.leastReceived = leastReceived }

  /// Whether the client is too slow, judged by a window that ends now.
  ///
  /// A body that goes on after its answer is given at most the rest of a window and another one: it is
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

  /// Something that was sent is off to the client.
  mutating func endSending() {
    sending -= 1
    sent += 1
  }
}
