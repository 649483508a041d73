import Glibc

/// An end of the socket between a program and its decoding process.
struct Channel: Sendable {
  let descriptor: CInt

  /// Why bytes did not come or go.
  enum Failure: Error {
    /// The other side has closed its end, or has ended.
    case closed
    /// The time was over.
    case late
  }

  /// An instant on the clock that runs whatever the time of day is set to.
  struct Deadline {
    private let milliseconds: Int

    init(secondsFromNow seconds: Int) { milliseconds = Self.now() + seconds * 1_000 }

    var remaining: CInt { CInt(clamping: max(0, milliseconds - Self.now())) }

    private static func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
  }

  /// Sends all bytes.
  ///
  /// - Parameters:
  ///   - bytes: any number.
  ///   - deadline: nil waits for as long as it takes; `write` alone is called then.
  /// - Throws: ``Failure``.
  func send(_ bytes: UnsafeRawBufferPointer, until deadline: Deadline?) throws(Failure) {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count =
        deadline == nil
        ? write(descriptor, start, rest.count)
        : Glibc.send(
          descriptor, start, rest.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        try waitAfterFailure(for: POLLOUT, until: deadline)
      }
    }
  }

  /// Fills all of the buffer.
  ///
  /// - Parameters:
  ///   - buffer: of any length.
  ///   - deadline: nil waits for as long as it takes; `read` alone is called then.
  /// - Throws: ``Failure``.
  func receive(_ buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline?) throws(Failure) {
    var done = 0
    while done < buffer.count, let start = buffer.baseAddress {
      let count =
        deadline == nil
        ? read(descriptor, start + done, buffer.count - done)
        : recv(descriptor, start + done, buffer.count - done, CInt(MSG_DONTWAIT))
      if count == 0 { throw .closed }
      if count > 0 {
        done += count
      } else {
        try waitAfterFailure(for: POLLIN, until: deadline)
      }
    }
  }

  /// Waits if the failed call would block, and throws if it cannot succeed.
  private func waitAfterFailure(for event: CInt, until deadline: Deadline?) throws(Failure) {
    if errno == EINTR { return }
    guard errno == EAGAIN, let deadline else { throw .closed }
    var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    if poll(&wanted, 1, deadline.remaining) == 0 { throw .late }
  }
}

extension Channel {
  /// Sends all elements as they are in memory.
  func send<Element: BitwiseCopyable>(
    _ elements: [Element], until deadline: Deadline? = nil
  ) throws(Failure) {
    try elements.withUnsafeBufferPointer { elements throws(Failure) in
      try send(UnsafeRawBufferPointer(elements), until: deadline)
    }
  }

  /// Receives as many elements as there are, in their place.
  func receive<Element: BitwiseCopyable>(
    into elements: inout [Element], until deadline: Deadline? = nil
  ) throws(Failure) {
    try elements.withUnsafeMutableBufferPointer { elements throws(Failure) in
      try receive(UnsafeMutableRawBufferPointer(elements), until: deadline)
    }
  }

  func receiveWords(_ count: Int, until deadline: Deadline? = nil) throws(Failure) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count)
    try receive(into: &words, until: deadline)
    return words
  }

  func receiveBytes(_ count: Int, until deadline: Deadline? = nil) throws(Failure) -> [UInt8] {
    // Not initialised before: most received data is a photo's file.
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        try receive(
          UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count])),
          until: deadline)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
