import Hummingbird
import OpenIDConnect

/// The cookie that binds a sign-in to the browser that started it. Somebody with only its address,
/// or with another browser's cookie, cannot continue it.
struct SignInCookie: Sendable {
  /// Each kind of sign-in has its own cookie, so that starting one does not end the other.
  enum Way: String, Sendable {
    case passkey, account

    fileprivate var lifetime: Int {
      switch self {
      case .passkey: Ceremonies.lifetime
      case .account: SignInStart.limit
      }
    }
  }

  let way: Way
  let settings: ServerSettings

  /// How many of one request are looked up.
  private static let most = 4

  /// Over TLS a name that browsers take from this host alone.
  private var name: String { (settings.isSecure ? "__Host-" : "") + "daystamp-\(way.rawValue)" }

  /// The cookie with what the browser has begun; without that, what makes the browser forget it.
  func cookie(_ begun: String?) -> Cookie {
    settings.cookie(name, begun ?? "", lifetime: begun == nil ? 0 : way.lifetime)
  }

  /// What a browser shows; another server of the host may have set more of the name.
  func shown(by request: Request) -> [String] {
    let shown = request.headers[values: .cookie].flatMap { header in
      header.split(separator: ";").compactMap { part in
        Cookies(from: [String(part)])[name]?.value
      }
    }
    return Array(shown.prefix(Self.most))
  }
}
