import Glibc
import NIOCore
import Shell

/// Why the server does not run.
enum ServerError: Error {
  /// The pages' files are in none of these places.
  case noAssets([String])
  /// The pages' files in this folder cannot be read.
  case assets(folder: String, any Error)
  /// The system did not let the server listen.
  case listening(ListenAddress, IOError)
  /// What was under way when the server was to end took too long, and was broken off.
  case brokenOff(seconds: Int)
}

/// What the server's program says in addition to what both programs say.
extension Wording {
  static let linkIsNoAddress =
    "give how browsers reach the server, such as https://photos.example.org, with nothing after "
    + "the host and the port."
  static let halfTLS = "--tls-certificate and --tls-key belong together."
  static let plainProxy = """
    --behind-proxy takes --url, how browsers reach the proxy, which begins with https://: links begin \
    with it.
    """
  static let keyDoesNotFit = "--tls-key is not the key of --tls-certificate."
  static let noDevices = "There are no devices; daystamp-server pair makes a link for one."

  static func needsTLS(_ host: String) -> String {
    "Without TLS whoever listens in on the network sees photos and PIN, and \(escaped(host)) is not "
      + "this machine alone: give --tls-certificate and --tls-key, or --behind-proxy behind one that "
      + "has them, or --allow-http."
  }

  static func noHost(_ host: String) -> String {
    "--host \(escaped(host)): this machine knows no such address; 127.0.0.1 is the machine alone, "
      + "0.0.0.0 is whoever reaches it."
  }

  static func noFile(_ option: String, _ path: String, _ why: String) -> String {
    "\(option) \(escaped(path)): \(why)."
  }

  static func toOpen(_ owner: String) -> String {
    "To see the journal of \(escaped(owner)), open this link within ten minutes:"
  }

  static func noServer(_ url: String) -> String {
    "No server runs on this journal. The link is for one at \(url); --url gives another."
  }

  static func listening(_ urls: [String]) -> String {
    "Listening on \(urls.joined(separator: " and ")); Ctrl-C ends it."
  }

  static func addressNotKept(_ error: any Error) -> String {
    "note: the server's address could not be kept (\(error)): daystamp-server pair needs --url."
  }

  static func noLink(_ error: any Error) -> String {
    "note: no link for the first device: \(serverMessage(for: error)); daystamp-server pair makes one."
  }

  static func noDevice(_ number: Int64, of owner: String) -> String {
    "\(escaped(owner)) has no device \(number); daystamp-server devices lists them"
  }

  /// What was wrong, for any error that the program meets.
  static func serverMessage(for error: any Error) -> String {
    guard let error = error as? ServerError else { return message(for: error) }
    switch error {
    case .noAssets(let places):
      return "the pages' files were not found; looked for\n  \(places.joined(separator: "\n  "))\n"
        + "Set DAYSTAMP_ASSETS to the folder that has them"
    case .assets(let folder, let error):
      return "the pages' files in \(escaped(folder)) are damaged, or not of this version "
        + "(\(escaped("\(error)"))); install the program anew"
    case .brokenOff(let seconds):
      return "what was under way was not done within \(seconds) s, and was broken off"
    case .listening(let address, let error):
      let (host, port) = (escaped(address.host), address.port)
      return switch error.errnoCode {
      case EADDRINUSE:
        "port \(port) of \(host) is taken, maybe by another daystamp-server; --port gives another"
      case EADDRNOTAVAIL: "--host \(host): that is not an address of this machine"
      case EACCES:
        "port \(port) takes more rights than you have; --port takes any from 1024 on"
      default:
        "\(host), port \(port), cannot be listened on: "
          + String(cString: strerror(error.errnoCode))
      }
    }
  }

  /// The words for an error in the log, which must hold nothing that a person wrote: of an error that is
  /// not the project's own only the type is named.
  static func logged(_ error: any Error) -> String {
    ownMessage(for: error) ?? "\(type(of: error))"
  }
}
