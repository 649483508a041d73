import Foundation

/// The exchange of a code for tokens (OpenID Connect Core 1.0, section 3.1.3).
struct TokenRequest: Sendable {
  private let settings: IssuerSettings
  private let metadata: IssuerMetadata
  private let code: String
  private let verifier: String

  struct Tokens: Sendable {
    let idToken: String
    let accessToken: String?
  }

  private struct Written: Decodable {
    let id_token: String?
    let access_token: Lossy<String>?
  }

  /// RFC 6749, section 5.2.
  private struct Refusal: Decodable {
    let error: String
  }

  init(_ settings: IssuerSettings, _ metadata: IssuerMetadata, code: String, verifier: String) {
    (self.settings, self.metadata) = (settings, metadata)
    (self.code, self.verifier) = (code, verifier)
  }

  /// - Throws: ``OIDCError``: `unreachable`, `refused`, `tooLong`, `unreadable`, `missing`, `secretMethods`.
  func tokens(by http: any IssuerConnection, at now: Int) async throws(OIDCError) -> Tokens {
    let proof = try await proof(at: now)
    let form = Form.text(
      [
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", settings.redirect), ("code_verifier", verifier),
      ] + proof.fields)
    let question = metadata.question(
      to: metadata.token, limit: AnswerLimit.token,
      fields: [
        "Authorization": proof.authorization, "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
      ], form: form)
    let reply = try await http.ask(.token, question)
    let body = try reply.whole(.token, question)
    guard reply.status == 200 else {
      let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(body))
      throw .refused(status: reply.status, error: refusal.map { OIDCError.shown($0.error) })
    }
    let written: Written = try IssuerJSON.decoded(body, .token)
    guard let idToken = written.id_token else { throw .missing("id_token", in: .token) }
    return Tokens(idToken: idToken, accessToken: written.access_token?.value)
  }

  /// How the client says who it is (Core, section 9): in the header field, else in the form.
  private func proof(
    at now: Int
  ) async throws(OIDCError) -> (authorization: String?, fields: Form.Fields) {
    let client = settings.client
    switch settings.secret {
    case .none: return (nil, [("client_id", client)])
    case .appleKey(let team, let key, let pem):
      let secret = try await AppleSecret.text(
        team: team, key: key, pem: pem, client: client, issuer: settings.issuer, at: now)
      return (nil, [("client_id", client), ("client_secret", secret)])
    case .text(let secret):
      let methods = metadata.secretMethods ?? ["client_secret_basic"]
      if methods.contains("client_secret_basic") {
        // Both encoded as in a form first (RFC 6749, section 2.3.1).
        let pair = Data("\(Form.encoded(client)):\(Form.encoded(secret))".utf8)
        return ("Basic \(pair.base64EncodedString())", [])
      }
      guard methods.contains("client_secret_post") else {
        throw .secretMethods(observed: methods.prefix(8).map { OIDCError.shown($0) })
      }
      return (nil, [("client_id", client), ("client_secret", secret)])
    }
  }
}

/// Asks an issuer for claims about a person beside the `id_token` (Core, section 5.3), if that
/// lacks some, as Authelia's does.
struct PersonRequest: Sendable {
  private let settings: IssuerSettings
  private let metadata: IssuerMetadata

  private struct Written: Decodable {
    let subject: String?
    let person: PersonClaims

    private enum Name: String, CodingKey { case sub }

    init(from decoder: any Decoder) throws {
      subject = try decoder.container(keyedBy: Name.self).decodeIfPresent(String.self, forKey: .sub)
      person = PersonClaims(from: decoder)
    }
  }

  init(_ settings: IssuerSettings, _ metadata: IssuerMetadata) {
    (self.settings, self.metadata) = (settings, metadata)
  }

  /// - Returns: the same person, with what was missing.
  /// - Throws: ``OIDCError``, `token` with `otherPerson` where it is not the same.
  func completed(
    _ identity: Identity, _ accessToken: String?, by http: any IssuerConnection
  ) async throws(OIDCError) -> Identity {
    let isWhole =
      (identity.email != nil || !settings.scopes.contains("email"))
      && (identity.name != nil || !settings.scopes.contains("profile"))
    guard !isWhole, let address = metadata.userInfo, let accessToken, Self.isSent(accessToken)
    else { return identity }
    let question = metadata.question(
      to: address, limit: AnswerLimit.userInfo,
      fields: ["Authorization": "Bearer \(accessToken)", "Accept": "application/json"])
    let body = try await http.json(.userInfo, question).body
    let written: Written = try IssuerJSON.decoded(body, .userInfo)
    guard let subject = written.subject, subject.utf8.elementsEqual(identity.subject.utf8) else {
      throw .token(.otherPerson)
    }
    // An address and whether it is the person's are of one source.
    let mail = identity.email == nil ? written.person : nil
    return Identity(
      issuer: identity.issuer, subject: identity.subject, email: identity.email ?? mail?.email,
      isEmailVerified: mail.map { $0.email != nil && $0.isEmailVerified }
        ?? identity.isEmailVerified,
      name: identity.name ?? written.person.name, session: identity.session)
  }

  /// Whether a header field can carry it as it is (RFC 6750, section 2.1).
  private static func isSent(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
