import Foundation
package import Store

/// The address of the server for browsers: the beginning of its links.
package struct BaseAddress: Sendable, Hashable {
  /// Without a slash at its end.
  package let text: String

  package var isSecure: Bool { text.hasPrefix("https://") }
  /// A name, or an address in digits without brackets.
  package var host: String? {
    URLComponents(string: text)?.host?.trimmingCharacters(in: ["[", "]"])
  }

  /// Reads it in the form in which browsers write an origin (RFC 6454, section 6.2), to compare it
  /// with one.
  ///
  /// Nil where the text does not have a scheme, a host of ASCII and maybe a port, and nothing else.
  package init?(_ typed: String) {
    let text = typed.hasSuffix("/") ? String(typed.dropLast()) : typed
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme, ["http", "https"].contains(scheme), parts.path.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil,
      host.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    let isSecure = scheme == "https"
    let bare = host.lowercased().trimmingCharacters(in: ["[", "]"])
    self.init(host: bare, port: parts.port ?? (isSecure ? 443 : 80), isSecure: isSecure)
  }

  package init(host: String, port: Int, isSecure: Bool) {
    let usual = isSecure ? 443 : 80
    let host = host.contains(":") ? "[\(host)]" : host
    text = "\(isSecure ? "https" : "http")://\(host)" + (port == usual ? "" : ":\(port)")
  }
}

/// The language of messages to an owner while no page and no terminal is open.
package enum ReminderLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"

  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard let named = Self(rawValue: text) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = named
  }
}
