import CaptureTime
import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Store
import Synchronization
import Testing

@testable import JournalServer
@testable import OpenIDConnect

/// Says of whoever comes back what it was told to say, and checks what the real one does.
final class TestIssuer: SignInIssuer {
  static let issuer = "https://id.example"

  private struct State {
    var answer: Result<Identity, OIDCError>
    var notice: Result<LogoutNotice, OIDCError> = .failure(.token(.signature))
    var fails: OIDCError?
    var starts = 0
  }

  let settings: IssuerSettings
  let clock: TestClock
  private let state: Mutex<State>

  init(_ secret: ClientSecret = .none, clock: TestClock) throws {
    settings = try IssuerSettings(
      issuer: Self.issuer, client: "daystamp", secret: secret,
      redirect: "https://photos.example/sign-in/account/return", scopes: ["email"],
      name: "Example <ID>")
    self.clock = clock
    state = Mutex(State(answer: .success(Self.identity("1"))))
  }

  static func identity(
    _ subject: String, email: String? = nil, isVerified: Bool = false, session: String? = nil
  ) -> Identity {
    Identity(
      issuer: issuer, subject: subject, email: email, isEmailVerified: isVerified, name: "Zoë",
      session: session)
  }

  func answer(_ identity: Identity) { state.withLock { $0.answer = .success(identity) } }
  func answer(_ error: OIDCError) { state.withLock { $0.answer = .failure(error) } }
  func give(_ notice: LogoutNotice) { state.withLock { $0.notice = .success(notice) } }
  func fail(_ error: OIDCError?) { state.withLock { $0.fails = error } }

  func start() async throws(OIDCError) -> SignInStart {
    let (number, error) = state.withLock { state in
      state.starts += 1
      return (state.starts, state.fails)
    }
    if let error { throw error }
    return SignInStart(
      address: "\(Self.issuer)/authorize?state=state\(number)&x=1", state: "state\(number)",
      issuer: Self.issuer, began: clock.read(), nonce: "nonce", verifier: "verifier")
  }

  func finish(
    code: String?, state shown: String?, issuer: String?, error: String?, start: SignInStart
  ) async throws(OIDCError) -> Identity {
    guard shown == start.state else { throw .state }
    guard issuer == nil || issuer == Self.issuer else {
      throw .answerIssuer(observed: issuer, expected: Self.issuer)
    }
    if let error { throw .denied(error) }
    guard code == "good" else { throw .refused(status: 400, error: "invalid_grant") }
    return try state.withLock { $0.answer }.get()
  }

  func logout(_ token: String) async throws(OIDCError) -> LogoutNotice {
    guard token == "good" else { throw .token(.malformed) }
    return try state.withLock { $0.notice }.get()
  }

  func endSessionAddress(returningTo redirect: String?) async throws(OIDCError) -> String? {
    if let error = state.withLock({ $0.fails }) { throw error }
    return "\(Self.issuer)/end?client_id=daystamp"
  }

  /// Made for the tests; it is nobody's.
  static let appleKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyeBJczoMLGIDvFWj
    H9o8PcrzJR0eerOMuINrMxvTWRqhRANCAASYW66IdO6696WtyTJsmgxArE1a9F6U
    iNIRm1WDwnjNAGkRBOI8p9texypHZ1gLb+Z1Py2ZQysWR4CMSSuBCKm5
    -----END PRIVATE KEY-----
    """
}

/// A site where one signs in, with a browser that keeps the cookies that it gets.
final class SigningSite: Sendable {
  let site: Site
  let issuer: TestIssuer

  init(
    secret: ClientSecret = .none, makesOwners: Bool = false, accountsMayMail: Bool = false,
    url: String? = nil, isBehindProxy: Bool = false
  ) async throws {
    let clock = TestClock(1_750_000_000)
    issuer = try TestIssuer(secret, clock: clock)
    let access = AccountAccess(issuer, newOwner: makesOwners ? JournalSettings(zone: .utc) : nil)
    site = try await Site(
      url: url, accounts: access, accountsMayMail: accountsMayMail, clock: clock,
      isBehindProxy: isBehindProxy)
  }

  func link(_ subject: String = "1") throws {
    _ = try site.journal.link(
      AccountName(issuer: TestIssuer.issuer, subject: subject), at: site.clock.read())
  }

  var devices: [Device] {
    get throws {
      try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
    }
  }

  /// Begins to sign in, or to link.
  ///
  /// - Returns: the cookies to show when one comes back.
  func begin(
    _ path: String = "/sign-in/account", next: String = "/", cookie: String? = nil
  ) async throws -> String {
    let begun = try await form(path, "next=\(next.percentEncoded)", cookie: cookie)
    #expect(begun.status == .ok)
    return ([cookie].compactMap { $0 } + begun.given).joined(separator: "; ")
  }

  /// Comes back as the issuer sends one.
  func comeBack(
    _ query: String = "code=good&state=state1", cookie: String
  ) async throws -> TestResponse {
    try await site.request(
      .get, "/sign-in/account/return?\(query)", [.cookie: cookie], token: nil)
  }

  func form(
    _ path: String, _ body: String, cookie: String? = nil, origin: String = "http://localhost"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [
      .contentType: "application/x-www-form-urlencoded", .origin: origin,
      .forwardedFor: "192.0.2.1",
    ]
    if let cookie { headers[.cookie] = cookie }
    return try await site.request(
      .post, path, headers, body: .init(string: body), token: nil)
  }
}

extension TestResponse {
  /// The cookies that a browser has after it, as it shows them.
  var given: [String] {
    headers[values: .setCookie].filter { !$0.contains("Max-Age=0") }
      .map { String($0.prefix { $0 != ";" }) }
  }

  /// The one by which it is a device.
  var deviceCookie: String? { given.first { $0.hasPrefix("daystamp=") } }
}
