import HTTPTypes
import Hummingbird
import Store

/// A device whose owner's door is open.
struct Visit: Sendable {
  let device: Device
  let journal: OwnerJournal
}

/// Who may come in: devices by their token, and past a PIN those with an open session.
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
    // At once, for each way to a worker and back takes as long as what is asked there.
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
      // Not sent by a browser on its own: no other site can have it sent.
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

  /// What a browser keeps to be known as a device again, for as long as that is remembered unseen.
  func cookie(for token: AccessToken) -> Cookie {
    settings.cookie(Self.cookie, token.text, lifetime: Device.lifetime)
  }

  /// Has a browser that was not seen for a while keep its cookie from now on.
  func renewingCookie(
    of request: Request, from device: Device, in response: Response
  ) -> Response {
    device.isSeenAnew(at: settings.now()) ? keepingCookie(of: request, in: response) : response
  }

  /// Has a browser keep its cookie from now on.
  func keepingCookie(of request: Request, in response: Response) -> Response {
    guard request.headers[.authorization] == nil,
      let token = request.cookies[Self.cookie].flatMap({ AccessToken($0.value) })
    else { return response }
    var response = response
    response.setCookie(cookie(for: token))
    return response
  }

  /// Refuses a request that changes something and that another site may have had the browser send.
  ///
  /// Browsers name the page's origin with every such request (Fetch standard, section 3.2). What has
  /// neither header is no browser of these days, and has no cookie to misuse.
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

/// Why a request got no further than the gate.
enum Refusal: Error {
  case noDevice
  /// Another site sent it.
  case otherOrigin
}

extension HTTPField.Name {
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
