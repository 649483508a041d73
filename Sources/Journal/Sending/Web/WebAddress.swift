import Foundation

/// Why a text is not an address to send to.
package enum WebAddressError: Error, Sendable, Hashable {
  /// More bytes than an address has here.
  case tooLong(bytes: Int, limit: Int)
  /// The text is no URL of RFC 3986 with a host, or has no port from 1 to 65535.
  case notAnAddress
  /// Neither https nor http; nil where there is none.
  case scheme(String?)
  /// http, but not to the machine itself, or where nothing goes without TLS.
  case notSecure(host: String)
  /// A name or password stands in it.
  case credentials
  /// Something stands after `#`, which would never be sent.
  case fragment
  /// The host is no name of letters, digits, hyphens, underscores and dots, and no address of IP.
  case host(String)
  /// The host is an address of IP to which nothing is sent.
  case refusedAddress(String)
}

/// The address of a request: https, or http to the machine itself. Its parts are checked: no
/// character ends a line, a quotation or an argument.
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  package let isSecure: Bool
  /// In small letters of ASCII (names of other scripts as RFC 5891 has them), or an address of IP without
  /// brackets.
  package let host: String
  package let port: Int
  /// Path and query, percent-encoded.
  private let rest: String

  /// The most bytes of an address.
  package static let limit = 2_000

  /// Reads an address from a person or a browser.
  ///
  /// - Parameters:
  ///   - text: the address.
  ///   - policy: for what it will be used; for push services http is refused at once.
  /// - Throws: ``WebAddressError``.
  package init(_ text: String, policy: AddressPolicy) throws(WebAddressError) {
    guard text.utf8.count <= Self.limit else {
      throw .tooLong(bytes: text.utf8.count, limit: Self.limit)
    }
    guard let parts = URLComponents(string: text) else { throw .notAnAddress }
    switch parts.scheme?.lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    case let other: throw .scheme(other)
    }
    // An address without a host, such as https:/x, may be of any other meaning.
    guard let written = parts.encodedHost, !written.isEmpty else { throw .notAnAddress }
    guard parts.percentEncodedUser == nil, parts.percentEncodedPassword == nil else {
      throw .credentials
    }
    guard parts.percentEncodedFragment == nil else { throw .fragment }
    host = try Self.host(written)
    port = parts.port ?? (isSecure ? 443 : 80)
    guard (1...65_535).contains(port) else { throw .notAnAddress }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    rest = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    // Foundation encodes the rest; nothing later depends on that.
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.quoting.contains($0) }) else {
      throw .notAnAddress
    }
    let length = description.utf8.count
    guard length <= Self.limit else { throw .tooLong(bytes: length, limit: Self.limit) }
    guard isSecure || policy != .publicOnly && isLoopbackName else {
      throw .notSecure(host: host)
    }
    if let address = IPAddress(host), !policy.permits(address, isSecure: isSecure) {
      throw .refusedAddress(host)
    }
  }

  private static let quoting = Array("\"\\<>^`{|}".utf8)

  package var description: String { origin + rest }

  /// Percent-encoded, from its first slash on.
  var path: Substring { rest.prefix { $0 != "?" } }

  /// Whether a name has a value in the query, as in `?name=value`.
  func asks(for name: String) -> Bool {
    rest.dropFirst(path.count + 1).split(separator: "&").contains { pair in
      pair.hasPrefix("\(name)=") && pair.utf8.count > name.utf8.count + 1
    }
  }

  /// Scheme, host, and port unless it is the scheme's own (RFC 6454, section 6.2).
  package var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let usual = port == (isSecure ? 443 : 80)
    return "\(isSecure ? "https" : "http")://\(name)\(usual ? "" : ":\(port)")"
  }

  /// Whether the name promises the machine itself (RFC 6761, section 6.3); whether it keeps that is seen
  /// once it is resolved.
  private var isLoopbackName: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.reach == .loopback
  }

  private static func host(_ written: String) throws(WebAddressError) -> String {
    let host = written.lowercased()
    if host.hasPrefix("["), host.hasSuffix("]") {
      // One with a zone (RFC 6874) is link-local, and no address to inet_pton.
      guard let address = IPAddress(String(host.dropFirst().dropLast())) else { throw .host(host) }
      return address.description
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    guard isName, host.utf8.count <= 253, let last = labels.last else { throw .host(host) }
    // 127.1, 0x7f.0.0.1 and 2130706433 are addresses to some programs and names to others (URL Standard,
    // "ends in a number checker").
    let isNumber = last.allSatisfy(\.isNumber) || last.wholeMatch(of: /0x[0-9a-f]*/) != nil
    guard !isNumber || IPAddress(host) != nil else { throw .host(host) }
    return host
  }
}
