package import Fonts
package import Hummingbird
package import Journal
import NIOCore
package import Places
package import Raster
package import Store

/// A journal on the web: pages for people and an interface for programs.
package struct JournalServer: Sendable {
  let queues = Queues(jobs: MemoryBudget.ofThisProcess.jobs)
  let bodies: LongBodies
  let pages: Pages
  /// The connections of its clients.
  package let connections: Connections
  private let settings: ServerSettings
  private let gate: Gate
  private let signIn: SignInPage
  private let groups: [any RouteGroup]

  /// - Parameters:
  ///   - journals: the folder's.
  ///   - settings: how the server is reached.
  ///   - pages: what pages are made of.
  ///   - accounts: by whose word people come in, beside links and passkeys; nil for nobody's.
  ///   - hooks: where hooks may go that devices set up; nil for what goes by the number of owners.
  ///   - accountsMayMail: whether owners whom accounts made may have mail.
  ///   - tell: tells a notice by a way of an owner's.
  package init(
    _ journals: Journal, _ settings: ServerSettings, _ pages: Pages,
    accounts: AccountAccess? = nil, hooks: HookRule? = nil, accountsMayMail: Bool = false,
    tell: @escaping ReminderRound.Send
  ) {
    let (workers, queues, now) = (queues.common, queues, settings.now)
    let server = ServerParts(journals: journals, pages: pages, queues: queues, settings: settings)
    bodies = LongBodies(memory: BodyMemory(), workers: workers)
    let sessions = DeviceSessions()
    let labels = Labelling(settings)
    let connections = Connections(isBehindProxy: settings.isBehindProxy)
    let cache = BrowserCache(sessions, isSecure: settings.isSecure)
    let gate = Gate(
      journals: journals, sessions: sessions, workers: workers, settings: settings,
      connections: connections, cache: cache)
    let bodies = bodies
    let editor = PostEditor(labels: labels, posting: queues.posting, workers: workers, now: now)
    let drafts = Drafts(
      journals: journals, sessions: sessions, workers: workers, posting: queues.posting,
      decoder: settings.decoder, now: now)
    let forms = FormBodies(
      folder: journals.folder, bodies: bodies, posting: queues.posting, workers: workers)
    let posting = PhotoPosting(labels: labels, queue: queues.posting, now: now)
    let uploads = CollectionUploads(
      forms: forms, places: queues.collections, workers: workers, now: now)
    let composer = ComposerRoutes(
      server: server, drafts: drafts, forms: forms, posting: posting, pictures: queues.pictures)
    let setup = WaySetup(
      workers: workers, hooks: hooks ?? HookRule(journals), settings: settings,
      accountsMayMail: accountsMayMail, tell: tell)
    let pinAgain = PINAgain(
      journals: journals, workers: workers, hashes: queues.pins, now: now)
    let addresses = FeedAddresses(settings: settings)
    let arrivals = ArrivalDesk(journals: journals, queues: queues, labels: labels, now: now)
    let texts = TextPageRoutes(server: server)
    let ceremonies = Ceremonies()
    let signIn = SignInPage(server: server, gate: gate, issuer: accounts?.name)
    groups = [
      AssetRoutes(server: server),
      MoreRoutes(server: server), HelpRoutes(server: server),
      signIn,
      PairingRoutes(server: server, gate: gate),
      LockRoutes(server: server, sessions: sessions, gate: gate, hashes: queues.pins),
      PasskeyEntryRoutes(server: server, gate: gate, ceremonies: ceremonies),
      PasskeyRoutes(server: server, gate: gate, ceremonies: ceremonies, pinAgain: pinAgain),
      DeviceRoutes(server: server, cache: cache, connections: connections),
      OfflineRoutes(server: server, sessions: sessions),
      TokenRoutes(server: server, pinAgain: pinAgain),
      AccountRoutes(server: server, access: accounts, gate: gate, pinAgain: pinAgain),
      SignOutRoutes(server: server, access: accounts, gate: gate),
      AccessRoutes(server: server),
      SettingsRoutes(
        server: server, issuer: accounts?.name, bodies: bodies, arrivals: arrivals),
      ArrivalRoutes(server: server, desk: arrivals, forms: forms),
      PostRoutes(server: server, editor: editor, bodies: bodies),
      VersionRoutes(server: server), TemplateRoutes(server: server, bodies: bodies),
      PostingRoutes(server: server, posting: posting, forms: forms),
      PostPhotosRoutes(server: server, posting: posting, forms: forms),
      composer,
      DraftRoutes(
        server: server, drafts: drafts, forms: forms, labels: labels, pictures: queues.pictures),
      PostPageRoutes(
        server: server, editor: editor, posting: posting, drafts: drafts, forms: forms,
        composer: composer),
      TickRoutes(server: server, editor: editor),
      ViewerRoutes(server: server, labels: labels, pictures: queues.pictures),
      VersionPageRoutes(server: server),
      TimelineRoutes(server: server),
      SelectionRoutes(server: server, places: queues.exports),
      PhotoRoutes(
        server: server, decoder: settings.decoder, pictures: queues.pictures,
        answers: queues.answers, cache: cache),
      TrashRoutes(server: server),
      TodayRoutes(
        server: server,
        sections: TodayRoutes.sections + [
          AccessSection(journals: journals), SamplesSection(texts: pages.texts),
        ]),
      SampleRoutes(server: server, posting: posting),
      CalendarRoutes(server: server),
      MemoryRoutes(server: server),
      StatisticsRoutes(server: server),
      TextRoutes(server: server),
      CardRoutes(server: server, posting: posting, pictures: queues.pictures),
      texts,
      ReadingRoutes(server: server),
      HighlightPageRoutes(server: server, texts: texts),
      NotePageRoutes(server: server, forms: forms, drafts: drafts),
      CollectionRoutes(server: server, uploads: uploads),
      CollectionPageRoutes(server: server, uploads: uploads),
      HighlightRoutes(server: server, bodies: bodies), NoteRoutes(server: server, bodies: bodies),
      SectionRoutes(server: server),
      PlanRoutes(server: server, bodies: bodies),
      PlanPageRoutes(server: server, forms: forms),
      PeopleListRoutes(server: server),
      PeopleRoutes(server: server, bodies: bodies),
      PeoplePageRoutes(server: server, bodies: bodies),
      DueRoutes(server: server),
      ContactRoutes(server: server),
      FeedRoutes(server: server),
      ReminderRoutes(server: server, addresses: addresses, setup: setup, pinAgain: pinAgain),
      ReminderPageRoutes(server: server, addresses: addresses, setup: setup, pinAgain: pinAgain),
      ExportRoutes(server: server, places: queues.exports),
    ]
    (self.pages, self.settings, self.gate, self.signIn) = (pages, settings, gate, signIn)
    self.connections = connections
  }

  /// The path that an issuer sends browsers back to.
  package static let signInReturn = AccountRoutes.returnPath

  /// All routes, newly made.
  package func routes() -> Routes {
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLog())
    router.add(middleware: AnswerHeaders(isSecure: settings.isSecure))
    router.add(
      middleware: ErrorAnswers(
        page: { [pages, signIn] problem, request in
          signIn.refusal(problem, request) ?? pages.problem(problem, request)
        }, wording: settings.wording))
    router.add(middleware: HostCheck())
    let routes = Routes(into: router, gate: gate, answers: queues.answers)
    for group in groups { group.add(to: routes) }
    routes.addDocument()
    routes.refuseOtherMethods()
    return routes
  }

  /// The description of the interface for programs, in OpenAPI 3.1, on many lines.
  ///
  /// - Throws: what `JSONEncoder` throws.
  package func document() throws -> [UInt8] {
    try InterfaceDocument(of: routes().entries).encoded(onManyLines: true)
  }

  /// What answers requests.
  package func responder() -> some HTTPResponder<ServerContext> { routes().router.buildResponder() }
}

