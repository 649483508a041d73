package import Fonts
import Hummingbird

/// How a server is reached and what it goes by.
package struct ServerSettings: Sendable {
  /// Whether browsers reach it over TLS, its own or a proxy's.
  package var isSecure: Bool
  /// What browsers call its pages' origin (RFC 6454); nil where each request's host tells that.
  package var origin: String?
  /// The folder of templates, styles and scripts.
  package var assets: String
  /// Where the faces of labels are.
  package var fonts: FontSearchPath
  /// Seconds since 1970 in UTC.
  package var now: @Sendable () -> Int
  /// The words for an error in the log, which hold nothing that a person wrote.
  package var wording: @Sendable (any Error) -> String

  package init(
    isSecure: Bool, origin: String? = nil, assets: String, fonts: FontSearchPath,
    now: @escaping @Sendable () -> Int,
    wording: @escaping @Sendable (any Error) -> String = { "\(type(of: $0))" }
  ) {
    (self.isSecure, self.origin) = (isSecure, origin)
    (self.assets, self.fonts, self.now, self.wording) = (assets, fonts, now, wording)
  }

  var scheme: String { isSecure ? "https" : "http" }

  /// A cookie for this server alone, which no script reads, for so many seconds; 0 has it forgotten.
  func cookie(_ name: String, _ value: String, lifetime: Int) -> Cookie {
    Cookie(
      name: name, value: value, maxAge: lifetime, path: "/", secure: isSecure, httpOnly: true,
      sameSite: .lax)
  }
}
