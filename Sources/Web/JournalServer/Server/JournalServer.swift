package import Fonts
package import Hummingbird
package import Journal
import NIOCore
package import Raster
package import Store

/// A journal on the web: pages for people and an interface for programs.
package struct JournalServer: Sendable {
  let queues = Queues(jobs: MemoryBudget.ofThisProcess.jobs)
  let bodies: LongBodies
  let pages: Pages
  /// Those of its clients.
  package let connections: Connections
  private let settings: ServerSettings
  private let gate: Gate
  private let signIn: SignInPage
  private let groups: [any RouteGroup]

  /// - Parameters:
  ///   - journals: the folder's.
  ///   - settings: how the server is reached.
  ///   - assets: what is served beside the journals.
  ///   - accounts: by whose word people come in, beside links and passkeys; nil for nobody's.
  ///   - hooks: where hooks may go that devices set up; nil for what goes by the number of owners.
  ///   - accountsMayMail: whether owners whom accounts made may have mail.
  ///   - tell: tells a notice by a way of an owner's.
  package init(
    _ journals: Journal, _ settings: ServerSettings, _ assets: ServerAssets,
    accounts: AccountAccess? = nil, hooks: HookRule? = nil, accountsMayMail: Bool = false,
    tell: @escaping ReminderRound.Send
  ) {
    let pages = assets.pages
    let (workers, queues, now) = (queues.common, queues, settings.now)
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
      journals: journals, sessions: sessions, workers: workers, posting: queues.posting, now: now)
    let forms = FormBodies(
      folder: journals.folder, bodies: bodies, posting: queues.posting, workers: workers)
    let posting = PhotoPosting(labels: labels, queue: queues.posting, now: now)
    let uploads = CollectionUploads(
      forms: forms, places: queues.collections, workers: workers, now: now)
    let composer = ComposerRoutes(
      drafts: drafts, forms: forms, posting: posting, pictures: queues.pictures, pages: pages,
      workers: workers, now: now)
    let setup = WaySetup(
      workers: workers, hooks: hooks ?? HookRule(journals), settings: settings,
      accountsMayMail: accountsMayMail, tell: tell)
    let pinAgain = PINAgain(
      journals: journals, workers: workers, hashes: queues.pins, now: now)
    let addresses = FeedAddresses(settings: settings)
    let searches = Searches(queue: queues.searches, workers: workers)
    let texts = TextPageRoutes(pages: pages, workers: workers, searches: searches, now: now)
    let ceremonies = Ceremonies()
    let signIn = SignInPage(
      pages: pages, gate: gate, settings: settings, issuer: accounts?.name)
    groups = [
      AssetRoutes(files: pages.files, document: assets.document, workers: workers),
      MoreRoutes(journals: journals, pages: pages, workers: workers, settings: settings),
      signIn,
      PairingRoutes(journals: journals, gate: gate, pages: pages, workers: workers, now: now),
      LockRoutes(
        journals: journals, sessions: sessions, gate: gate, pages: pages, workers: workers,
        hashes: queues.pins, now: now),
      PasskeyEntryRoutes(
        journals: journals, gate: gate, pages: pages, workers: workers, settings: settings,
        ceremonies: ceremonies),
      PasskeyRoutes(
        journals: journals, gate: gate, pages: pages, workers: workers, settings: settings,
        ceremonies: ceremonies, pinAgain: pinAgain),
      DeviceRoutes(
        journals: journals, pages: pages, workers: workers, settings: settings, cache: cache,
        connections: connections, now: now),
      TokenRoutes(
        journals: journals, pages: pages, workers: workers, pinAgain: pinAgain, now: now),
      AccountRoutes(
        access: accounts, journals: journals, gate: gate, pages: pages, workers: workers,
        settings: settings, pinAgain: pinAgain),
      SignOutRoutes(
        access: accounts, journals: journals, gate: gate, pages: pages, workers: workers, now: now),
      AccessRoutes(journals: journals, pages: pages, workers: workers, now: now),
      SettingsRoutes(
        journals: journals, settings: settings, pages: pages, workers: workers,
        issuer: accounts?.name),
      PostRoutes(
        editor: editor, bodies: bodies, workers: workers, searches: searches, now: now),
      VersionRoutes(workers: workers, now: now),
      PostingRoutes(posting: posting, forms: forms, workers: workers, now: now),
      composer,
      DraftRoutes(
        drafts: drafts, forms: forms, labels: labels, pictures: queues.pictures, pages: pages,
        workers: workers, now: now),
      PostPageRoutes(
        editor: editor, drafts: drafts, forms: forms, pages: pages, workers: workers,
        composer: composer, now: now),
      ViewerRoutes(
        labels: labels, pictures: queues.pictures, pages: pages, workers: workers),
      VersionPageRoutes(pages: pages, workers: workers, now: now),
      TimelineRoutes(pages: pages, workers: workers, searches: searches, settings: settings),
      SelectionRoutes(workers: workers, places: queues.exports, settings: settings),
      PhotoRoutes(
        decoder: settings.decoder, pictures: queues.pictures, workers: workers, cache: cache),
      TrashRoutes(pages: pages, workers: workers),
      TodayRoutes(
        pages: pages, workers: workers, settings: settings, now: now,
        sections: TodayRoutes.sections + [AccessSection(journals: journals)]),
      CalendarRoutes(pages: pages, workers: workers, settings: settings, now: now),
      MemoryRoutes(pages: pages, workers: workers, settings: settings, now: now),
      StatisticsRoutes(pages: pages, workers: workers, now: now),
      TextRoutes(workers: workers, searches: searches, now: now),
      CardRoutes(
        settings: settings, posting: posting, pictures: queues.pictures, workers: workers),
      texts,
      ReadingRoutes(pages: pages, workers: workers, settings: settings),
      HighlightRoutes(
        pages: pages, workers: workers, searches: searches, now: now, texts: texts),
      NoteRoutes(forms: forms, drafts: drafts, pages: pages, workers: workers, now: now),
      CollectionRoutes(uploads: uploads, workers: workers),
      CollectionPageRoutes(uploads: uploads, pages: pages, workers: workers),
      AnnotationRoutes(bodies: bodies, workers: workers, searches: searches, now: now),
      SectionRoutes(workers: workers, now: now),
      PlanRoutes(bodies: bodies, workers: workers, now: now),
      PlanPageRoutes(forms: forms, pages: pages, workers: workers, now: now),
      PeopleRoutes(bodies: bodies, workers: workers, searches: searches, now: now),
      PeoplePageRoutes(
        bodies: bodies, pages: pages, workers: workers, searches: searches, settings: settings,
        now: now),
      DueRoutes(pages: pages, workers: workers, settings: settings, now: now),
      ContactRoutes(workers: workers, now: now),
      FeedRoutes(journals: journals, workers: workers, settings: settings, now: now),
      ReminderRoutes(
        pages: pages, workers: workers, addresses: addresses, setup: setup, pinAgain: pinAgain,
        journals: journals, now: now),
      ReminderPageRoutes(
        journals: journals, pages: pages, workers: workers, addresses: addresses, setup: setup,
        pinAgain: pinAgain, now: now),
      ExportRoutes(
        journals: journals, workers: workers, places: queues.exports, settings: settings),
    ]
    (self.pages, self.settings, self.gate, self.signIn) = (pages, settings, gate, signIn)
    self.connections = connections
  }

  /// The path to which an issuer sends browsers back.
  package static let signInReturn = AccountRoutes.returnPath

  /// All routes, made anew.
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
    let routes = Routes(into: router, gate: gate)
    for group in groups { group.add(to: routes) }
    routes.refuseOtherMethods()
    return routes
  }

  /// What answers requests.
  package func responder() -> some HTTPResponder<ServerContext> { routes().router.buildResponder() }
}

