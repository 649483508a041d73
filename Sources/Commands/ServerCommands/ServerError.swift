import Decoding
import Glibc
import Journal
import JournalShell
import NIOCore
import Reminders
import Shell
import Store
import SystemPackage
import Wording

/// Why the server does not run.
enum ServerError: Error {
  /// The pages' files are in none of these places.
  case noAssets([String])
  /// The pages' files in this folder cannot be read.
  case assets(folder: String, any Error)
  /// The certificate that the server made for itself was changed since.
  case certificate(FilePath)
  /// The system did not let the server listen.
  case listening(ListenAddress, IOError)
  /// What was under way when the server was to end took too long, and was broken off.
  case brokenOff(seconds: Int)
}

extension ServerError: Worded {
  var wording: ErrorMessage {
    switch self {
    case .noAssets(let places): ErrorMessage("serve.no-assets", ["places": .lines(places)])
    case .assets(let folder, let error):
      ErrorMessage("serve.assets", ["folder": .text(folder), "detail": .text("\(error)")])
    case .certificate(let path): ErrorMessage("serve.certificate", ["path": .path(path)])
    case .brokenOff(let seconds): ErrorMessage("serve.broken-off", ["time": .seconds(seconds)])
    case .listening(let address, let error):
      ErrorMessage(
        Self.key(error.errnoCode),
        [
          "host": .text(address.host), "port": .number(address.port),
          "errno": .text(String(cString: strerror(error.errnoCode))),
        ])
    }
  }

  private static func key(_ code: CInt) -> String {
    switch code {
    case EADDRINUSE: "serve.port-taken"
    case EADDRNOTAVAIL: "serve.other-address"
    case EACCES: "serve.low-port"
    default: "serve.cannot-listen"
    }
  }
}

/// What the server's program says in addition to what both programs say.
extension Wording {
  static let linkIsNoAddress =
    "give the server's address for browsers, such as https://photos.example.org, with "
    + "nothing after the host and port."
  static let halfTLS = "Give --tls-certificate and --tls-key together."
  static let shareAlone = """
    --share brings its own certificate; leave out --tls-certificate, --behind-proxy and \
    --allow-http.
    """
  static let sharesPlain = "With --share, --url must begin with https://."
  static let noHomeNetwork = """
    --share: this machine has no address in a home network. If phones reach it by another, give \
    that with --host or --url.
    """
  static func ownCertificate(_ fingerprint: String) -> String {
    "Phones warn once about this server's own certificate. Continue if they show this "
      + "SHA-256 fingerprint:\n\(fingerprint)"
  }
  static let plainProxy = """
    --behind-proxy needs --url with https://, the proxy's address for browsers; links begin with it.
    """
  static let keyDoesNotFit = "--tls-key does not belong to --tls-certificate."
  static let noDevices = "There are no devices; daystamp-server pair prints a link for one."

  /// What a device has set up that goes on reaching out without it.
  static func outlet(_ outlet: Outlet, isRemoved: Bool) -> String {
    let (name, removal) = Self.outlet(outlet)
    return isRemoved
      ? "Removed \(name)." : "It has set up \(name), which keeps working; \(removal) removes it."
  }

  /// A way in that a device has made, which may be gone since.
  static func wayIn(_ event: AccessEvent) -> String {
    let (name, end): (String, String) =
      switch event.kind {
      case .tokenMade: ("a token", "daystamp-server token")
      case .passkeyAdded: ("a passkey", "the settings page")
      default: ("an account\u{2019}s link", "the settings page")
      }
    let detail = event.detail.map { " \u{201C}\(escaped($0))\u{201D}" } ?? ""
    return "It has made \(name)\(detail), which stays; \(end) removes it."
  }

  static let noTokens = "There are no tokens; daystamp-server token add makes one."
  static let postsOnlyUnlocked =
    "note: this token cannot post while the journal is locked; one made with --posts-locked can."

  static func tokenMade(_ device: Device, _ owner: String, until day: String) -> String {
    "Token \(device.id), \u{201C}\(escaped(device.name.text))\u{201D}, for the journal of "
      + "\(escaped(owner)): \(scope(of: device)), until \(day). It is shown this once:"
  }

  /// What a token may do.
  static func scope(of device: Device) -> String {
    device.scope.rawValue + (device.postsWhileLocked ? ", also while locked" : "")
  }

  static func noToken(_ number: Int64, of owner: String) -> String {
    "\(escaped(owner)) has no token \(number); daystamp-server token lists them"
  }

  static func needsTLS(_ host: String) -> String {
    "Without TLS, others on the network can see photos and PIN, and \(escaped(host)) is not "
      + "only this machine. Give --share, which makes a certificate, --tls-certificate and "
      + "--tls-key, --behind-proxy for a proxy with TLS, or --allow-http."
  }

  static func noHost(_ host: String) -> String {
    "--host \(escaped(host)): this machine has no such address; give 127.0.0.1 for only this "
      + "machine, or 0.0.0.0 for all that can reach it."
  }

  static func noFile(_ option: String, _ path: String, _ why: String) -> String {
    "\(option) \(escaped(path)): \(why)."
  }

  static func toOpen(_ owner: String) -> String {
    "To see the journal of \(escaped(owner)), open this link within "
      + "\(counted(Pairing.lifetime / 60, "minute")):"
  }

  static let cancelsAll = "--cancel cancels links of every address; leave out --url."

  static func cancelled(_ links: Int, of owner: String) -> String {
    links == 0
      ? "\(escaped(owner)) had no open links."
      : "Cancelled \(counted(links, "link")) of \(escaped(owner))."
  }

  static func noServer(_ url: String) -> String {
    "No server runs on this journal. The link is for one at \(url); --url sets another."
  }

  static func listening(_ urls: [String]) -> String {
    "Listening on \(urls.joined(separator: " and ")); Ctrl-C ends it."
  }

  static func addressNotKept(_ error: any Error) -> String {
    "note: the server's address could not be saved (\(error)), so daystamp-server pair needs --url."
  }

  static func noLink(_ error: any Error) -> String {
    "note: no link for the first device: \(message(for: error)); daystamp-server pair prints one."
  }

  static func noDeviceYet(_ owner: String) -> String {
    "No browser is paired with the journal of \(escaped(owner)) yet; daystamp-server pair "
      + "prints a link."
  }

  static func noDevice(_ number: Int64, of owner: String) -> String {
    "\(escaped(owner)) has no device \(number); daystamp-server devices lists them"
  }

  static func logged(_ note: DecoderNote) -> String {
    switch note {
    case .noFilter:
      "This kernel cannot filter system calls (seccomp), so only limits on memory, time and "
        + "files contain a hostile photo."
    }
  }

  /// The words for an error in the log: nothing that a person wrote may stand in it, so that errors of
  /// others are told by their kind.
  static func logged(_ error: any Error) -> String {
    ownMessage(for: error) ?? "\(type(of: error))"
  }
}
