import Crypto
import Files

/// The person who signed in, by the issuer's word.
package struct Identity: Sendable, Hashable {
  package let issuer: String
  /// The issuer's permanent name for this person alone (OpenID Connect Core 1.0, section 2). Issuer
  /// and subject identify a person; an email address alone never does (section 5.7).
  package let subject: String
  package let email: String?
  /// Whether the issuer verified that the address is the person's.
  package let isEmailVerified: Bool
  package let name: String?
  /// The issuer's name for the session (`sid`), which the issuer may end (Back-Channel Logout 1.0).
  package let session: String?
}

/// The sessions that an issuer ended: one, or all of a person's (Back-Channel Logout 1.0, section
/// 2.4).
package struct LogoutNotice: Sendable, Hashable {
  package let issuer: String
  /// At least one of the two is set.
  package let subject: String?
  /// If set, only this session ends.
  package let session: String?
}

/// The claims that a token must have.
struct ExpectedClaims: Sendable {
  let issuer: String
  let client: String
  /// Seconds since 1970.
  let now: Int

  /// Seconds by which clocks may differ.
  static let leeway = 60
}

extension TokenClaims {
  /// What an `id_token` says (OpenID Connect Core 1.0, section 3.1.3.7).
  ///
  /// - Parameters:
  ///   - expected: whose and whom for.
  ///   - nonce: the one of the sign-in.
  ///   - accessToken: the one that came with it.
  ///   - algorithm: by which the token is signed.
  /// - Returns: who it is.
  /// - Throws: ``TokenFault``.
  func identity(
    _ expected: ExpectedClaims, nonce: String, accessToken: String?,
    algorithm: SignatureAlgorithm
  ) throws(TokenFault) -> Identity {
    try check(expected)
    let subject = try Self.name(subject, "sub")
    guard let own = self.nonce else { throw .missing("nonce") }
    guard Secret.areEqual(own, nonce) else { throw .nonce }
    if let accessTokenHash {
      guard let accessToken, algorithm.half(of: accessToken) == accessTokenHash else {
        throw .accessTokenHash
      }
    }
    return Identity(
      issuer: expected.issuer, subject: subject, email: person.email,
      isEmailVerified: person.email != nil && person.isEmailVerified, name: person.name,
      session: try session.map { (session) throws(TokenFault) in try Self.name(session, "sid") })
  }

  /// What a token says that ends a session (Back-Channel Logout 1.0, section 2.6).
  ///
  /// - Parameter expected: whose and whom for.
  /// - Returns: the sessions, with what names the token and when it ends, so that it counts once.
  /// - Throws: ``TokenFault``.
  func logoutNotice(
    _ expected: ExpectedClaims
  ) throws(TokenFault) -> (notice: LogoutNotice, identifier: String, end: Int) {
    try check(expected)
    // One with a nonce is an `id_token`.
    guard isForLogout, nonce == nil else { throw .notForLogout }
    guard let identifier, !identifier.isEmpty else { throw .missing("jti") }
    guard subject != nil || session != nil else { throw .missing("sub") }
    let notice = LogoutNotice(
      issuer: expected.issuer,
      subject: try subject.map { (name) throws(TokenFault) in try Self.name(name, "sub") },
      session: try session.map { (name) throws(TokenFault) in try Self.name(name, "sid") })
    return (notice, identifier, (expires ?? expected.now) + ExpectedClaims.leeway)
  }

  /// What holds for every token.
  private func check(_ expected: ExpectedClaims) throws(TokenFault) {
    guard let issuer else { throw .missing("iss") }
    guard issuer.utf8.elementsEqual(expected.issuer.utf8) else {
      throw .issuer(observed: OIDCError.shown(issuer), expected: expected.issuer)
    }
    guard let audience else { throw .missing("aud") }
    guard audience.contains(where: { $0.utf8.elementsEqual(expected.client.utf8) }) else {
      throw .audience(
        observed: audience.prefix(8).map { OIDCError.shown($0) }, expected: expected.client)
    }
    guard authorizedParty == expected.client || authorizedParty == nil && audience.count == 1
    else {
      throw .authorizedParty(
        observed: authorizedParty.map { OIDCError.shown($0) }, expected: expected.client)
    }
    let (now, leeway) = (expected.now, ExpectedClaims.leeway)
    guard let expires else { throw .missing("exp") }
    guard now < expires + leeway else { throw .expired(at: expires, now: now) }
    if let validFrom, validFrom - leeway > now { throw .notYetValid(from: validFrom, now: now) }
    guard let made else { throw .missing("iat") }
    guard made - leeway <= now else { throw .madeInFuture(at: made, now: now) }
  }

  /// A name that an issuer gives to a person or a session: at most 255 characters of ASCII (Core, section 2).
  private static func name(_ text: String?, _ claim: String) throws(TokenFault) -> String {
    guard let text else { throw .missing(claim) }
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw .subject }
    return text
  }
}

extension SignatureAlgorithm {
  /// The left half of a token's hash, as `at_hash` has it (Core, section 3.1.3.6); of EdDSA with Ed25519 the
  /// hash that the signature itself uses.
  func half(of token: String) -> String {
    let bytes = Array(token.utf8)
    let hash: [UInt8] =
      switch self {
      case .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
      case .rs384, .ps384, .es384: Array(SHA384.hash(data: bytes))
      case .rs512, .ps512, .es512, .edDSA: Array(SHA512.hash(data: bytes))
      }
    return Base64URL.text(hash.prefix(hash.count / 2))
  }
}
