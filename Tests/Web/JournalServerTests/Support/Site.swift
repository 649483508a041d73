import CaptureTime
import Files
import Fonts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import Logging
import NIOCore
import Raster
import Reminders
import Sending
import Store
import Synchronization
import SystemPackage
import Testing
import TestSupport
import Wording

@testable import JournalServer

/// A server over a journal in a folder of a test's own, with one owner and a paired device.
struct Site: Sendable {
  static let host = "localhost"

  let folder: TemporaryFolder
  let journals: Journal
  let server: JournalServer
  let clock: TestClock
  /// What was told, and to be answered.
  let teller = TestTeller()
  /// The token of the device of the journal's first owner.
  let token: String
  /// What its routes say of their answers.
  let interface: InterfaceDescription
  private let send: Send

  /// Read once for all sites.
  private static let assets = Task {
    try await Pages(
      folder: Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets").path,
      manual: [
        ManualPage(
          name: "sign-in",
          text: "# Sign in\n\nHow.\n\n## Links & `pair`\n\n"
            + "[a](api.md#one) [b](#links--pair) [c](../README.md) [d](none.md) ![e](e.jpg)\n"),
        ManualPage(name: "api", text: "# For programs\n\nWhy <b>.\n\n| a |\n|---|\n| b |\n"),
      ])
  }

  private typealias Send =
    @Sendable (HTTPRequest.Method, String, HTTPFields, ByteBuffer?) async throws -> TestResponse

  /// - Parameters:
  ///   - isSecure: whether it is reached over TLS.
  ///   - origin: what browsers call it, where that is not what they ask.
  ///   - url: the address that browsers are to use, where there is one.
  ///   - port: at which all requests come, as far as that is known.
  ///   - accounts: by whose word people come in.
  ///   - accountsMayMail: whether owners whom they make may have mail.
  ///   - now: what its clock shows first, in seconds since 1970 in UTC.
  ///   - clock: its clock, where others have it too.
  ///   - isBehindProxy: whether a proxy says from where requests come.
  /// - Throws: whatever a journal or a server cannot be made for.
  init(
    isSecure: Bool = false, origin: String? = nil, url: String? = nil, port: Int? = 80,
    accounts: AccountAccess? = nil, accountsMayMail: Bool = false, at now: Int = 1_750_000_000,
    clock: TestClock? = nil, isBehindProxy: Bool = false
  ) async throws {
    self.clock = clock ?? TestClock(now)
    folder = try TemporaryFolder()
    let path = FilePath(folder.path("journal"))
    try JournalTemplate.make(
      path, owner: OwnerName("anna"), settings: JournalSettings([.timeZone: "Asia/Seoul"]))
    journals = try Self.open(path)
    var settings = Self.settings(isSecure: isSecure, origin: origin, url: url, self.clock)
    settings.port = { _ in port }
    settings.isBehindProxy = isBehindProxy
    server = try await Self.server(
      journals, settings, accounts, teller, accountsMayMail: accountsMayMail)
    token = try Self.pair("anna", in: journals, self.clock)
    let routes = server.routes()
    (interface, send) = (InterfaceDescription(routes.entries), Self.sending(to: routes))
  }

