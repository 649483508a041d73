package import Journal
package import OpenIDConnect

/// The requests to an issuer that the sign-in routes need.
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

/// How people sign in with accounts of an issuer, beside links and passkeys.
package struct AccountAccess: Sendable {
  package let issuer: any SignInIssuer
  /// The settings of an owner made by signing in; nil if signing in makes none.
  package let newOwner: JournalSettings?

  package init(_ issuer: any SignInIssuer, newOwner: JournalSettings?) {
    (self.issuer, self.newOwner) = (issuer, newOwner)
  }

  var name: String { issuer.settings.name }
}

/// A sign-in that has started: the browser is at the issuer.
struct BegunSignIn: Sendable, Codable {
  /// What the sign-in is for.
  enum Purpose: Sendable, Hashable, Codable {
    /// A device, which goes on to a path of this server.
    case signIn(next: String)
    /// An account of the owner of this device.
    case link(device: Int64)
  }

  let start: SignInStart
  let purpose: Purpose
}
