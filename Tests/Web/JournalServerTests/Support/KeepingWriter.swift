import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Keeps what is written, and does something before it takes it.
struct KeepingWriter: ResponseBodyWriter {
  let before: @Sendable (_ written: Int) throws -> Void
  let bytes = Bytes()

  final class Bytes: Sendable {
    let all = Mutex<[UInt8]>([])
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    try before(bytes.all.withLock(\.count))
    bytes.all.withLock { $0 += buffer.readableBytesView }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
