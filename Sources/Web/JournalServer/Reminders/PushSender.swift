package import Journal
package import Reminders
package import Sending
package import Store
import WebPush

/// Sends notices to the browsers that an owner has set up.
package struct PushSender: Sendable {
  private let journals: Journal
  private let web: any WebSender
  /// Where push services find who runs the server, an address of https (RFC 8292, section 2.1).
  private let subject: String
  private let now: @Sendable () -> Int

  /// Seconds for which a push service keeps a message for a browser that is not there: it is about a day.
  private static let kept = 12 * 3_600
  /// Of a server of which no such address is known.
  private static let unknownServer = "https://localhost"

  /// - Parameters:
  ///   - journals: whose key push services know.
  ///   - web: sends requests.
  ///   - base: how browsers reach the server, by which push services know who it is; nil where nobody knows.
  ///   - now: seconds since 1970 in UTC.
  package init(
    _ journals: Journal, web: any WebSender, at base: BaseAddress? = nil,
    now: @escaping @Sendable () -> Int
  ) {
    (self.journals, self.web, self.now) = (journals, web, now)
    subject = base.flatMap { $0.isSecure ? $0.text : nil } ?? Self.unknownServer
  }

  /// Sends a notice to a browser.
  ///
  /// - Throws: ``SendingError``; ``SendingError/broken`` of a browser that is not as it was set up.
  package func send(_ notice: Notice, by way: ReminderWay) async throws(SendingError) {
    guard let target = try? PushTarget(stored: way.facts), let key = try? journals.keyOfPushes(),
      let request = try? PushRequest.of(
        notice, to: target, by: key, keptFor: Self.kept, subject: subject, now: now())
    else { throw .broken }
    try await web.send(request)
  }
}

extension Journal {
  /// What browsers are given to subscribe with (`applicationServerKey`): the public key in base64 for URLs. It
  /// is made where there is none.
  ///
  /// - Throws: `JournalError`, `PushError` where the stored key is none.
  package func publicPushKey() throws -> String { try keyOfPushes().publicKey }

  fileprivate func keyOfPushes() throws -> PushKey {
    try PushKey(bytes: pushKey { PushKey().bytes })
  }
}

extension WayFacts {
  /// What a browser gives of its subscription (Push API, section 8).
  ///
  /// - Throws: `WebAddressError`, `PushError`.
  static func push(endpoint: String, p256dh: String, auth: String) throws -> WayFacts {
    let address = try WebAddress(endpoint, policy: .publicOnly)
    _ = try PushSubscription(p256dh: p256dh, auth: auth)
    return WayFacts(.push, to: address.description, secret: "\(p256dh) \(auth)")
  }
}

extension PushTarget {
  fileprivate init(stored facts: WayFacts) throws {
    let parts = facts.secret.split(separator: " ").map(String.init)
    self.init(
      address: try WebAddress(facts.address, policy: .publicOnly),
      subscription: try PushSubscription(p256dh: parts.first ?? "", auth: parts.last ?? ""))
  }
}