  /// Another server on a copy of the journal of a site that is asked nothing meanwhile; its devices are the
  /// same.
  ///
  /// - Parameters:
  ///   - other: the site.
  ///   - accounts: by whose word people come in.
  /// - Throws: whatever the journal cannot be copied or opened for.
  init(copyOf other: Site, accounts: AccountAccess? = nil) async throws {
    (clock, token) = (other.clock, other.token)
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: other.folder.path("journal"), toPath: folder.path("journal"))
    journals = try Self.open(FilePath(folder.path("journal")))
    var settings = Self.settings(isSecure: false, origin: nil, url: nil, clock)
    settings.port = { _ in 80 }
    server = try await Self.server(journals, settings, accounts, teller)
    let routes = server.routes()
    (interface, send) = (InterfaceDescription(routes.entries), Self.sending(to: routes))
  }

  /// With PINs that take no time: at 600,000 rounds each, they would take a twentieth of the tests'.
  private static func open(_ folder: FilePath) throws -> Journal {
    var journals = try Journal(opening: folder, readers: 4)
    journals.pinIterations = 10
    return journals
  }

  private static func settings(
    isSecure: Bool, origin: String?, url: String?, _ clock: TestClock
  ) -> ServerSettings {
    ServerSettings(
      isSecure: isSecure, origin: origin, url: url,
      fonts: FontSearchPath(override: Checkout.faces, executableFolder: nil),
      now: clock.read, decoder: InProcessDecoder())
  }

  private static func server(
    _ journals: Journal, _ settings: ServerSettings, _ accounts: AccountAccess?,
    _ teller: TestTeller, accountsMayMail: Bool = false
  ) async throws -> JournalServer {
    JournalServer(
      journals, settings, try await assets.value, accounts: accounts,
      accountsMayMail: accountsMayMail,
      tell: { notice, way throws(SendingError) in try teller.tell(notice, way) })
  }

  private static func sending(to routes: Routes) -> Send {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let application = Application(responder: routes.router.buildResponder(), logger: logger)
    return { method, uri, headers, body in
      try await application.test(.router) { client in
        try await client.execute(uri: uri, method: method, headers: headers, body: body)
      }
    }
  }

  /// What belongs to the first owner.
  var journal: OwnerJournal { get throws { try journals.journal(of: OwnerName("anna")) } }

  /// Pairs a further device.
  func pair(_ owner: String) throws -> String { try Self.pair(owner, in: journals, clock) }

  private static func pair(_ owner: String, in journals: Journal, _ clock: TestClock) throws
    -> String
  {
    let code = try journals.devices.makePairing(for: OwnerName(owner), now: clock.read())
    let paired = try journals.devices.pair(with: code, name: DeviceName("phone"), now: clock.read())
    return try #require(paired).1.text
  }

  /// The device of an owner that was paired last.
  func device(_ owner: String) throws -> Device {
    try #require(journals.devices.list(of: OwnerName(owner), now: clock.read()).first)
  }

  /// Adds an owner with a device.
  ///
  /// - Returns: the device's token.
  func add(_ owner: String) throws -> String {
    try journals.addOwner(OwnerName(owner), settings: JournalSettings(zone: .utc))
    return try pair(owner)
  }

  /// Makes a token of the first owner.
  func makeToken(
    _ scope: DeviceScope, days: Int = 90, postsWhileLocked: Bool = false
  ) throws -> String {
    let new = try NewToken(
      name: DeviceName("script"), scope: scope, days: days, postsWhileLocked: postsWhileLocked)
    let made = try journals.devices.makeToken(
      new, for: OwnerName("anna"), by: .machine, now: clock.read())
    return try #require(made).1.text
  }

  /// Lets the device of an owner that was paired last post while the journal is locked, or no longer.
  func allowPostingWhileLocked(_ owner: String, _ isAllowed: Bool = true) throws {
    let owner = try OwnerName(owner)
    let devices = try journals.devices.list(of: owner, now: clock.read())
    let last = try #require(devices.max { $0.id < $1.id })
    #expect(
      try journals.devices.setPostsWhileLocked(
        last.id, isAllowed, of: owner, by: .machine, now: clock.read()))
  }

  /// Gives the first owner a PIN.
  func setPIN(_ digits: String = "8352") throws {
    let lock = try journals.lock(of: OwnerName("anna"), iterations: 10, now: clock.read)
    try lock.set(PIN(Array(digits.utf8).span))
  }

  /// Sends a request as a program does, with the first owner's device unless another is said.
  func request(
    _ method: HTTPRequest.Method, _ uri: String, _ headers: HTTPFields = [:],
    body: ByteBuffer? = nil, token: String?
  ) async throws -> TestResponse {
    var headers = headers
    if let token { headers[.authorization] = "Bearer \(token)" }
    let response = try await send(method, uri, headers, body)
    try interface.check(response, of: method, uri)
    return response
  }

  func request(
    _ method: HTTPRequest.Method, _ uri: String, _ headers: HTTPFields = [:],
    body: ByteBuffer? = nil
  ) async throws -> TestResponse {
    try await request(method, uri, headers, body: body, token: token)
  }

  func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    try await request(.get, uri, headers)
  }

  /// Sends JSON.
  func send(
    _ method: HTTPRequest.Method, _ uri: String, _ json: String, _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "application/json"
    return try await request(method, uri, headers, body: ByteBuffer(string: json))
  }

  /// The files of the journal's folder but for those of the database.
  var files: [String] { folder.files.filter { !$0.hasPrefix("journal/journal.") } }
}

/// Tells nobody, and remembers what it was to tell.
final class TestTeller: Sendable {
  private struct State {
    var told: [(notice: Notice, way: ReminderWay)] = []
    var error: SendingError?
  }

  private let state = Mutex(State())

  var told: [(notice: Notice, way: ReminderWay)] { state.withLock { $0.told } }

  /// What goes wrong from now on; nil for nothing.
  func fail(with error: SendingError?) { state.withLock { $0.error = error } }

  func tell(_ notice: Notice, _ way: ReminderWay) throws(SendingError) {
    let error = state.withLock { state in
      state.told.append((notice, way))
      return state.error
    }
    if let error { throw error }
  }
}

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let seconds: Mutex<Int>

  init(_ seconds: Int) { self.seconds = Mutex(seconds) }

  var read: @Sendable () -> Int { { self.seconds.withLock { $0 } } }

  func advance(_ count: Int) { seconds.withLock { $0 += count } }
}

extension Site {
  /// A JPEG that no other is the same as, with its time in it.
  static func photo(_ time: String = "2024:01:31 23:59:58") throws -> [UInt8] {
    try MadePhoto.jpeg(width: 160, height: 120, exif: ExifBlock(dateTimeOriginal: time))
      + Array(UUID().uuidString.utf8)
  }

  /// Posts a photo as a program does.
  func post(
    _ photo: [UInt8], _ fields: [(String, String)] = [], name: String = "a.jpg",
    key: String = UUID().uuidString, token: String? = nil
  ) async throws -> TestResponse {
    let body = MultipartBody(fields: fields, photo: photo, name: name)
    return try await request(
      .post, "/api/v1/posts", [.contentType: body.contentType, .idempotencyKey: key],
      body: ByteBuffer(bytes: body.bytes), token: token ?? self.token)
  }

  /// Posts photos of these times, each with its caption.
  func post(_ posts: [(time: String, caption: String)]) async throws {
    for (time, caption) in posts {
      let response = try await post(Self.photo(), [("caption", caption), ("time", time)])
      #expect(response.status == .created, "\(response.text)")
    }
  }
}
