import ArgumentParser
import Decoding
import Files
import Fonts
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Journal
import JournalServer
import Logging
import NIOCore
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
      A journal is made where there is none. All of its owners are served; the link, printed where \
      --owner has no device yet, is for that owner. After Ctrl-C or SIGTERM the server finishes what \
      is under way, within \(patience) s; a second Ctrl-C does not wait.

      EXAMPLES
        daystamp-server serve --port 8081
        For phones in the same network, with a certificate for the machine's name:
          daystamp-server serve --host 0.0.0.0 --url https://home.example.org:8080 \\
            --tls-certificate cert.pem --tls-key key.pem
        Behind nginx or Caddy on the same machine, which has the certificate:
          daystamp-server serve --behind-proxy --url https://photos.example.org
      """)

  static let usualHost = "127.0.0.1"
  static let usualPort = 8080
  /// How long what is under way may take at the end, in seconds.
  private static let patience = 10

  @Option(
    help: ArgumentHelp(
      "The address to listen on: this machine's alone, or 0.0.0.0 for all.", valueName: "address"))
  var host = Self.usualHost

  @Option(help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "number"))
  var port = Self.usualPort

  @OptionGroup var base: BaseAddressOption

  @Option(
    help: ArgumentHelp("The certificate chain, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The certificate's key, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var tlsKey: String?

  @Flag(
    help: ArgumentHelp(
      "A proxy with TLS stands before the server; browsers reach it by --url. It sets "
        + "X-Forwarded-For and limits connections by address, as the server itself does "
        + "otherwise. With --tls-certificate the proxy, too, connects over TLS."))
  var behindProxy = false

  @Flag(help: "Listen beyond this machine without TLS: whoever listens in sees photos and PIN.")
  var allowHttp = false

  @Flag(name: [.short, .long], help: "Log nothing but failures.")
  var quiet = false

  @OptionGroup var memory: MemoryOption

  @OptionGroup(title: "Journal") var place: JournalOptions

  private var isSecure: Bool { tlsCertificate != nil || behindProxy }

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError(Wording.halfTLS) }
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port goes from 0 to 65535, not \(port).")
    }
    guard !behindProxy || base.url?.isSecure == true else {
      throw ValidationError(Wording.plainProxy)
    }
    guard try isSecure || allowHttp || ListenAddress(host: host, port: port).isLoopback else {
      throw ValidationError(Wording.needsTLS(host))
    }
    if let tlsCertificate, let tlsKey {
      try TLSFiles(certificate: tlsCertificate, key: tlsKey).check()
    }
  }

  func run() async throws {
    memory.setForThisProcess(jobs: memory.usualJobs(processors: System.coreCount))
    RasterMemory.giveBackSoon()
    try await ExitStatus.exit {
      try await serve()
      return .success
    }
  }

  private func serve() async throws {
    let address = try ListenAddress(host: host, port: port)
    let assets = try AssetsFolder.find()
    let fonts = FontSearchPath(
      override: ProcessInfo.processInfo.environment["DAYSTAMP_FONTS"],
      executableFolder: ExecutableFolder.current())
    for font in BundledFont.allCases { _ = try fonts.locate(font) }
    let (journals, owner) = (try openOrMake(), try place.ownerName())
    if let exposure = FolderExposure(of: journals.folder) {
      logger.warning("\(exposure.wording.commandLine)")
    }
    let isFirst = try journals.devices.list(of: owner, now: Clock.now()).isEmpty
    let decoder = DecoderProcesses(limits: DecoderLimits(memoryUse: .givenBack)) {
      [logger] in logger.warning("\(Wording.logged($0))")
    }
    let server: JournalServer
    do {
      server = try await JournalServer(
        journals,
        ServerSettings(
          isSecure: isSecure, isBehindProxy: behindProxy,
          origin: behindProxy ? base.url?.text : nil, assets: assets, fonts: fonts,
          now: Clock.now, decoder: decoder, wording: Wording.logged))
    } catch {
      throw ServerError.assets(folder: assets, error)
    }
    let announcement = Announcement(
      journals: journals, address: address, base: base.url, isSecure: isSecure, isQuiet: quiet,
      pairs: isFirst ? owner : nil)
    defer { announcement.end() }
    let application = Application(
      responder: server.responder(), server: try channels(server.connections),
      configuration: .init(
        address: .hostname(address.digits, port: port), serverName: nil,
        availableConnectionsDelegate: Connections.accepted),
      onServerRunning: { channel in announcement.tell(port: channel.localAddress?.port ?? port) },
      logger: logger)
    do {
      try await run(application)
    } catch let error as IOError {
      throw ServerError.listening(address, error)
    }
  }

  private var logger: Logger {
    var logger = Logger(label: "daystamp-server")
    logger.logLevel = quiet ? .error : .info
    return logger
  }

  /// Serves until a signal ends it.
  private func run(_ application: some Service) async throws {
    let serving = Serving(application)
    var services = ServiceGroupConfiguration(
      services: [SecondInterrupt(), serving], gracefulShutdownSignals: SecondInterrupt.signals,
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

  private func channels(_ connections: Connections) throws -> HTTPServerBuilder {
    let plain = HTTPServerBuilder.http1(configuration: connections.configuration)
    guard let tlsCertificate, let tlsKey else { return plain }
    let files = TLSFiles(certificate: tlsCertificate, key: tlsKey)
    return try .tls(plain, tlsConfiguration: files.configuration())
  }
}

/// The folder of the templates, styles and scripts that come with the program.
enum AssetsFolder {
  /// - Throws: ``ServerError/noAssets(_:)`` where they are nowhere.
  static func find() throws(ServerError) -> String {
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
