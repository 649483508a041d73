import HTTPTypes
import Hummingbird
import Store
import Synchronization

/// A device whose owner's journal is unlocked.
struct Visit: Sendable {
  let device: Device
  let journal: OwnerJournal
}

/// The only way to an owner's journal: a device shows its token and, where there is a PIN, has an open
/// session.
struct Gate: Sendable {
  /// The cookie that carries a device's token.
  private static let cookie = "daystamp"

  let journals: Journal
  let sessions: DeviceSessions
  let workers: Workers
  let settings: ServerSettings

  /// The device that a request comes from.
  ///
  /// - Throws: ``Refusal/noDevice``, ``Refusal/otherOrigin``.
  func device(of request: Request) async throws -> Device {
    let token = try token(of: request)
    return try await workers.run { try device(token) }
  }

  /// The device that a request comes from, with what it may see now.
  ///
  /// - Throws: ``Refusal/noDevice``, ``Refusal/otherOrigin``, ``JournalError/locked(_:)``.
  func visit(of request: Request) async throws -> Visit {
    let token = try token(of: request)
    // In one piece of work: each way to a worker and back takes as long as the two questions.
    return try await workers.run {
      let device = try device(token)
      let keys = sessions.keys(of: device, now: settings.now)
      return Visit(device: device, journal: try journals.journal(of: device.owner, keys: keys))
    }
  }

  /// The token that a request shows, in its cookie or as a bearer token (RFC 6750, section 2.1).
  private func token(of request: Request) throws(Refusal) -> AccessToken {
    let token: AccessToken?
    if let header = request.headers[.authorization] {
      // A browser never sends it on its own, so another site cannot have it sent.
      token = Self.bearerToken(header)
    } else {
      try checkOrigin(of: request)
      token = request.cookies[Self.cookie].flatMap { AccessToken($0.value) }
    }
    guard let token else { throw .noDevice }
    return token
  }

  private func device(_ token: AccessToken) throws -> Device {
    guard let device = try journals.devices.find(token, now: settings.now()) else {
      throw Refusal.noDevice
    }
    return device
  }

  /// What a browser keeps to be known as a device again, for as long as a device that is not seen is
  /// remembered.
  func cookie(for token: AccessToken) -> Cookie {
    settings.cookie(Self.cookie, token.text, lifetime: Device.lifetime)
  }

  /// Starts the lifetime of a browser's cookie anew where the browser was not seen for a while.
  func renewingCookie(
    of request: Request, from device: Device, in response: Response
  ) -> Response {
    device.isSeenAnew(at: settings.now()) ? keepingCookie(of: request, in: response) : response
  }

  /// Starts the lifetime of a browser's cookie anew.
  func keepingCookie(of request: Request, in response: Response) -> Response {
    guard request.headers[.authorization] == nil,
      let token = request.cookies[Self.cookie].flatMap({ AccessToken($0.value) })
    else { return response }
    var response = response
    response.setCookie(cookie(for: token))
    return response
  }

  /// Refuses a request that changes something and may have been sent by the browser for another site.
  ///
  /// Browsers name the page's origin with every such request (Fetch standard, section 3.2). A client
  /// without either header is not a browser of these days, and has no cookie to misuse.
  ///
  /// - Throws: ``Refusal/otherOrigin``.
  func checkOrigin(of request: Request) throws(Refusal) {
    guard ![.get, .head].contains(request.method) else { return }
    if let origin = request.headers[.origin] {
      guard origin == ownOrigin(request) else { throw .otherOrigin }
    } else if request.cookies[Self.cookie] != nil,
      request.headers[.secFetchSite] != "same-origin"
    {
      throw .otherOrigin
    }
  }

  private func ownOrigin(_ request: Request) -> String? {
    settings.origin ?? request.head.authority.map { "\(settings.scheme)://\($0)" }
  }

  private static func bearerToken(_ header: String) -> AccessToken? {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return AccessToken(parts[1])
  }
}

/// Why a request was refused at the gate.
enum Refusal: Error {
  case noDevice
  /// Another site sent it.
  case otherOrigin
}

extension HTTPField.Name {
  static let secFetchSite = HTTPField.Name(known: "Sec-Fetch-Site")
}

/// The sessions that devices have unlocked, in memory alone: a restart of the server locks them all.
final class DeviceSessions: Sendable {
  private let tokens = Mutex<[Int64: AccessToken]>([:])

  /// What unlocks the journal for a device; nothing where the device has no session.
  func keys(of device: Device, now: @escaping @Sendable () -> Int) -> Keyring {
    tokens.withLock { $0[device.id] }.map { Keyring($0, now: now) } ?? .none
  }

  /// The token of a device's session; nil where it has none.
  func token(of device: Device) -> AccessToken? { tokens.withLock { $0[device.id] } }

  /// Replaces the session of a device.
  ///
  /// - Returns: the one that it had before.
  func keep(_ token: AccessToken?, for device: Device) -> AccessToken? {
    tokens.withLock { tokens in
      defer { tokens[device.id] = token }
      return tokens[device.id]
    }
  }
}
