import Glibc
import Testing

/// A connection to a server on this machine, byte for byte.
final class Connection {
  private let descriptor: CInt

  /// Seconds after which a server that says nothing fails the test.
  private static let patience = 60

  /// - Parameters:
  ///   - port: the server's.
  ///   - source: the address to connect from, one of this machine's own; nil for any.
  /// - Throws: ``Refused``.
  init(port: Int, from source: UInt32? = nil) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    if let source {
      let status = Self.withAddress(source, port: 0) { bind(descriptor, $0, size) }
      guard status == 0 else { throw Refused() }
    }
    let status = Self.withAddress(0x7F00_0001, port: port) { connect(descriptor, $0, size) }
    guard status == 0 else { throw Refused() }
  }

  private static func withAddress(
    _ host: UInt32, port: Int, _ work: (UnsafePointer<sockaddr>) -> CInt
  ) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { work($0) }
    }
  }

  /// Nothing listens there any more.
  struct Refused: Error {}

  deinit { close(descriptor) }

  /// Allows this process enough files for hundreds of connections.
  static func raiseLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(max(limit.rlim_cur, 4_096), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The head of a request, after whose answer the connection is closed.
  static func head(_ line: String, token: String? = nil, _ fields: [String] = []) -> String {
    let fields =
      ["Host: localhost", "Connection: close"]
      + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + fields
    return "\(line) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  func send(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      try #require(count > 0, "\(String(cString: strerror(errno)))")
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes; none where the server has closed the connection.
  func next() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// All bytes until the server closes the connection.
  func rest() -> [UInt8] {
    var bytes: [UInt8] = []
    while case let more = next(), !more.isEmpty { bytes += more }
    return bytes
  }
}
