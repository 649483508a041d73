import ArgumentParser
import Foundation
import Shell

/// How browsers reach the server: what its links begin with.
struct BaseAddress: ExpressibleByArgument {
  /// Without a slash at its end.
  let text: String

  var isSecure: Bool { text.hasPrefix("https://") }

  /// Takes it as browsers write an origin (RFC 6454, section 6.2), with which it is compared.
  ///
  /// Nil where the text has not a scheme, a host of ASCII and maybe a port, and nothing else.
  init?(argument: String) {
    let text = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme, ["http", "https"].contains(scheme), parts.path.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil,
      host.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    let isSecure = scheme == "https"
    let bare = host.lowercased().trimmingCharacters(in: ["[", "]"])
    self.init(host: bare, port: parts.port ?? (isSecure ? 443 : 80), isSecure: isSecure)
  }

  init(host: String, port: Int, isSecure: Bool) {
    let usual = isSecure ? 443 : 80
    let host = host.contains(":") ? "[\(host)]" : host
    text = "\(isSecure ? "https" : "http")://\(host)" + (port == usual ? "" : ":\(port)")
  }

  /// The address that a server has where nothing else is said.
  static let usual = BaseAddress(host: Serve.usualHost, port: Serve.usualPort, isSecure: false)
}
