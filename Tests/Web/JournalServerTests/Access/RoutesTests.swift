import Fonts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Raster
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("Every route")
struct RouteAccessTests {
  /// By which no draft is known.
  private static let name = String(repeating: "A", count: 43)

  /// The address of a route, filled with what is there.
  private func uri(_ path: String) -> String {
    path.replacing(":number", with: "1").replacing(":id", with: "1").replacing(":code", with: "x")
      .replacing(":version", with: "1").replacing(":photo", with: "1")
      .replacing(":name", with: Self.name).replacing(":key", with: Self.name)
      + (path.hasSuffix("/days") ? "?from=2019-01-01&to=2019-12-31" : "")
      + (path.hasSuffix("/thumbnail") ? "?size=256" : "")
  }

  @Test("is declared: the router has none but those")
  func declared() async throws {
    let routes = try await Site().server.routes()
    let declared = Set(routes.entries.map { "\($0.method) \(RouterPath($0.path))" })
    #expect(declared.count == routes.entries.count)
    #expect(Set(routes.router.routes.map { "\($0.method) \($0.path)" }) == declared)
  }

  @Test("has its scope, and only the interface one of less than all")
  func scopes() async throws {
    let entries = try await Site().server.routes().entries
    for entry in entries {
      #expect((entry.scope == nil) == (entry.access == .open), "\(entry)")
      #expect(entry.scope ?? .all == .all || entry.path.hasPrefix("/api/"), "\(entry)")
    }
    func named(_ scope: DeviceScope) -> Set<String> {
      Set(entries.filter { $0.scope == scope }.map { "\($0.method) \($0.path)" })
    }
    #expect(named(.post) == ["POST /api/v1/posts"])
    // A set, whose elements stand in another order in each run.
    let changing: Set<String> = named(.read).filter { !$0.hasPrefix("GET ") }
    #expect(changing == ["POST /api/v1/lock", "POST /api/v1/unlock"])
    for name in ["settings", "devices", "export", "reminders/ways", "reminders/feeds"] {
      #expect(named(.all).contains("GET /api/v1/\(name)"))
    }
  }

  @Test("of the interface refuses parameters that it does not have")
  func parameters() async throws {
    let site = try await RouteSite().site
    let size = try site.journal.posts.size()
    for entry in site.server.routes().entries where entry.path.hasPrefix("/api/") {
      let uri = uri(entry.path)
      let answer = try await site.request(
        entry.method, "\(uri)\(uri.contains("?") ? "&" : "?")wrong=1")
      #expect(answer.status == .badRequest, "\(entry)")
      #expect(answer.text.contains("“wrong”"), "\(entry)")
    }
    #expect(try site.journal.posts.size() == size)
  }

