import Foundation
import Glibc
import Synchronization
import SystemPackage

/// What a program prints, as it comes.
///
/// A thread of its own reads it, until the program ends: the threads of the tests may all be busy for minutes, and a program
/// that waits for its reader is not the one that is to be tested.
package final class ProgramOutput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether the program has ended: what it left behind may have its output still.
    var isOver = false
    var isEnded = false
    var isTooLong = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Bytes after which a program prints too much.
  private static let limit = 64 << 20

  /// More than 64 MB were printed.
  package struct TooLong: Error {}

  /// All so far.
  package var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Waits until the output holds a text so many times.
  ///
  /// - Returns: all that has been printed by then; nil where the program ended without it.
  package func wait(for text: String, times: Int = 1) async -> String? {
    var read = -1
    while true {
      await more(than: read)
      let (bytes, isEnded) = state.withLock { ($0.bytes, $0.isEnded) }
      let all = String(decoding: bytes, as: UTF8.self)
      if all.ranges(of: text).count >= times { return all }
      if isEnded { return nil }
      read = bytes.count
    }
  }

  /// Reads the rest of what a program has printed that has ended.
  ///
  /// - Throws: ``TooLong``.
  func whole() async throws {
    state.withLock { $0.isOver = true }
    await more(than: .max)
    if state.withLock({ $0.isTooLong }) { throw TooLong() }
  }

  /// Waits until more than so many bytes are read, or the end.
  private func more(than count: Int) async {
    while state.withLock({ !$0.isEnded && $0.bytes.count <= count }) {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.isEnded || state.bytes.count > count { return true }
          state.waiting.append(continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    }
  }

  /// Begins to read.
  ///
  /// - Returns: where the program is to write.
  /// - Throws: `Errno`.
  func pipe() throws -> FileDescriptor {
    let pipe = try FileDescriptor.pipe(options: .closeOnExec)
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while hasMore(pipe.readEnd),
        let count = try? buffer.withUnsafeMutableBytes({ try pipe.readEnd.read(into: $0) }),
        count > 0, add(buffer[..<count])
      {}
      try? pipe.readEnd.close()
      end()
    }
    return pipe.writeEnd
  }

  /// Waits until there is more to read, or the end; false where the program has ended without.
  private func hasMore(_ pipe: FileDescriptor) -> Bool {
    while true {
      let isOver = state.withLock { $0.isOver }
      var readable = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      let found = poll(&readable, 1, isOver ? 0 : 100)
      if found > 0 { return true }
      if found == 0, isOver { return false }
    }
  }

  /// Nothing more comes.
  func end() {
    change { $0.isEnded = true }
  }

  /// - Returns: whether it may go on.
  private func add(_ bytes: ArraySlice<UInt8>) -> Bool {
    change {
      $0.bytes += bytes
      $0.isTooLong = $0.bytes.count > Self.limit
    }
    return state.withLock { !$0.isTooLong }
  }

  private func change(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }
}
