import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Synchronization

/// A device that sent a request; its owner's journal may be locked.
struct Guest: Sendable {
  let device: Device
  /// From which it asks, in digits; nil where that is not known.
  let address: String?
  /// What its browser is to keep in the place of its token; nil where it keeps what it has.
  fileprivate let successor: AccessToken?
  /// Whether the token came in a cookie by a name that is no longer given.
  fileprivate let hasOldCookie: Bool

  /// Who does what it asks for.
  var source: TrySource { .device(device, address: address) }
}

/// A device whose owner's journal is unlocked.
struct Visit: Sendable {
  let guest: Guest
  let journal: OwnerJournal
  /// Where pages find its thumbnails.
  let pictures: Pictures
  /// Whether what it opens may leave something behind.
  let mayNote: Bool
  fileprivate let workers: WorkQueue

  var device: Device { guest.device }

  /// Does work on its journal, as ``WorkQueue/run(_:)`` does.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (OwnerJournal) throws -> Result
  ) async throws -> Result {
    try await workers.run { try work(journal) }
  }

  /// An answer that says what work on its journal gives. It is written where the work is done, too: a long one
  /// keeps nobody else waiting.
  func json<Result: Encodable & Sendable>(
    _ status: HTTPResponse.Status = .ok,
    _ work: @escaping @Sendable (OwnerJournal) throws -> Result
  ) async throws -> Response {
    try await run { try .json(work($0), status: status) }
  }

  /// An answer that says nothing, once work on its journal is done.
  func noContent(
    _ work: @escaping @Sendable (OwnerJournal) throws -> Void
  ) async throws -> Response {
    try await run(work)
    return .empty(.noContent)
  }
}

/// The only way to an owner's journal: a device shows its token and, if there is a PIN, has an open
/// session.
struct Gate: Sendable {
  /// The cookie that carries a device's token. Browsers send it to every port of the host, and keep it
  /// also where another host of the same domain sets it.
  private static let plainCookie = "daystamp"
  /// The same over TLS, by a name that browsers take from this host alone (RFC 6265bis, section
  /// 4.1.3.2). To other ports of the host they send it too.
  private static let secureCookie = "__Host-daystamp"

  /// How many tokens of one request are looked up.
  private static let mostTokens = 4

  let journals: Journal
  let sessions: DeviceSessions
  let workers: WorkQueue
  let settings: ServerSettings
  let connections: Connections
  let cache: BrowserCache

  private var cookieName: String { settings.isSecure ? Self.secureCookie : Self.plainCookie }

  /// The device that a request comes from.
  ///
  /// - Throws: ``Refusal/noDevice``, ``Refusal/otherOrigin``, ``Problem`` where its scope is not enough.
  func guest(
    of request: Request, _ context: ServerContext, needing scope: DeviceScope
  ) async throws -> Guest {
    let (shown, address) = (try tokens(of: request), address(of: request, context))
    return try await workers.run {
      try guest(shown, from: address, on: context.channel, for: request, needing: scope)
    }
  }

  /// The device that a request comes from, with what it may see now.
  ///
  /// - Throws: as ``guest(of:_:needing:)``, ``JournalError/locked(_:)``.
  func visit(
    of request: Request, _ context: ServerContext, needing scope: DeviceScope
  ) async throws -> Visit {
    let (shown, address) = (try tokens(of: request), address(of: request, context))
    // In one piece of work: each way to a worker and back takes as long as the two questions.
    return try await workers.run {
      let guest = try guest(
        shown, from: address, on: context.channel, for: request, needing: scope)
      return try visit(of: guest, request)
    }
  }

  /// What a device may see now.
  ///
  /// - Throws: ``JournalError/locked(_:)``.
  func visit(of guest: Guest, _ request: Request) throws -> Visit {
    let keys = sessions.keys(of: guest.device, now: settings.now)
    do {
      return Visit(
        guest: guest, journal: try journals.journal(askedForBy: guest.device, keys: keys),
        pictures: Pictures(of: guest, cache, to: request), mayNote: request.mayNote,
        workers: workers)
    } catch let error as JournalError {
      guard case .locked = error else { throw error }
      throw cache.refusal(error, to: request, of: guest.device)
    }
  }

