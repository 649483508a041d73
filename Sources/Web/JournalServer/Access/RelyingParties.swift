import Hummingbird
import WebAuthn

/// For whom passkeys are made: a name of a host, of which browsers give a page no other's passkeys
/// (WebAuthn Level 3, section 5.1.2). They know none of addresses in digits.
extension ServerSettings {
  /// The host of the server's own address, where it has one that browsers are to use; else the one by
  /// which the request came.
  ///
  /// - Returns: nil where the request's page can have no passkeys: its host is an address, or its origin
  ///   is not the one that browsers are to use, or it came neither over TLS nor from the machine itself.
  func relyingParty(of request: Request) -> String? {
    guard let origin = origin(of: request), let host = Self.name(ofHostIn: origin),
      isSecure || LoopbackHost.isMeant(by: host), url == nil || origin == url
    else { return nil }
    return host
  }

  /// For whom passkeys are made and used on the page that a request comes from.
  ///
  /// Other servers of the same host, on other ports, can ask browsers for the same passkeys, and whoever
  /// sends what they get chooses what it says of the host. So the port of the page has to be the one at
  /// which the request came, where no address was given that tells it.
  ///
  /// - Throws: ``Problem`` where it can have none.
  func party(of request: Request, _ context: ServerContext) throws -> RelyingParty {
    guard let id = relyingParty(of: request), let origin = origin(of: request),
      url != nil || Self.port(of: origin) == port(context.channel)
    else { throw Problem("no-relying-party") }
    return RelyingParty(id: id, origins: [origin])
  }

  /// The port that an origin means; nil where it says what is none.
  private static func port(of origin: String) -> Int? {
    guard let authority = origin.split(separator: "/").last,
      let colon = authority.firstIndex(of: ":")
    else { return origin.hasPrefix("https:") ? 443 : 80 }
    return Int(authority[authority.index(after: colon)...])
  }

  /// The host of an origin, in lower case; nil where it is an address.
  private static func name(ofHostIn origin: String) -> String? {
    guard let authority = origin.split(separator: "/").last else { return nil }
    let host = authority.prefix { $0 != ":" }.lowercased()
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(\.isOfName)
    }
    // A host that ends with a number is an address (URL standard, section 3.5).
    let isNumber = labels.last?.first?.isNumber ?? true
    return isName && !isNumber && host.utf8.count <= 253 ? host : nil
  }
}

extension UInt8 {
  /// Whether it may stand in a name of a host (RFC 1123, section 2.1).
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