  @Test("of a page leaves aside what its address has that it does not know")
  func unknownOnPages() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "cake")
    for path in [
      "/", "/calendar", "/timeline", "/tags", "/days/2024-01-31", "/months/2024-01", "/years/2024",
      "/posts/1", "/posts/1/versions", "/new", "/memories", "/statistics", "/trash",
      "/settings", "/texts", "/texts/rows", "/collections", "/texts/reading",
      "/texts/highlights", "/texts/notes", "/texts/plans", "/people", "/people/new", "/due",
      "/reminders",
    ] {
      for query in ["kind=video", "mood=9&mood=9", "utm=%ff", "%zz=1", "=&&=", "a=%00"] {
        #expect(try await test.visit("\(path)?\(query)").status == .ok, "\(path) \(query)")
      }
    }
    let found = try await test.visit("/timeline?kind=photo&q=cake&x=%ff").text
    #expect(found.contains("cake"), "\(found)")
  }

  @Test("refuses the methods that its path does not have")
  func otherMethods() async throws {
    let site = try await Site()
    for (path, entries) in Dictionary(grouping: site.server.routes().entries, by: \.path) {
      let method = try #require(
        [.put, .patch].first { method in !entries.contains { $0.method == method } })
      let response = try await site.request(method, uri(path), token: nil)
      #expect(response.status == .methodNotAllowed, "\(path)")
      var own = entries.map(\.method)
      if own.contains(.get) { own.append(.head) }
      #expect(response.headers[.allow] == own.map(\.rawValue).sorted().joined(separator: ", "))
    }
    let unknown = try #require(HTTPRequest.Method(rawValue: "BREW"))
    #expect(try await site.request(unknown, "/new").status == .methodNotAllowed)
    #expect(try await site.request(.put, "/nowhere").status == .notFound)
  }

  @Test("is read and tested with its group alone")
  func alone() async throws {
    let site = try await Site()
    let settings = ServerSettings(
      isSecure: false, fonts: FontSearchPath(override: nil, executableFolder: nil),
      now: site.clock.read, decoder: InProcessDecoder())
    let server = ServerParts(
      journals: site.journals, pages: site.server.pages, queues: Queues(jobs: 1),
      settings: settings)
    let gate = Gate(
      journals: site.journals, sessions: DeviceSessions(), workers: server.queues.common,
      settings: settings, connections: Connections(isBehindProxy: false),
      cache: BrowserCache(DeviceSessions(), isSecure: false))
    let routes = Routes(
      into: Router(context: ServerContext.self), gate: gate, answers: server.queues.answers)
    TrashRoutes(server: server).add(to: routes)
    #expect(
      Set(routes.entries.map(\.path)) == [
        "/trash", "/trash/empty", "/trash/restore", "/trash/:number/delete", "/api/v1/trash",
        "/api/v1/trash/:number", "/api/v1/trash/restore",
      ])
    #expect(routes.entries.allSatisfy { $0.access == .unlocked })
    // What is done for a request is done in the turn of who asks.
    routes.unlocked(.get, "/asker") { _, _, _ in
      try .json([Asker.current.owner?.text ?? "nobody"])
    }
    @Sendable func late(_ request: Request, _ device: Device) async throws -> Response {
      _ = try site.journals.devices.revoke(device.id, of: device.owner, now: site.clock.read())
      do {
        _ = try await Form(of: request)
        return try .json(["let in"])
      } catch {
        return try .json([Problem(error).name])
      }
    }
    routes.unlocked(.post, "/late") { request, _, visit in try await late(request, visit.device) }
    routes.device(.post, "/late/device") { request, _, device in try await late(request, device) }
    let application = Application(router: routes.router)
    try await application.test(.router) { client in
      for uri in ["/late", "/late/device"] {
        let answer = try await client.execute(
          uri: uri, method: .post,
          headers: [
            .authorization: "Bearer \(try site.pair("anna"))",
            .contentType: "application/x-www-form-urlencoded",
          ], body: ByteBuffer(string: "a=b"))
        #expect(answer.text == #"["revoked"]"#, "\(uri)")
      }
      for (uri, expected) in [("/api/v1/trash", #"{"posts":[]}"#), ("/asker", #"["anna"]"#)] {
        let answer = try await client.execute(
          uri: uri, method: .get, headers: [.authorization: "Bearer \(site.token)"])
        #expect(answer.text == expected)
      }
    }
  }

  @Test(
    "knows the header fields that HTTPTypes does not name",
    arguments: [
      (HTTPField.Name.secFetchSite, "Sec-Fetch-Site"), (.referrerPolicy, "Referrer-Policy"),
      (.link, "Link"),
      (.idempotencyKey, "Idempotency-Key"), (.forwardedFor, "X-Forwarded-For"),
      (.clearSiteData, "Clear-Site-Data"), (.saveData, "Save-Data"), (.refresh, "Refresh"),
    ])
  func fieldNames(name: HTTPField.Name, text: String) {
    #expect(name.rawName == text)
  }

  @Test("answers with what keeps browsers from doing more with it")
  func headers() async throws {
    let site = try await Site()
    let style = "/assets/app.css"
    let tag = try #require(try await site.get(style).headers[.eTag])
    let asked: [(uri: String, fields: HTTPFields)] = [
      (style, [:]), (style, [.ifNoneMatch: tag]), ("/", [:]), ("/nothing", [:]), ("/health", [:]),
    ]
    for (uri, fields) in asked {
      let response = try await site.get(uri, fields)
      #expect((response.status == .notModified) == !fields.isEmpty)
      #expect(response.headers[.crossOriginResourcePolicy] == "same-origin", "\(uri)")
      #expect(response.headers[.crossOriginOpenerPolicy] == "same-origin", "\(uri)")
      #expect(response.headers[.permissionsPolicy]?.contains("camera=()") == true, "\(uri)")
    }
    for uri in ["/api/v1/posts", "/api/v1/posts/9", "/api/v1/nothing", "/api/v1/openapi.json"] {
      let response = try await site.get(uri)
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(response.headers[.crossOriginResourcePolicy] == "same-origin")
      #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    }
  }
}
