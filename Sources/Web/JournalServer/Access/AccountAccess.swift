package import Journal
package import OpenIDConnect

/// What the routes of signing in ask an issuer.
package protocol SignInIssuer: Sendable {
  var settings: IssuerSettings { get }

  func start() async throws(OIDCError) -> SignInStart
  func finish(
    code: String?, state: String?, issuer: String?, error: String?, start: SignInStart
  ) async throws(OIDCError) -> Identity
  func logout(_ token: String) async throws(OIDCError) -> LogoutNotice
  func endSessionAddress(returningTo redirect: String?) async throws(OIDCError) -> String?
}

extension Issuer: SignInIssuer {}

/// By whose word people come in, beside links and passkeys.
package struct AccountAccess: Sendable {
  package let issuer: any SignInIssuer
  /// The settings of an owner whom signing in makes; nil where it makes none.
  package let newOwner: JournalSettings?

  package init(_ issuer: any SignInIssuer, newOwner: JournalSettings?) {
    (self.issuer, self.newOwner) = (issuer, newOwner)
  }

  var name: String { issuer.settings.name }
}

/// A sign-in that a browser was sent off to.
struct BegunSignIn: Sendable, Codable {
  /// What comes of it.
  enum Purpose: Sendable, Hashable, Codable {
    /// A device, which goes on to a path of this server.
    case signIn(next: String)
    /// An account of the owner of this device.
    case link(device: Int64)
  }

  let start: SignInStart
  let purpose: Purpose
}