  /// Answers a request: its work takes its device's turns, and the device is checked again when the body has
  /// come.
  ///
  /// - Parameters:
  ///   - guest: the device.
  ///   - journal: what it sees; nil if the request needs no journal.
  ///   - answer: makes the answer.
  /// - Returns: the answer.
  /// - Throws: what `answer` throws.
  func asking<Answer>(
    _ guest: Guest, _ journal: OwnerJournal? = nil, _ answer: () async throws -> Answer
  ) async rethrows -> Answer {
    var asker = Asker(guest.device)
    asker.mayLock = journal != nil && sessions.token(of: guest.device) != nil
    asker.check = { [workers, journals] in
      try await workers.run {
        if let journal {
          try journal.checkUnlocked()
        } else {
          try journals.devices.checkIsThere(guest.device)
        }
      }
    }
    return try await Asker.$current.withValue(asker) { try await answer() }
  }

  /// From which address a request comes, in digits: the connection's, or what the proxy says of its own.
  func address(of request: Request, _ context: ServerContext) -> String? {
    let forwarded = settings.isBehindProxy ? request.headers[values: .forwardedFor].last : nil
    if let forwarded { return ClientAddress(forwarded: forwarded)?.text }
    return ClientAddress(context.channel.remoteAddress)?.text
  }

  /// The token that a request shows.
  private struct ShownToken {
    let token: AccessToken
    /// The name of the cookie that it came in; nil for a bearer token.
    var cookie: String?
  }

  /// The tokens that a request shows, in cookies or as a bearer token (RFC 6750, section 2.1).
  private func tokens(of request: Request) throws(Refusal) -> [ShownToken] {
    if let header = request.headers[.authorization] {
      // A browser never sends it on its own, so another site cannot have it sent.
      guard let token = Self.bearerToken(header) else { throw .noDevice }
      return [ShownToken(token: token)]
    }
    try checkOrigin(of: request)
    let tokens = shownCookies(of: request).compactMap { cookie in
      AccessToken(cookie.value).map { ShownToken(token: $0, cookie: cookie.name) }
    }
    // What shows nothing takes no turn.
    guard !tokens.isEmpty else { throw .noDevice }
    return Array(tokens.prefix(Self.mostTokens))
  }

  /// The cookies of a device; over TLS after them those by the name from before it had another. Another
  /// server of the host, or of the domain, may have set more of a name, which may come first.
  private func shownCookies(of request: Request) -> [Cookie] {
    let cookies = request.headers[values: .cookie].flatMap { header in
      header.split(separator: ";").compactMap { part in
        let cookies = Cookies(from: [String(part)])
        return cookies[cookieName] ?? cookies[Self.plainCookie]
      }
    }
    return cookies.filter { $0.name == cookieName } + cookies.filter { $0.name != cookieName }
  }

  private func guest(
    _ shown: [ShownToken], from address: String?, on channel: any Channel, for request: Request,
    needing scope: DeviceScope
  ) throws -> Guest {
    for shown in shown {
      if let guest = try guest(shown, from: address, on: channel, for: request) {
        try Asker(guest.device).checkIsOf(request.ownerOfPage)
        guard guest.device.scope.allows(scope) else {
          throw Problem(guest.device.scope, needing: scope)
        }
        return guest
      }
    }
    // A browser that was a device.
    throw cache.refusal(Refusal.noDevice, to: request)
  }

  /// Nil where the token is no device's.
  private func guest(
    _ shown: ShownToken, from address: String?, on channel: any Channel, for request: Request
  ) throws -> Guest? {
    let now = settings.now()
    // A program that shows a browser's token is not the browser.
    let isBrowser = shown.cookie != nil
    let device = try journals.devices.find(
      shown.token, from: address, as: isBrowser ? DeviceAgent(of: request) : nil, now: now)
    // A program's token is never a browser's.
    guard let device, !(isBrowser && device.entry == .token) else { return nil }
    let hasOldCookie = shown.cookie.map { $0 != cookieName } ?? false
    // Another host of the domain may have set it, with a token of its own, but with none from before.
    guard !hasOldCookie || device.issued == 0 else { return nil }
    connections.prove(channel, isOf: device.id)
    // A program that shows a bearer token keeps no cookies.
    let successor =
      shown.cookie == nil
      ? nil : try journals.devices.successor(of: shown.token, for: device, now: now)
    return Guest(
      device: device, address: address, successor: successor, hasOldCookie: hasOldCookie)
  }

