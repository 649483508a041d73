import Glibc
package import NIOCore

/// From where a client connects.
package struct ClientAddress: Sendable, Hashable {
  /// In digits; one of IPv4 that comes in one of IPv6 (RFC 4291, section 2.5.5.2) as what it is.
  package let text: String
  /// What one client can be taken to have for itself: an address of IPv4, the first 64 bits of one of
  /// IPv6.
  package let network: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Nil for what is none of IP.
  package init?(_ address: SocketAddress?) {
    guard let digits = address?.ipAddress else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, digits, &bytes) == 1 {
      self.init(short: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, digits, &bytes) == 1 {
      if bytes.starts(with: Self.mappedPrefix) {
        self.init(short: Array(bytes.suffix(4)))
      } else {
        self.init(text: digits, network: Array(bytes.prefix(8)))
      }
    } else {
      return nil
    }
  }

  /// The one that the proxy before this server wrote last, which is the one that it has seen itself.
  ///
  /// - Parameter field: the value of `X-Forwarded-For`.
  init?(forwarded field: String) {
    guard let last = field.split(separator: ",").last else { return nil }
    let text = last.trimmingPrefix { $0 == " " }.prefix { $0 != " " }
    guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
    self.init(address)
  }

  private init(short bytes: [UInt8]) {
    self.init(text: bytes.map { "\($0)" }.joined(separator: "."), network: bytes)
  }

  private init(text: String, network: [UInt8]) { (self.text, self.network) = (text, network) }
}
