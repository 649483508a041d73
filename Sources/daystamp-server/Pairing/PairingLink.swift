import Glibc
import Shell
import Store

/// A link that pairs a browser, as text and as a QR code.
struct PairingLink {
  private let owner: OwnerName
  private let code: AccessToken

  /// - Throws: ``JournalError``.
  init(for owner: OwnerName, in journals: Journal) throws {
    self.owner = owner
    code = try journals.devices.makePairing(for: owner, now: Clock.now())
  }

  /// Prints the link with each of the server's addresses, and on a terminal the QR code of the first.
  func print(at addresses: [BaseAddress]) {
    let links = addresses.map { "\($0.text)/pair/\(code.text)" }
    Console.say(Wording.toOpen(owner.text))
    if isatty(STDOUT_FILENO) == 1, let code = links.first.flatMap({ QRCode($0) }) {
      for line in [""] + code.lines + [""] { Console.print(line) }
    }
    for link in links { Console.print(link) }
  }
}
