import JournalShell
import ArgumentParser
import Files
import Glibc
import Journal
import JournalServer
import Shell
import Store
import Wording

/// `daystamp-server pair`: a link that makes a browser a device.
struct Pair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a link and QR code that pair a browser.",
    discussion: """
      The link works once, within \(Pairing.lifetime / 60) minutes. It begins with the address of \
      the journal's running server. This needs no PIN: the browser asks for it.

      EXAMPLES
        daystamp-server pair
        daystamp-server pair --owner mina
        daystamp-server pair --url https://photos.example.org
        If a link went to the wrong person:
          daystamp-server pair --cancel
        Without a terminal, it prints only the link:
          daystamp-server pair | mail -s 'Your journal' mina@example.org
      """)

  @OptionGroup(title: "Link") var base: BaseAddressOption

  @Flag(help: "Cancel all of the owner's open links, and print none.")
  var cancel = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if cancel, base.url != nil { throw ValidationError(Wording.cancelsAll) }
  }

  func run() async throws {
    try await ExitStatus.exit {
      let journals = try place.openAll()
      if cancel {
        let owner = try journals.owner(named: place.ownerName())
        let count = try journals.devices.cancelPairings(of: owner, now: Clock.now())
        Console.say(Wording.cancelled(count, of: owner.text))
        return .success
      }
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

/// A link that pairs a browser, as text and as a QR code.
struct PairingLink {
  private let owner: OwnerName
  private let code: AccessToken

  /// - Throws: ``JournalError``.
  init(for owner: OwnerName, in journals: Journal) throws {
    self.owner = try journals.owner(named: owner)
    code = try journals.devices.makePairing(for: owner, now: Clock.now())
  }

  /// Prints the link with each of the server's addresses, and on a terminal the QR code of the first.
  func print(at addresses: [BaseAddress]) {
    let links = addresses.map { "\($0.text)/pair/\(code.text)" }
    Console.say(Wording.toOpen(owner.text))
    if isatty(STDOUT_FILENO) == 1, let code = links.first.flatMap({ QRCode($0) }) {
      for line in [""] + code.lines + [""] { Console.print(styled: line) }
    }
    for link in links { Console.print(link) }
  }
}

extension QRCode {
  /// The code in characters, two rows of modules a line, dark on light whatever the terminal's colours.
  fileprivate var lines: [String] {
    stride(from: 0, to: size, by: 2).map { row in
      let cells = (0..<size).map { column in
        // An upper half block in the colour of the upper module, on that of the lower one.
        "\u{1B}[\(isDark(row, column) ? 30 : 97);\(isDark(row + 1, column) ? 40 : 107)m▀"
      }
      return cells.joined() + "\u{1B}[0m"
    }
  }
}
