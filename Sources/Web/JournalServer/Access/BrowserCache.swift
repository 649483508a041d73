import Files
import HTTPTypes
import Hummingbird
import Hashing
import Store
import Synchronization
import Wording

/// What browsers cache of an unlocked journal, and how they clear it.
///
/// A browser keeps thumbnails alone, each under an address that holds a nonce: a name of the device's
/// session, or where there is no PIN of the device in this run of the server. No page that was made
/// after the session's end has the address, and the server answers it no more. What is left on the
/// browser's disk goes with `Clear-Site-Data` (W3C), once the session has ended.
final class BrowserCache: Sendable {
  private let sessions: DeviceSessions
  /// Whether browsers reach the server over TLS.
  private let isSecure: Bool
  private let secret = [UInt8].random(count: 32)
  /// Devices whose browsers have forgotten what they kept, and kept nothing since: to forget takes a
  /// tenth of a millisecond for each file that a browser has kept of any site.
  private let forgetful = Mutex<Set<Int64>>([])
  let given = GivenPictures()
  let texts = PictureTexts()

  /// The seconds for which a picture is kept at most.
  static let lifetime = 86_400

  init(_ sessions: DeviceSessions, isSecure: Bool) {
    (self.sessions, self.isSecure) = (sessions, isSecure)
  }

  /// The nonce of a device for as long as its session lasts.
  func nonce(of device: Device) -> String {
    let session = sessions.token(of: device)?.text ?? ""
    let name = Array("\(device.id) \(session)".utf8)
    let key = secret
    let code = HMACSHA256.code(for: name.span, key: key.span)
    return Base64URL.text(code.prefix(16))
  }

  /// Whether the request's browser forgets when it is told to, and so may keep something. Elsewhere
  /// than over TLS or on the same machine browsers ignore it (section 3.1: "potentially trustworthy").
  /// A program, which shows its token in another way, keeps what it likes.
  func mayKeep(_ request: Request) -> Bool {
    request.headers[.authorization] == nil
      && (isSecure || LoopbackHost.isMeant(by: request.head.authority ?? ""))
  }

  /// The head of a picture that the browser may keep.
  func keeping(for device: Device) -> HTTPFields {
    began(device)
    return [.cacheControl: "private, max-age=\(Self.lifetime), immutable"]
  }

  /// The device's browser has a session in which it may keep something.
  func began(_ device: Device) { forgetful.withLock { _ = $0.remove(device.id) } }

  /// What tells a browser to forget.
  ///
  /// - Parameters:
  ///   - request: the browser's.
  ///   - device: whose browser, where that is known.
  ///   - isEnough: whether it need not be told again while it keeps nothing.
  /// - Returns: nothing for who does not listen.
  func forgetting(
    _ request: Request, _ device: Device? = nil, onceIsEnough isEnough: Bool = false
  ) -> HTTPFields {
    guard mayKeep(request) else { return [:] }
    if let device {
      // The answer to a picture may come to nobody, when its page is left.
      let isPage = ["document", nil].contains(request.headers[.secFetchDest])
      let isNew = forgetful.withLock {
        isPage ? $0.insert(device.id).inserted : !$0.contains(device.id)
      }
      if !isNew, isEnough { return [:] }
    }
    return [.clearSiteData: "\"cache\""]
  }

  /// The answer of a refusal that tells a browser to forget.
  func refusal(_ error: any Error, to request: Request, of device: Device? = nil) -> Problem {
    var problem = Problem(error)
    for field in forgetting(request, device, onceIsEnough: true) { problem.headers.append(field) }
    return problem
  }
}

extension Response {
  /// The answer with further fields in its head.
  func adding(_ fields: HTTPFields) -> Response {
    var response = self
    for field in fields { response.headers[field.name] = field.value }
    return response
  }
}

/// Which pictures browsers were given to keep, as far as memory for that allows. A page does not
/// include those again.
final class GivenPictures: Sendable {
  private struct State {
    var pictures: [String: Set<UInt64>] = [:]
    /// The browsers of which something is known, the latest last.
    var browsers: [String] = []
  }

  private let state = Mutex(State())
  /// Half a megabyte at most for a browser, and eight for all.
  private static let mostPictures = 8_192
  private static let mostBrowsers = 16

  /// Notes that a picture was given to a browser in a session.
  func note(_ picture: UInt64, to browser: String) {
    state.withLock { state in
      if state.pictures[browser] == nil {
        state.browsers.append(browser)
        if state.browsers.count > Self.mostBrowsers {
          state.pictures[state.browsers.removeFirst()] = nil
        }
      }
      if state.pictures[browser, default: []].count < Self.mostPictures {
        state.pictures[browser, default: []].insert(picture)
      }
    }
  }

  func has(_ picture: UInt64, _ browser: String) -> Bool {
    state.withLock { $0.pictures[browser]?.contains(picture) ?? false }
  }
}

/// Names of the machine itself: browsers connect to them without leaving it.
enum LoopbackHost {
  /// Whether a host with its port, as a request says it, is one (Secure Contexts, section 3.1).
  static func isMeant(by authority: String) -> Bool {
    if authority.hasPrefix("[::1]") { return true }
    let host = authority.prefix { $0 != ":" }.lowercased()
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

extension HTTPField.Name {
  static let clearSiteData = HTTPField.Name(known: "Clear-Site-Data")
  static let secFetchDest = HTTPField.Name(known: "Sec-Fetch-Dest")
  static let saveData = HTTPField.Name(known: "Save-Data")
}
