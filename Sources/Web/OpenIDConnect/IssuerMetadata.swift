import Sending

/// An issuer's description of itself (OpenID Connect Discovery 1.0, section 3).
struct IssuerMetadata: Sendable {
  let authorization: WebAddress
  let token: WebAddress
  let keys: WebAddress
  let userInfo: WebAddress?
  let endSession: WebAddress?
  /// How a client proves itself at ``token``; nil where it does not say (Core, section 9).
  let secretMethods: [String]?
  /// Whether it says in each of its answers whose they are (RFC 9207).
  let signsAnswers: Bool
  /// From where the issuer's own address is reached: its others may be no closer to this machine.
  let reaches: Set<IPAddress.Reach>

  private struct Written: Decodable {
    let issuer: String?
    let authorization_endpoint: String?
    let token_endpoint: String?
    let jwks_uri: String?
    let userinfo_endpoint: String?
    let end_session_endpoint: String?
    let token_endpoint_auth_methods_supported: Lossy<[String]>?
    let authorization_response_iss_parameter_supported: Lossy<Bool>?
  }

  /// - Parameters:
  ///   - bytes: the document.
  ///   - issuer: the one that it has to be of.
  ///   - reach: from where the address is reached that gave it.
  /// - Throws: ``OIDCError``: `unreadable`, `missing`, `otherIssuer`, `address`.
  init(_ bytes: [UInt8], of issuer: String, at reach: IPAddress.Reach) throws(OIDCError) {
    let written: Written = try IssuerJSON.decoded(bytes, .discovery)
    guard let named = written.issuer else { throw .missing("issuer", in: .discovery) }
    // By their bytes: strings that look the same are equal to Swift.
    guard named.utf8.elementsEqual(issuer.utf8) else {
      throw .otherIssuer(observed: OIDCError.shown(named), expected: issuer)
    }
    reaches = [.everywhere, reach]
    let isHere = reach == .loopback
    func address(_ text: String?, _ name: String, _ place: OIDCError.Place)
      throws(OIDCError) -> WebAddress
    {
      guard let text else { throw .missing(name, in: .discovery) }
      let address = try IssuerSettings.address(text, place)
      guard address.isSecure || isHere else {
        throw .address(place, .notSecure(host: address.host))
      }
      return address
    }
    authorization = try address(
      written.authorization_endpoint, "authorization_endpoint", .authorization)
    token = try address(written.token_endpoint, "token_endpoint", .token)
    keys = try address(written.jwks_uri, "jwks_uri", .keys)
    userInfo =
      written.userinfo_endpoint == nil
      ? nil : try address(written.userinfo_endpoint, "userinfo_endpoint", .userInfo)
    endSession =
      written.end_session_endpoint == nil
      ? nil : try address(written.end_session_endpoint, "end_session_endpoint", .endSession)
    secretMethods = written.token_endpoint_auth_methods_supported?.value
    signsAnswers = written.authorization_response_iss_parameter_supported?.value ?? false
  }

  /// Asks an issuer for its document (Discovery, section 4).
  ///
  /// - Parameters:
  ///   - settings: whose. Whoever runs the server chose its address, so it may be of a private network.
  ///   - http: what asks.
  /// - Returns: what it says.
  /// - Throws: ``OIDCError``.
  static func asked(
    of settings: IssuerSettings, by http: any IssuerConnection
  ) async throws(OIDCError) -> IssuerMetadata {
    let folder = settings.issuer.hasSuffix("/") ? settings.issuer.dropLast() : settings.issuer[...]
    let address = try IssuerSettings.address(
      "\(folder)/.well-known/openid-configuration", .issuer)
    let question = WebQuestion(
      to: address, limit: AnswerLimit.discovery, policy: .privateAllowed)
    let answer = try await http.json(.discovery, question)
    return try IssuerMetadata(answer.body, of: settings.issuer, at: answer.reach)
  }

  /// What is asked of one of the issuer's addresses.
  func question(
    to address: WebAddress, limit: Int, fields: KeyValuePairs<String, String?> = [:],
    form: String? = nil
  ) -> WebQuestion {
    WebQuestion(
      to: address, form: form, fields: fields, limit: limit, policy: .privateAllowed,
      reaches: reaches)
  }
}
