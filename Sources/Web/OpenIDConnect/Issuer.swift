/// An issuer that people sign in with: the relying party of OpenID Connect Core 1.0, with the code
/// flow and a verifier (RFC 7636), as RFC 9700 recommends. It knows no accounts or devices.
package actor Issuer {
  package nonisolated let settings: IssuerSettings
  private let http: any IssuerConnection
  private let now: @Sendable () -> Int
  private let metadata: Refreshed<IssuerMetadata>
  private let keys: Refreshed<SigningKeys>
  private var usedStarts = UsedOnce()
  private var usedLogouts = UsedOnce()

  /// Seconds for which the document and the keys are kept, and between two that are fetched out of turn.
  private static let (lifetime, pause) = (60 * 60, 60)

  /// - Parameters:
  ///   - settings: as set up.
  ///   - http: what asks it.
  ///   - now: seconds since 1970.
  package init(
    _ settings: IssuerSettings, http: any IssuerConnection, now: @escaping @Sendable () -> Int
  ) {
    (self.settings, self.http, self.now) = (settings, http, now)
    let metadata = Refreshed(lifetime: Self.lifetime, pause: Self.pause) {
      await Fetched.result { () throws(OIDCError) in
        try await IssuerMetadata.asked(of: settings, by: http)
      }
    }
    self.metadata = metadata
    keys = Refreshed(lifetime: Self.lifetime, pause: Self.pause) {
      await Fetched.result { () throws(OIDCError) in
        let metadata = try await metadata.value(at: now())
        let question = metadata.question(to: metadata.keys, limit: AnswerLimit.keys)
        return try SigningKeys(await http.json(.keys, question).body)
      }
    }
  }

  /// Starts a sign-in (Core, section 3.1.2.1).
  ///
  /// - Returns: where to send the browser, and what to keep for ``finish(code:state:issuer:error:start:)``.
  /// - Throws: ``OIDCError`` of what the issuer says.
  package func start() async throws(OIDCError) -> SignInStart {
    let began = now()
    let endpoint = try await metadata.value(at: began).authorization
    let (state, nonce, verifier) = (Secret.random(), Secret.random(), Secret.random())
    let address = Form.address(
      endpoint,
      [
        ("response_type", "code"), ("client_id", settings.client),
        ("redirect_uri", settings.redirect), ("scope", settings.scopes.joined(separator: " ")),
        ("state", state), ("nonce", nonce),
        ("code_challenge", Secret.challenge(of: verifier)), ("code_challenge_method", "S256"),
        ("response_mode", settings.answersByForm ? "form_post" : nil),
      ])
    return SignInStart(
      address: address, state: state, issuer: settings.issuer, began: began, nonce: nonce,
      verifier: verifier)
  }

  /// Finishes a sign-in: exchanges the code, and reads the person's identity.
  ///
  /// - Parameters:
  ///   - code: the parameter that the browser came back with, as the others; nil where it is not there.
  ///   - state: as the code.
  ///   - issuer: the parameter `iss` (RFC 9207).
  ///   - error: the parameter of that name.
  ///   - start: what was kept for the browser. It is used up, whatever becomes of it.
  /// - Returns: who it is.
  /// - Throws: ``OIDCError``.
  package func finish(
    code: String?, state: String?, issuer: String? = nil, error: String? = nil, start: SignInStart
  ) async throws(OIDCError) -> Identity {
    let began = now()
    guard start.issuer == settings.issuer, let state, Secret.areEqual(state, start.state) else {
      throw .state
    }
    let age = began - start.began
    guard (-ExpectedClaims.leeway...SignInStart.limit).contains(age) else {
      throw .late(seconds: age, limit: SignInStart.limit)
    }
    guard usedStarts.insert(state, until: start.began + SignInStart.limit, at: began) else {
      throw .usedTwice
    }
    let metadata = try await metadata.value(at: began)
    guard issuer == settings.issuer || issuer == nil && !metadata.signsAnswers else {
      throw .answerIssuer(
        observed: issuer.map { OIDCError.shown($0) }, expected: settings.issuer)
    }
    if let error { throw .denied(OIDCError.shown(error)) }
    guard let code, (1...4_096).contains(code.utf8.count) else { throw .code }
    let tokens = try await TokenRequest(settings, metadata, code: code, verifier: start.verifier)
      .tokens(by: http, at: began)
    let token = try Self.checked { () throws(TokenFault) in
      try SignedToken(tokens.idToken, types: ["jwt", "application/jwt"])
    }
    let claims = try await claims(of: token)
    let identity = try Self.checked { () throws(TokenFault) in
      try claims.identity(
        expected, nonce: start.nonce, accessToken: tokens.accessToken, algorithm: token.algorithm)
    }
    return try await PersonRequest(settings, metadata)
      .completed(identity, tokens.accessToken, by: http)
  }

  /// Reads a token with which the issuer ends sessions (Back-Channel Logout 1.0, section 2.6). Each
  /// token works once.
  ///
  /// - Parameter token: the parameter `logout_token` of the request.
  /// - Returns: the sessions that end.
  /// - Throws: ``OIDCError``.
  package func logout(_ token: String) async throws(OIDCError) -> LogoutNotice {
    let token = try Self.checked { () throws(TokenFault) in
      try SignedToken(token, types: ["logout+jwt", "application/logout+jwt", "jwt"])
    }
    let claims = try await claims(of: token)
    let (notice, identifier, end) = try Self.checked { () throws(TokenFault) in
      try claims.logoutNotice(expected)
    }
    guard usedLogouts.insert(identifier, until: end, at: now()) else { throw .token(.usedTwice) }
    return notice
  }

  /// The address that signs the person out at the issuer too (RP-Initiated Logout 1.0, section 2).
  ///
  /// - Parameter redirect: where the issuer sends it back to, as it was told there.
  /// - Returns: nil where the issuer has no such page.
  /// - Throws: ``OIDCError`` of what the issuer says.
  package func endSessionAddress(returningTo redirect: String?) async throws(OIDCError) -> String? {
    guard let page = try await metadata.value(at: now()).endSession else { return nil }
    return Form.address(
      page, [("client_id", settings.client), ("post_logout_redirect_uri", redirect)])
  }

  private var expected: ExpectedClaims {
    ExpectedClaims(issuer: settings.issuer, client: settings.client, now: now())
  }

  /// Believed once the issuer's key signed it; keys may be newer than those that are kept.
  private func claims(of token: SignedToken) async throws(OIDCError) -> TokenClaims {
    let known = try await keys.value(at: now())
    let fault: TokenFault
    switch await token.claims(by: known) {
    case .success(let claims): return claims
    case .failure(let error): fault = error
    }
    guard fault != .malformed, let newer = try await keys.newer(at: now()) else {
      throw .token(fault)
    }
    return try await token.claims(by: newer).mapError(OIDCError.token).get()
  }

  private static func checked<Value>(
    _ body: () throws(TokenFault) -> Value
  ) throws(OIDCError) -> Value {
    do throws(TokenFault) {
      return try body()
    } catch {
      throw .token(error)
    }
  }
}
