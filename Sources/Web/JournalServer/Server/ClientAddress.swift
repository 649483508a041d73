import Glibc
package import NIOCore

/// The address that a client connects from.
package struct ClientAddress: Sendable, Hashable {
  /// In digits; an IPv4 address inside an IPv6 one (RFC 4291, section 2.5.5.2) appears as IPv4.
  package let text: String
  /// The network that one client can have for itself: an IPv4 address, or the first 64 bits of an
  /// IPv6 one.
  package let network: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Nil for an address that is not IP.
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
