import Files
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SoftwareAuthenticator
import Testing
import WebAuthn

@testable import JournalServer

/// A page at a site, with an authenticator in software.
struct PasskeyBrowser {
  let site: Site
  var origin = "http://localhost"
  var party = "localhost"
  var counter: UInt32 = 0

  private struct Options: Decodable {
    let challenge: String
    let user: User?
    let allowCredentials: [Name]?

    struct User: Decodable { let id: String }
    struct Name: Decodable { let id: String }
  }

  /// What the server gave for a ceremony.
  struct Given {
    let challenge: String
    /// The owner's handle, where a credential is to be made.
    let handle: [UInt8]?
    let allowed: [String]
    /// To be shown again.
    let cookie: String?
  }

  /// Asks for options; with the first owner's device unless another is said.
  func options(
    _ path: String, token: String?, _ headers: HTTPFields = [:]
  ) async throws -> Given {
    // Whoever adds one gives the PIN, where there is one.
    let isAdding = path == "/settings/passkeys"
    let body = isAdding ? ByteBuffer(string: #"{"pin":"8352"}"#) : nil
    var headers = headers
    if isAdding { headers[.contentType] = "application/json" }
    let answer = try await site.request(
      .post, "\(path)/options", headers, body: body, token: token)
    #expect(answer.status == .ok, "\(answer.text)")
    let options: Options = try answer.json()
    return Given(
      challenge: options.challenge, handle: options.user.flatMap { Base64URL.bytes($0.id) },
      allowed: (options.allowCredentials ?? []).map(\.id),
      cookie: answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) })
  }

  /// The ceremony that answers a challenge; right but for what a test changes.
  func ceremony(_ challenge: String) -> Ceremony {
    var ceremony = Ceremony(challenge: challenge, origin: origin, relyingParty: party)
    ceremony.counter = counter
    return ceremony
  }

  /// Adds a passkey of the owner of a device.
  func add(token: String) async throws -> SoftwareCredential {
    var credential = try SoftwareCredential()
    let given = try await options("/settings/passkeys", token: token)
    credential.userHandle = given.handle
    let registration = try credential.registration(ceremony(given.challenge))
    let answer = try await send(registration, token: token)
    #expect(answer.status == .created, "\(answer.text)")
    return credential
  }

  func send(_ registration: Registration, token: String?) async throws -> TestResponse {
    try await send(
      "/settings/passkeys",
      [
        "clientDataJSON": registration.clientData,
        "attestationObject": registration.attestationObject,
      ], token: token)
  }

  func send(
    _ assertion: Assertion, to path: String, token: String? = nil, cookie: String? = nil
  ) async throws -> TestResponse {
    var fields = [
      "id": assertion.credential, "clientDataJSON": assertion.clientData,
      "authenticatorData": assertion.authenticatorData, "signature": assertion.signature,
    ]
    fields["userHandle"] = assertion.userHandle
    return try await send(path, fields, token: token, cookie: cookie)
  }

  private func send(
    _ path: String, _ fields: [String: [UInt8]], token: String?, cookie: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json", .accept: "text/plain"]
    if let cookie {
      headers[.cookie] = cookie
      headers[.origin] = origin
    }
    let json = try JSONEncoder().encode(fields.mapValues { Base64URL.text($0) })
    return try await site.request(
      .post, path, headers, body: ByteBuffer(bytes: json), token: token)
  }

  func unlock(with credential: SoftwareCredential, token: String) async throws -> TestResponse {
    let given = try await options("/unlock/passkey", token: token)
    let assertion = try credential.assertion(ceremony(given.challenge))
    return try await send(assertion, to: "/unlock/passkey", token: token)
  }

  func signIn(with credential: SoftwareCredential) async throws -> TestResponse {
    let given = try await options("/sign-in/passkey", token: nil)
    let assertion = try credential.assertion(ceremony(given.challenge))
    return try await send(assertion, to: "/sign-in/passkey", cookie: given.cookie)
  }
}

extension TestResponse {
  /// The token of the device that was made, from its cookie.
  var deviceToken: String? {
    headers[values: .setCookie].lazy.compactMap { cookie in
      cookie.firstMatch(of: /^(?:__Host-)?daystamp=([\w-]+);/).map { String($0.1) }
    }.first
  }
}