/// How browsers reach a server, and its parts.
package struct ServerSettings: Sendable {
  /// Whether browsers reach it over TLS, its own or a proxy's.
  package var isSecure: Bool
  /// Whether all connections come from a proxy that names the client (`X-Forwarded-For`).
  package var isBehindProxy: Bool
  /// The origin of its pages for browsers (RFC 6454); nil if each request's host decides it.
  package var origin: String?
  /// The address for browsers; nil if each may use another.
  package var url: String?
  /// The SHA-256 of the server's self-made certificate, as browsers show it; nil without one.
  package var fingerprint: String?
  /// The port of a connection; nil if unknown.
  package var port: @Sendable (any Channel) -> Int? = { $0.localAddress?.port }
  /// The program's version, as people read it.
  package var version: String
  /// The addresses for browsers elsewhere; read when a link is made.
  package var addresses: @Sendable () throws -> [String]
  /// Where to find the labels' fonts.
  package var fonts: FontSearchPath
  /// Finds the time zones of photos' positions.
  package var places: ZoneFinder?
  /// Seconds since 1970 in UTC.
  package var now: @Sendable () -> Int
  /// The text of an error for the log, without anything that a person wrote.
  package var wording: @Sendable (any Error) -> String
  /// Decodes photos.
  package var decoder: any PictureDecoder

  package init(
    isSecure: Bool, isBehindProxy: Bool = false, origin: String? = nil, url: String? = nil,
    fingerprint: String? = nil, fonts: FontSearchPath, places: ZoneFinder? = nil,
    now: @escaping @Sendable () -> Int, decoder: any PictureDecoder,
    version: String = "", addresses: @escaping @Sendable () throws -> [String] = { [] },
    wording: @escaping @Sendable (any Error) -> String = { "\(type(of: $0))" }
  ) {
    (self.isSecure, self.isBehindProxy, self.origin) = (isSecure, isBehindProxy, origin)
    (self.url, self.fingerprint) = (url, fingerprint)
    (self.fonts, self.places, self.now, self.wording) = (fonts, places, now, wording)
    (self.decoder, self.version, self.addresses) = (decoder, version, addresses)
  }

  var scheme: String { isSecure ? "https" : "http" }

  /// What browsers call the origin of the page that a request asks for (RFC 6454); nil where it names no host.
  func origin(of request: Request) -> String? {
    origin ?? request.head.authority.map { "\(scheme)://\($0)" }
  }

  /// A cookie for this server alone, which no script reads, for so many seconds; 0 deletes it.
  func cookie(_ name: String, _ value: String, lifetime: Int) -> Cookie {
    Cookie(
      name: name, value: value, maxAge: lifetime, path: "/", secure: isSecure, httpOnly: true,
      sameSite: .lax)
  }
}
