import Foundation
import JWTKit

/// The secret of Sign in with Apple: a token that the client signs itself (Apple, "Creating a client secret").
/// One is made for each request, so that none is near its end.
enum AppleSecret {
  /// Seconds from now; Apple takes up to six months.
  static let lifetime = 10 * 60

  private struct Claims: JWTPayload {
    let iss: String
    let sub: String
    let aud: String
    let iat: Int
    let exp: Int

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  /// - Parameters:
  ///   - team: Apple's name for the developer.
  ///   - key: Apple's name for the key.
  ///   - pem: the key.
  ///   - client: the client's name.
  ///   - issuer: whom the secret is for.
  ///   - now: seconds since 1970.
  /// - Returns: the token.
  /// - Throws: ``OIDCError/appleKey``.
  static func text(
    team: String, key: String, pem: String, client: String, issuer: String, at now: Int
  ) async throws(OIDCError) -> String {
    do {
      let keys = JWTKeyCollection()
      let name = JWKIdentifier(string: key)
      try await keys.add(ecdsa: ES256PrivateKey(pem: pem), kid: name)
      let claims = Claims(iss: team, sub: client, aud: issuer, iat: now, exp: now + lifetime)
      return try await keys.sign(claims, kid: name)
    } catch {
      throw .appleKey
    }
  }
}
