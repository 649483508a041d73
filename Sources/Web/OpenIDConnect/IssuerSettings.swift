import JWTKit
import Sending

/// One issuer (OpenID provider), as the person who runs the server sets it up.
package struct IssuerSettings: Sendable {
  /// As given: issuers' names are compared character by character (OpenID Connect Discovery 1.0,
  /// section 4.3).
  package let issuer: String
  /// The issuer's name for this server (`client_id`).
  package let client: String
  package let secret: ClientSecret
  /// Where the issuer sends browsers back to, as registered there.
  package let redirect: String
  /// `openid` comes first.
  package let scopes: [String]
  /// Whether signing in makes an owner for a person who has none.
  package let mayCreate: Bool
  /// The name that pages show.
  package let name: String

  let issuerAddress: WebAddress

  /// - Parameters:
  ///   - issuer: https, or http on the machine itself.
  ///   - client: 1 to 500 bytes.
  ///   - secret: what proves it.
  ///   - redirect: https, or http on the machine itself.
  ///   - scopes: what is asked for beside `openid`.
  ///   - mayCreate: as ``mayCreate``.
  ///   - name: as it is shown; nil for the issuer's host.
  /// - Throws: ``OIDCError``: `address`, `issuerQuery`, `client`, `scope`, `appleKey`.
  package init(
    issuer: String, client: String, secret: ClientSecret, redirect: String,
    scopes: [String] = ["profile", "email"], mayCreate: Bool = false, name: String? = nil
  ) throws(OIDCError) {
    issuerAddress = try Self.address(issuer, .issuer)
    guard !issuer.contains("?") else { throw .issuerQuery }
    _ = try Self.address(redirect, .redirect)
    guard (1...500).contains(client.utf8.count) else { throw .client }
    for scope in scopes where !Self.isScope(scope) { throw .scope(OIDCError.shown(scope)) }
    if case .appleKey(_, _, let pem) = secret {
      guard (try? ES256PrivateKey(pem: pem)) != nil else { throw .appleKey }
    }
    (self.issuer, self.client, self.secret, self.redirect) = (issuer, client, secret, redirect)
    self.scopes = ["openid"] + scopes.filter { $0 != "openid" }
    self.mayCreate = mayCreate
    self.name = name ?? issuerAddress.host
  }

  /// Whether the issuer answers with a form that the browser posts to ``redirect`` from the
  /// issuer's page (OAuth 2.0 Form Post Response Mode), as Apple does for any scope beyond
  /// `openid`. The browser sends a cookie with it only if the cookie is `SameSite=None`.
  package var answersByForm: Bool { secret.isApple && scopes.count > 1 }

  static func address(_ text: String, _ place: OIDCError.Place) throws(OIDCError) -> WebAddress {
    do throws(WebAddressError) {
      return try WebAddress(text, policy: .privateAllowed)
    } catch {
      throw .address(place, error)
    }
  }

  /// RFC 6749, section 3.3.
  private static func isScope(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.count <= 200
      && word.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }
}

/// The proof of this server's identity for an issuer. Its description reveals nothing.
package enum ClientSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// Nothing but the verifier of each sign-in (RFC 7636): a public client.
  case none
  case text(String)
  /// The key of Sign in with Apple, by which a token is signed that is the secret.
  case appleKey(team: String, key: String, pem: String)

  package var description: String { "a client's secret" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  var isApple: Bool {
    if case .appleKey = self { true } else { false }
  }
}