  /// What a browser keeps to be known as a device again: a day longer than a device that is not seen is
  /// remembered, since it is only given with a new token.
  func cookie(for token: AccessToken) -> Cookie {
    settings.cookie(cookieName, token.text, lifetime: Device.lifetime + 86_400)
  }

  /// What makes a browser forget that it was a device.
  var forgettingCookie: Cookie { settings.cookie(cookieName, "", lifetime: 0) }

  /// Gives a browser the token that it is to show from now on, if any.
  func replacingCookie(of guest: Guest, in response: Response) -> Response {
    guard let successor = guest.successor else { return response }
    var response = response
    response.setCookie(cookie(for: successor))
    // Not to be kept with a token in its head.
    response.headers[.cacheControl] = nil
    if guest.hasOldCookie {
      response.setCookie(settings.cookie(Self.plainCookie, "", lifetime: 0))
    }
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
      guard origin == settings.origin(of: request) else { throw .otherOrigin }
    } else if !shownCookies(of: request).isEmpty, request.headers[.secFetchSite] != "same-origin" {
      throw .otherOrigin
    }
  }

  private static func bearerToken(_ header: String) -> AccessToken? {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return AccessToken(parts[1])
  }
}

extension DeviceAgent {
  /// What the client of a request says that it is; nil where it says nothing.
  init?(of request: Request) {
    guard let agent = request.headers[.userAgent] else { return nil }
    self.init(userAgent: agent)
  }
}

/// Why the gate refused a request.
enum Refusal: Error {
  case noDevice
  /// Another site sent it.
  case otherOrigin
}

extension HTTPField.Name {
  static let secFetchSite = HTTPField.Name(known: "Sec-Fetch-Site")
  static let forwardedFor = HTTPField.Name(known: "X-Forwarded-For")
}

/// Checks once a second that a client may still see the journal that it is downloading.
struct AccessChecks {
  private let journal: OwnerJournal
  private var last = ContinuousClock.now

  private static let interval = Duration.seconds(1)

  init(_ journal: OwnerJournal) { self.journal = journal }

  /// - Throws: `JournalError/locked(_:)`, `JournalError/revoked`.
  mutating func check(_ workers: WorkQueue) async throws {
    guard last.duration(to: .now) >= Self.interval else { return }
    try await workers.run { [journal] in try journal.checkUnlocked() }
    last = .now
  }
}

/// The sessions that devices have unlocked, in memory alone: a restart of the server locks them all.
final class DeviceSessions: Sendable {
  private struct Entry {
    let token: AccessToken
    /// With the tries of which the owner is told for as long as the session lasts.
    let opening: Opening?
    /// Whether they were told, and need not be again.
    var isTold = false
  }

  private let entries = Mutex<[Int64: Entry]>([:])

  /// What unlocks the journal for a device; nothing where the device has no session.
  func keys(of device: Device, now: @escaping @Sendable () -> Int) -> Keyring {
    token(of: device).map { Keyring($0, now: now) } ?? .none
  }

  /// The token of a device's session; nil where it has none.
  func token(of device: Device) -> AccessToken? { entries.withLock { $0[device.id]?.token } }

  /// The tries that were wrong before the device's session began.
  func failedTries(of device: Device) -> [FailedTry] {
    entries.withLock { $0[device.id]?.opening?.failedTries ?? [] }
  }

  /// Has the tries forgotten that a device was told of, unless that is done.
  func tell(_ device: Device, forgetting forget: (Opening) -> Bool) {
    let entry = entries.withLock { $0[device.id] }
    guard let entry, !entry.isTold, let opening = entry.opening, forget(opening) else { return }
    entries.withLock { entries in
      if entries[device.id]?.token == entry.token { entries[device.id]?.isTold = true }
    }
  }

  /// Replaces the session of a device.
  ///
  /// - Returns: the one that it had before.
  func keep(
    _ token: AccessToken?, from opening: Opening? = nil, for device: Device
  ) -> AccessToken? {
    entries.withLock { entries in
      defer { entries[device.id] = token.map { Entry(token: $0, opening: opening) } }
      return entries[device.id]?.token
    }
  }
}
