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
  /// What must show nowhere.
  private static let secrets = [
    "Geheimnis", "2019-07-14", "Geheimtag", "IMG_secret", "Geheimwort", "Geheimtitel",
    "Geheimplan", "Geheimname", "Geheimmemo", "geheim.example", "Geheimtoken", "Geheimfeed",
  ]

  /// By which no draft is known.
  private static let name = String(repeating: "A", count: 43)

  /// A site with a post, one in the trash, a tag, a note and a plan of a text, and a person with a contact.
  private func makeSite() async throws -> Site {
    let site = try await Site()
    for name in ["IMG_secret1.jpg", "IMG_secret2.jpg"] {
      let posted = try await site.post(
        Site.photo(),
        [
          ("caption", "Geheimnis"), ("time", "2019-07-14 10:00"), ("tag", "Geheimtag"),
          ("words", "Geheimwort"), ("title", "Geheimtitel"), ("mood", "2"),
        ],
        name: name)
      #expect(posted.status == .created)
    }
    let words = #"{"words": "Geheimwort neu", "title": "Geheimtitel"}"#
    #expect(
      try await site.send(.patch, "/api/v1/posts/1", words, [.ifMatch: "*"]).status == .ok)
    let deleted = try await site.request(.delete, "/api/v1/posts/2")
    #expect(deleted.status == .noContent)
    _ = try await site.add(
      collection: "key,text,section\na.1,Offen,a\nb.1,Auch offen,b\n", named: "w.csv")
    for (method, path, json) in [
      (HTTPRequest.Method.put, "text/note?key=a.1", #"{"words":"Geheimwort","replaces":null}"#),
      (.post, "text/highlights?key=a.1", #"{"quote":"Offen"}"#),
    ] {
      #expect(try await site.send(method, "/api/v1/texts/\(path)", json).status == .ok)
    }
    let plan = #"{"name":"Geheimplan","making":"order","days":2,"collection":"w"}"#
    #expect(try await site.send(.post, "/api/v1/plans/made", plan).status == .created)
    #expect(try await site.post("/api/v1/plans/plan/start?name=Geheimplan").status == .ok)
    let person = #"{"name":"Geheimname","cadence":1,"start":"2019-07-14"}"#
    #expect(try await site.send(.post, "/api/v1/people", person).status == .created)
    for (path, json) in [
      ("", #"{"subject":"people","time":"09:00"}"#),
      ("/ways", #"{"kind":"hook","address":"https://geheim.example/t","token":"Geheimtoken"}"#),
      ("/feeds", #"{"name":"Geheimfeed"}"#),
    ] {
      #expect(try await site.send(.post, "/api/v1/reminders\(path)", json).status == .created)
    }
    let contact = #"{"memo":"Geheimmemo","day":"2019-07-14"}"#
    #expect(try await site.send(.post, "/api/v1/people/1/contacts", contact).status == .created)
    return site
  }

  /// The address of a route, filled with what is there.
  private func uri(_ path: String) -> String {
    path.replacing(":number", with: "1").replacing(":id", with: "1").replacing(":code", with: "x")
      .replacing(":version", with: "1")
      .replacing(":name", with: Self.name).replacing(":key", with: Self.name)
      + (path.hasSuffix("/days") ? "?from=2019-01-01&to=2019-12-31" : "")
      + (path.hasSuffix("/thumbnail") ? "?size=256" : "")
  }

  private func ask(
    _ site: Site, _ entry: Routes.Entry, token: String?
  ) async throws -> (status: HTTPResponse.Status, text: String) {
    let body = MultipartBody(fields: [("caption", "x")], photo: try Site.photo())
    let isForm = entry.path.hasSuffix("/posts") && entry.method == .post
    let json =
      entry.path.hasSuffix("/batch") ? #"{"posts":[1],"starred":true}"# : #"{"caption":"y"}"#
    let headers: HTTPFields = [
      .contentType: isForm ? body.contentType : "application/json", .ifMatch: "*",
      .idempotencyKey: "key",
    ]
    let response = try await site.request(
      entry.method, uri(entry.path), headers,
      body: entry.method == .get
        ? nil : ByteBuffer(bytes: isForm ? body.bytes : Array(json.utf8)),
      token: token)
    let head = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return (response.status, head + "\n" + response.text)
  }

  @Test("is declared: the router has none but those, and refusals of other methods")
  func declared() async throws {
    let site = try await Site()
    let routes = site.server.routes()
    let declared = Set(routes.entries.map { "\($0.method) \(RouterPath($0.path))" })
    #expect(declared.count == routes.entries.count)
    var found: Set<String> = []
    for route in routes.router.routes {
      let name = "\(route.method) \(route.path)"
      if declared.contains(name) {
        found.insert(name)
      } else {
        let path = routes.entries.first { "\(RouterPath($0.path))" == "\(route.path)" }?.path
        let response = try await site.request(
          route.method, uri(#require(path, "\(name)")), token: nil)
        #expect(response.status == .methodNotAllowed, "\(name)")
      }
    }
    #expect(found == declared)
  }

  @Test("that is not open refuses who has no device, and tells nothing")
  func noDevice() async throws {
    let site = try await makeSite()
    let entries = site.server.routes().entries
    #expect(entries.count > 20)
    for entry in entries where entry.access != .open {
      for token in [nil, "x", String(repeating: "A", count: 43)] {
        let (status, text) = try await ask(site, entry, token: token)
        #expect(status == .unauthorized, "\(entry)")
        #expect(Self.secrets.allSatisfy { !text.contains($0) }, "\(entry)")
        #expect(!text.lowercased().contains("etag"), "\(entry)")
      }
    }
    #expect(try site.journal.posts.size() == (1, 1))
  }

  @Test("that needs an unlocked journal stays shut while it is locked, and tells nothing")
  func locked() async throws {
    let site = try await makeSite()
    // One that may post all the same, and nothing else.
    let posting = try site.pair("anna")
    try site.allowPostingWhileLocked("anna")
    try site.setPIN()
    let entries = site.server.routes().entries.filter { $0.access == .unlocked }
    let asked =
      entries.map { ($0, site.token) } + entries.filter { $0.scope != .post }.map { ($0, posting) }
    for (entry, token) in asked {
      let (status, text) = try await ask(site, entry, token: token)
      if entry.path.hasPrefix("/api/") || entry.method != .get {
        #expect(status == .locked, "\(entry)")
      } else {
        #expect(status == .seeOther, "\(entry)")
      }
      #expect(Self.secrets.allSatisfy { !text.contains($0) }, "\(entry)")
      #expect(!text.lowercased().contains("etag"), "\(entry)")
    }
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

  @Test(
    "takes a token whose scope is enough, and tells one that only posts nothing",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"),
    arguments: [DeviceScope.read, .post])
  func scoped(scope: DeviceScope) async throws {
    let site = try await makeSite()
    let token = try site.makeToken(scope)
    func rows() async throws -> String {
      let path = "\(site.folder.path("journal"))/journal.sqlite"
      let dump = try await InstalledProgram.sqlite3(path, ".dump").output
      return dump.split(separator: "\n").filter { !$0.contains("INTO device VALUES") }
        .joined(separator: "\n")
    }
    let before = try await rows()
    for entry in site.server.routes().entries {
      let isPost = entry.scope == .post
      if scope == .post, isPost { continue }
      guard let needed = entry.scope else { continue }
      let (status, text) = try await ask(site, entry, token: token)
      if scope.allows(needed) {
        #expect(![.unauthorized, .forbidden, .locked].contains(status), "\(entry) \(text)")
      } else {
        #expect(status == .forbidden, "\(entry)")
        #expect(text.contains("error=\"insufficient_scope\""), "\(entry) \(text)")
        #expect(Self.secrets.allSatisfy { !text.contains($0) }, "\(entry) \(text)")
        #expect(!text.lowercased().contains("etag"), "\(entry)")
      }
    }
    #expect(try await rows() == before)
    let post = try #require(site.server.routes().entries.first { $0.scope == .post })
    let (status, text) = try await ask(site, post, token: token)
    #expect(status == (scope == .post ? .created : .forbidden))
    let said = text.lowercased().replacing("geolocation", with: "")
    #expect(!said.contains("etag") && !said.contains("location"))
  }

  @Test("shows another owner's device nothing")
  func otherOwner() async throws {
    let site = try await makeSite()
    let other = try site.add("bea")
    // One of them ends the device that asks.
    let entries = site.server.routes().entries.filter {
      $0.access != .open && $0.path != "/sign-out"
    }
    // But for the routes that post: then there would be a post 1 of their own.
    for entry in entries where !(entry.method == .post && entry.path.hasSuffix("/posts")) {
      let (status, text) = try await ask(site, entry, token: other)
      if entry.path.hasPrefix("/api/v1/posts/") || entry.path.hasPrefix("/api/v1/devices/") {
        #expect(status == .notFound, "\(entry)")
      }
      #expect(Self.secrets.allSatisfy { !text.contains($0) }, "\(entry) \(text)")
    }
    #expect(try site.journal.posts.size() == (1, 1))
    #expect(try await site.get("/api/v1/devices").status == .ok)
  }

  @Test("of the interface takes the parameters that its document has, and refuses others")
  func parameters() async throws {
    let site = try await makeSite()
    let paths = try InterfaceDescription.read().paths
    for entry in site.server.routes().entries where entry.path.hasPrefix("/api/") {
      let template = entry.path.split(separator: "/").map {
        $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0)
      }
      let operation = paths["/" + template.joined(separator: "/")]?[
        entry.method.rawValue.lowercased()]
      #expect(try #require(operation, "\(entry)").query == entry.parameters, "\(entry)")
      #expect(operation?.scope == entry.scope?.rawValue, "\(entry)")
      let uri = uri(entry.path)
      let answer = try await site.request(
        entry.method, "\(uri)\(uri.contains("?") ? "&" : "?")wrong=1")
      #expect(answer.status == .badRequest, "\(entry)")
      #expect(answer.text.contains("“wrong”"), "\(entry)")
    }
    #expect(try site.journal.posts.size() == (1, 1))
  }

  @Test("of a page leaves aside what its address has that it does not know")
  func unknownOnPages() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "cake")
    for path in [
      "/", "/calendar", "/timeline", "/days/2024-01-31", "/months/2024-01", "/years/2024",
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
      #expect(response.headers[.allow]?.isEmpty == false)
    }
  }

  @Test("is read and tested with its group alone")
  func alone() async throws {
    let site = try await Site()
    let settings = ServerSettings(
      isSecure: false, fonts: FontSearchPath(override: nil, executableFolder: nil),
      now: site.clock.read, decoder: InProcessDecoder())
    let workers = Workers(count: 1)
    let gate = Gate(
      journals: site.journals, sessions: DeviceSessions(), workers: workers, settings: settings,
      connections: Connections(isBehindProxy: false),
      cache: BrowserCache(DeviceSessions(), isSecure: false))
    let routes = Routes(into: Router(context: ServerContext.self), gate: gate)
    TrashRoutes(pages: site.server.pages, workers: workers).add(to: routes)
    #expect(
      Set(routes.entries.map(\.path)) == [
        "/trash", "/trash/empty", "/trash/restore", "/trash/:number/delete", "/api/v1/trash",
        "/api/v1/trash/:number", "/api/v1/trash/restore",
      ])
    #expect(routes.entries.allSatisfy { $0.access == .unlocked })
    let application = Application(router: routes.router)
    let answer = try await application.test(.router) { client in
      try await client.execute(
        uri: "/api/v1/trash", method: .get, headers: [.authorization: "Bearer \(site.token)"])
    }
    #expect(answer.text == #"{"posts":[]}"#)
  }

  @Test(
    "knows the header fields that HTTPTypes does not name",
    arguments: [
      (HTTPField.Name.secFetchSite, "Sec-Fetch-Site"), (.referrerPolicy, "Referrer-Policy"),
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
