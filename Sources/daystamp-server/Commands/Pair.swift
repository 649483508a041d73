import ArgumentParser
import Files
import Shell
import Store

/// `daystamp-server pair`: a link that makes a browser a device.
struct Pair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a link, and its QR code, with which a browser becomes a device.",
    discussion: """
      The link is good once, and for ten minutes. It begins with the address of the server that runs \
      on the journal. A PIN is not asked for: the device has to give it.

      EXAMPLES
        daystamp-server pair
        daystamp-server pair --owner mina
        daystamp-server pair --url https://photos.example.org
        Without a terminal only the link is printed:
          daystamp-server pair | mail -s 'Your journal' mina@example.org
      """)

  @OptionGroup var base: BaseAddressOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run() async throws {
    try await Outcome.exit {
      let journals = try place.location.open()
      let link = try PairingLink(for: place.ownerName(), in: journals)
      link.print(at: try addresses(of: journals))
      return .success
    }
  }

  private func addresses(of journals: Journal) throws -> [BaseAddress] {
    if let url = base.url { return [url] }
    let running = try RunningServer.addresses(in: journals.folder)
    if !running.isEmpty { return running }
    Console.say(Wording.noServer(BaseAddress.usual.text))
    return [.usual]
  }
}

/// How browsers reach the server, where that is not how it listens.
struct BaseAddressOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How browsers reach the server; links begin with it. Default: its own address.",
      valueName: "address"),
    transform: Self.read)
  var url: BaseAddress?

  private static func read(_ argument: String) throws -> BaseAddress {
    guard let address = BaseAddress(argument: argument) else {
      throw ValidationError(Wording.linkIsNoAddress)
    }
    return address
  }
}
