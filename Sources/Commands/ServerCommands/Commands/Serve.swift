import JournalShell
import ArgumentParser
import Decoding
import Files
import Fonts
import Foundation
import Hummingbird
import HummingbirdCore
import Journal
import JournalServer
import Logging
import NIOCore
import OpenIDConnect
import Places
import Raster
import ServiceLifecycle
import Shell
import Store
import Synchronization
import Wording

/// `daystamp-server serve`, the default.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the journal until Ctrl-C.",
    discussion: """
      Makes a journal if there is none, and serves all of its owners. If --owner has no device \
      yet, it prints a link for that owner. After Ctrl-C or SIGTERM, the server finishes open \
      requests within \(patience) s; a second Ctrl-C ends it at once.

      EXAMPLES
        daystamp-server serve --port 8081
        For phones in the same network:
          daystamp-server --share
        The same, with a certificate for the machine's name:
          daystamp-server serve --host 0.0.0.0 --url https://home.example.org:8080 \\
            --tls-certificate cert.pem --tls-key key.pem
        Behind nginx or Caddy with TLS on the same machine:
          daystamp-server serve --behind-proxy --url https://photos.example.org
        The same, with accounts of another server (OpenID Connect):
          daystamp-server serve --behind-proxy --url https://photos.example.org \\
            --oidc-issuer https://id.example.org --oidc-client daystamp
      """)

  /// Seconds that requests under way may take at the end.
  private static let patience = 10

  @OptionGroup(title: "Listening") var listening: ListenOptions
  @OptionGroup(title: "Listening") var base: BaseAddressOption
  @OptionGroup(title: "TLS") var tls: TLSOptions
  @OptionGroup(title: "Signing in") var accounts: IssuerOptions
  @OptionGroup(title: "Running") var memory: MemoryOption

  @Option(
    help: ArgumentHelp(
      "Where pages and programs may send web hooks: public, to public addresses over TLS, or "
        + "local, to this machine and its network too. Default: local; public with a second "
        + "owner or --oidc-create.",
      valueName: "public|local"))
  var hooks: HookReach?

  @Flag(name: [.short, .long], help: "Log only failures.")
  var quiet = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    guard !tls.behindProxy || base.url?.isSecure == true else {
      throw ValidationError(Wording.plainProxy)
    }
    let address = try address()
    guard tls.isSecure || tls.allowHttp || address.isLoopback else {
      throw ValidationError(Wording.needsTLS(address.host))
    }
    try tls.files?.check()
    guard !tls.share || base.url?.isSecure != false else {
      throw ValidationError(Wording.sharesPlain)
    }
    _ = try accounts.settings(at: base.url)
  }

  func run() async throws {
    // One more than processors, so that a photo that takes long leaves places for both kinds of usual ones.
    memory.setForThisProcess(jobs: memory.usualJobs(processors: System.coreCount + 1))
    RasterMemory.giveBackSoon()
    OpenFiles.raiseLimit()
    try await ExitStatus.exit {
      try await serve()
      return .success
    }
  }

  /// Where the server listens.
  private func address() throws -> ListenAddress {
    try listening.address(usual: tls.share ? ListenAddress.everywhere : ListenOptions.usualHost)
  }

  private func serve() async throws {
    let address = try address()
    let sharing = tls.share ? try Sharing(address, base.url) : nil
    let pages = try await AssetsFolder.pages()
    let fonts = FontSearchPath(
      override: ProcessInfo.processInfo.environment["DAYSTAMP_FONTS"],
      executableFolder: ExecutableFolder.current())
    for font in BundledFont.allCases { _ = try fonts.locate(font) }
    let (journals, owner) = (try openOrMake(), try place.ownerName())
    if let exposure = FolderExposure(of: journals.folder) {
      logger.warning("\(exposure.wording.commandLine)")
    }
    // Made before anybody asks: no page of another site's has anything written. Pages tell of a damaged one.
    _ = try? journals.publicPushKey()
    let isFirst = try journals.devices.list(of: owner, now: Clock.now())
      .allSatisfy { $0.entry == .token }
    let certificate = try sharing.map {
      try OwnCertificate(for: $0.names, in: journals.folder, now: Clock.now())
    }
    let fingerprint = try certificate?.fingerprint
    let decoder = DecoderProcesses(limits: DecoderLimits(memoryUse: .givenBack)) {
      [logger] in logger.warning("\(Wording.logged($0))")
    }
    let web = WebClient()
    let pushes = PushSender(journals, web: web, at: base.url, now: Clock.now)
    let hooks = HookRule(
      journals, chosen: self.hooks, takesOwners: accounts.oidcCreate)
    let sender = WaySender(
      web: web, hooks: hooks, push: pushes.send(_:by:), now: Clock.now)
    let access = try accounts.settings(at: base.url).map { settings in
      AccountAccess(
        Issuer(settings, http: WebClient(), now: Clock.now),
        newOwner: settings.mayCreate ? JournalSettings(zone: try .ofThisMachine()) : nil)
    }
    let server = JournalServer(
      journals,
      ServerSettings(
        isSecure: tls.isSecure, isBehindProxy: tls.behindProxy,
        origin: tls.behindProxy ? base.url?.text : nil, url: base.url?.text,
        fingerprint: fingerprint, fonts: fonts,
        places: ZoneFinder(
          override: ProcessInfo.processInfo.environment["DAYSTAMP_PLACES"],
          executableFolder: ExecutableFolder.current()),
        now: Clock.now, decoder: decoder, version: ProgramVersion.text,
        addresses: { [base] in
          // As `daystamp-server pair` has them.
          try (base.url.map { [$0] } ?? RunningServer.addresses(in: journals.folder)).map(\.text)
        }, wording: Wording.logged),
      pages, accounts: access, hooks: hooks,
      accountsMayMail: accounts.oidcCreateMail, tell: sender.send(_:by:))
    let announcement = Announcement(
      journals: journals, address: address, base: base.url, host: sharing?.host,
      fingerprint: fingerprint, isSecure: tls.isSecure, isQuiet: quiet,
      pairs: isFirst || tls.share ? owner : nil)
    defer { announcement.end() }
    let application = Application(
      responder: server.responder(), server: try channels(server.connections, certificate),
      configuration: .init(
        address: .hostname(address.digits, port: listening.port), serverName: nil,
        availableConnectionsDelegate: Connections.accepted),
      onServerRunning: { channel in
        announcement.tell(port: channel.localAddress?.port ?? listening.port)
      },
      logger: logger)
    let reminders = ReminderLoop(
      journals,
      sender,
      at: { [base] in
        base.url ?? (try? RunningServer.addresses(in: journals.folder))?.first
      }, now: Clock.now, logger: logger, wording: Wording.logged)
    let asking = Task { [logger] in await Self.ask(access, logger) }
    defer { asking.cancel() }
    do {
      try await run(application, reminders)
    } catch let error as IOError {
      throw ServerError.listening(address, error)
    }
  }

  /// Asks the issuer for its metadata, so that errors in it show at once.
  private static func ask(_ access: AccountAccess?, _ logger: Logger) async {
    guard let issuer = access?.issuer else { return }
    do throws(OIDCError) {
      _ = try await issuer.start()
    } catch {
      logger.warning("\(Wording.issuerSilent(issuer.settings, error))")
    }
  }

  private var logger: Logger {
    var logger = Logger(label: "daystamp-server")
    logger.logLevel = quiet ? .error : .info
    return logger
  }

  /// Serves until a signal ends it.
  private func run(_ application: some Service, _ reminders: ReminderLoop) async throws {
    let serving = Serving(application)
    var services = ServiceGroupConfiguration(
      services: [SecondInterrupt(), Reminding(loop: reminders), serving],
      gracefulShutdownSignals: SecondInterrupt.signals,
      logger: logger)
    services.maximumGracefulShutdownDuration = .seconds(Self.patience)
    try await ServiceGroup(configuration: services).run()
    if serving.isBrokenOff { throw ServerError.brokenOff(seconds: Self.patience) }
  }

  private func openOrMake() throws -> Journal {
    do {
      return try Journal(opening: place.folder(), readers: 8)
    } catch JournalError.noJournal {
      _ = try place.make()
      return try Journal(opening: place.folder(), readers: 8)
    }
  }

  private func channels(
    _ connections: Connections, _ certificate: OwnCertificate?
  ) throws -> HTTPServerBuilder {
    guard let configuration = try tls.files?.configuration() ?? certificate?.configuration() else {
      return .http1(configuration: connections.configuration)
    }
    return HTTPServerBuilder { responder in
      try SecureChannel(configuration, connections, responder: responder)
    }
  }
}

extension HookReach: ExpressibleByArgument {}

/// The folder of the templates, styles and scripts that come with the program.
enum AssetsFolder {
  /// What they make.
  ///
  /// - Throws: ``ServerError/noAssets(_:)``, ``ServerError/assets(folder:_:)``.
  static func pages() async throws -> Pages {
    let folder = try find()
    do {
      return try await Pages(folder: folder, manual: Manual.pages)
    } catch {
      throw ServerError.assets(folder: folder, error)
    }
  }

  /// - Throws: ``ServerError/noAssets(_:)`` where they are nowhere.
  private static func find() throws(ServerError) -> String {
    let program = ExecutableFolder.current().map {
      ["\($0)/daystamp_JournalServer.resources/Assets", "\($0)/../share/daystamp/web"]
    }
    let override = ProcessInfo.processInfo.environment["DAYSTAMP_ASSETS"]
    let places =
      (override.map { [$0] } ?? []) + (program ?? [])
      + ["/usr/local/share/daystamp/web", "/usr/share/daystamp/web"]
    guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw .noAssets(places)
    }
    return place
  }
}