/// How a server is reached, and what it works with.
package struct ServerSettings: Sendable {
  /// Whether browsers reach it over TLS, its own or a proxy's.
  package var isSecure: Bool
  /// Whether all connections come from a proxy, which says from whom (`X-Forwarded-For`).
  package var isBehindProxy: Bool
  /// What browsers call its pages' origin (RFC 6454); nil where each request's host tells that.
  package var origin: String?
  /// The address by which browsers are to reach it; nil where each may use another.
  package var url: String?
  /// The port at which a connection came; nil where that is not known.
  package var port: @Sendable (any Channel) -> Int? = { $0.localAddress?.port }
  /// The program's version, as people read it.
  package var version: String
  /// The addresses that browsers elsewhere reach it by; asked for when a link is made.
  package var addresses: @Sendable () throws -> [String]
  /// Where the faces of labels are.
  package var fonts: FontSearchPath
  /// Seconds since 1970 in UTC.
  package var now: @Sendable () -> Int
  /// The words for an error in the log, which hold nothing that a person wrote.
  package var wording: @Sendable (any Error) -> String
  /// Decodes photos.
  package var decoder: any PictureDecoder

  package init(
    isSecure: Bool, isBehindProxy: Bool = false, origin: String? = nil, url: String? = nil,
    fonts: FontSearchPath, now: @escaping @Sendable () -> Int, decoder: any PictureDecoder,
    version: String = "", addresses: @escaping @Sendable () throws -> [String] = { [] },
    wording: @escaping @Sendable (any Error) -> String = { "\(type(of: $0))" }
  ) {
    (self.isSecure, self.isBehindProxy, self.origin) = (isSecure, isBehindProxy, origin)
    self.url = url
    (self.fonts, self.now, self.wording) = (fonts, now, wording)
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
