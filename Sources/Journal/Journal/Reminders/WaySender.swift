package import Reminders
package import Sending
package import Store
import WebPush

/// Tells notices by the ways that an owner has set up.
package struct WaySender: Sendable {
  private let journals: Journal
  private let web: any WebSender
  /// Where push services find who runs the server, an address of https (RFC 8292, section 2.1).
  private let subject: String
  private let desktop: Desktop
  private let now: @Sendable () -> Int

  /// Seconds for which a push service keeps a message for a browser that is not there: it is about a day.
  private static let kept = 12 * 3_600
  /// Of a server of which no such address is known.
  private static let unknownServer = "https://localhost"

  /// - Parameters:
  ///   - journals: whose key push services know.
  ///   - web: sends requests.
  ///   - base: how browsers reach the server, by which push services know who it is; nil where nobody knows.
  ///   - desktop: shows notices on the desktop.
  ///   - now: seconds since 1970 in UTC.
  package init(
    _ journals: Journal, web: any WebSender, at base: BaseAddress? = nil,
    desktop: Desktop = Desktop(), now: @escaping @Sendable () -> Int
  ) {
    (self.journals, self.web) = (journals, web)
    subject = base.flatMap { $0.isSecure ? $0.text : nil } ?? Self.unknownServer
    (self.desktop, self.now) = (desktop, now)
  }

  /// Tells a notice by a way.
  ///
  /// - Throws: ``SendingError``; ``SendingError/broken`` of a way that is not as it was set up.
  package func send(_ notice: Notice, by way: ReminderWay) async throws(SendingError) {
    switch way.facts.kind {
    case .hook:
      guard let hook = try? WebHook(stored: way.facts) else { throw .broken }
      try await web.send(hook.request(for: notice, policy: .privateAllowed))
    case .mail:
      guard let address = try? MailAddress(way.facts.address) else { throw .broken }
      try await Self.run("sendmail") {
        try await Mail(to: address).send(notice, at: now(), offset: 0)
      }
    case .push:
      guard let target = try? PushTarget(stored: way.facts), let key = try? key(),
        let request = try? PushRequest.of(
          notice, to: target, by: key, keptFor: Self.kept, subject: subject, now: now())
      else { throw .broken }
      try await web.send(request)
    case .desktop: try await Self.run("notify-send") { try await desktop.show(notice) }
    }
  }

  /// What else a program may throw is that the task was cancelled, as where a server ends.
  private static func run(
    _ program: String, _ work: () async throws -> Void
  ) async throws(SendingError) {
    do {
      try await work()
    } catch let error as SendingError {
      throw error
    } catch {
      throw .unreachable(host: program, reason: "\(error)")
    }
  }

  private func key() throws -> PushKey {
    try PushKey(bytes: journals.pushKey { PushKey().bytes })
  }
}

extension Journal {
  /// What browsers are given to subscribe with (`applicationServerKey`): the public key in base64 for URLs.
  ///
  /// - Throws: ``JournalError``, `PushError` where the stored key is none.
  package func publicPushKey() throws -> String {
    try PushKey(bytes: pushKey { PushKey().bytes }).publicKey
  }
}

/// Ways, checked where they are set up, and again whenever one is used.
extension WayFacts {
  /// A hook of this machine or of the house's network, too: who has ntfy has it there.
  ///
  /// - Throws: `WebAddressError`, `WebHook.Failure`.
  package static func hook(
    _ address: String, as format: HookFormat = .ntfy, token: String = "", names: Bool = false
  ) throws -> WayFacts {
    let address = try WebAddress(address, policy: .privateAllowed)
    let facts = WayFacts(
      .hook, to: address.description, detail: format.rawValue, secret: token, names: names)
    _ = try WebHook(stored: facts)
    return facts
  }

  /// What the receiver of a hook will most likely not take; of other ways nothing.
  ///
  /// - Throws: `WebAddressError`, `WebHook.Failure` of a hook that is not as it was set up.
  package func doubts() throws -> [WebHook.Doubt] {
    kind == .hook ? try WebHook(stored: self).doubts : []
  }

  /// - Throws: `MailAddressError`.
  package static func mail(
    _ address: String, names: Bool = false
  ) throws(MailAddressError) -> WayFacts {
    WayFacts(.mail, to: try MailAddress(address).text, names: names)
  }

  /// What a browser gives of its subscription (Push API, section 8).
  ///
  /// - Throws: `WebAddressError`, `PushError`.
  package static func push(endpoint: String, p256dh: String, auth: String) throws -> WayFacts {
    let address = try WebAddress(endpoint, policy: .publicOnly)
    _ = try PushSubscription(p256dh: p256dh, auth: auth)
    return WayFacts(.push, to: address.description, secret: "\(p256dh) \(auth)")
  }

  /// The address as it may be shown: of a push its host alone, since who knows the rest can send there; nil of
  /// the desktop.
  package var shownAddress: String? {
    switch kind {
    case .hook, .mail: address
    case .push: (try? WebAddress(address, policy: .publicOnly))?.host
    case .desktop: nil
    }
  }
}

extension WebHook {
  fileprivate init(stored facts: WayFacts) throws {
    self = try WebHook(
      address: WebAddress(facts.address, policy: .privateAllowed),
      format: HookFormat(rawValue: facts.detail) ?? .ntfy, token: facts.secret)
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
