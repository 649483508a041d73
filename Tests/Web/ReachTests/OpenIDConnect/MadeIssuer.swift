import Files
import Foundation
import OpenIDConnect
import Sending
import Synchronization

/// An issuer within the test, which says what the test wants; and the clock.
final class MadeIssuer: IssuerConnection {
  static let address = "https://id.example"
  static let client = "daystamp"
  static let redirect = "https://home.example/signed-in"
  /// A time, in seconds since 1970.
  static let now = 1_800_000_000

  struct State: Sendable {
    var now = MadeIssuer.now
    var keys: [MadeKey]
    var document: [String: JSON]
    /// What is answered instead, by the path.
    var answers: [String: WebReply] = [:]
    /// The one that comes for the code.
    var token: String?
    var accessToken: JSON? = "access"
    var person: [String: JSON] = [:]
    var asked: [WebQuestion] = []
    var reach = IPAddress.Reach.everywhere
  }

  private let state: Mutex<State>

  init(keys: [MadeKey]) {
    let address = Self.address
    state = Mutex(
      State(
        keys: keys,
        document: [
          "issuer": .text(address), "authorization_endpoint": .text("\(address)/authorize"),
          "token_endpoint": .text("\(address)/token"), "jwks_uri": .text("\(address)/keys"),
        ]))
  }

  /// With one key of this algorithm.
  convenience init(_ algorithm: String = "ES256") async throws {
    self.init(keys: [try await MadeKey("key 1", algorithm)])
  }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
  var now: Int { state.withLock { $0.now } }
  var keys: [MadeKey] { state.withLock { $0.keys } }

  func asked(_ path: String) -> [WebQuestion] {
    state.withLock { $0.asked.filter { $0.path == path } }
  }

  func ask(_ question: WebQuestion) async throws(SendingError) -> WebReply {
    let (body, reply, reach) = state.withLock { state in
      state.asked.append(question)
      let body: JSON? =
        switch question.path {
        case "/.well-known/openid-configuration": .object(state.document)
        case "/keys": ["keys": .list(state.keys.map { .object($0.published) })]
        case "/token":
          .object(
            [
              "id_token": state.token.map { JSON.text($0) }, "access_token": state.accessToken,
              "token_type": "Bearer",
            ].compactMapValues { $0 })
        case "/person": .object(state.person)
        default: nil
        }
      return (body, state.answers[question.path], state.reach)
    }
    return reply ?? WebReply(status: body == nil ? 404 : 200, body: body?.bytes ?? [], reach: reach)
  }

  static func settings(
    issuer: String = address, client: String = client, secret: ClientSecret = .text("s&cret"),
    redirect: String = redirect, scopes: [String] = []
  ) throws(OIDCError) -> IssuerSettings {
    try IssuerSettings(
      issuer: issuer, client: client, secret: secret, redirect: redirect, scopes: scopes)
  }

  /// What is tested, asking this one.
  func party(_ settings: IssuerSettings? = nil) throws -> Issuer {
    try Issuer(settings ?? Self.settings(), http: self) { self.now }
  }

  /// The token that is right for a sign-in.
  func token(for start: SignInStart) -> MadeToken {
    MadeToken(
      signedBy: keys[0],
      [
        "iss": .text(Self.address), "sub": "mina", "aud": .text(Self.client),
        "exp": .whole(now + 300), "iat": .whole(now),
        "nonce": .text(parameters(of: start.address)["nonce"] ?? ""),
      ])
  }

  /// Signs in with a token that is changed.
  func signIn(
    _ party: Issuer? = nil, changing change: (inout MadeToken) -> Void = { _ in }
  ) async throws -> Identity {
    let party = try party ?? self.party()
    let start = try await party.start()
    var token = token(for: start)
    change(&token)
    let text = try token.text
    self.change { $0.token = text }
    return try await party.finish(code: "code", state: start.state, start: start)
  }
}

extension WebQuestion {
  var path: String { URL(string: request.address.description)?.path ?? "" }
  var form: [String: String] { parameters(of: "?\(String(decoding: request.body, as: UTF8.self))") }

  func field(_ name: String) -> String? { request.fields.first { $0.name == name }?.value }
}

/// The parameters of an address's query.
func parameters(of address: String) -> [String: String] {
  let query =
    address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
    ?? ""
  return Dictionary(
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1).map {
        String($0).removingPercentEncoding ?? ""
      }
      return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }, uniquingKeysWith: { "\($0)|\($1)" })
}
