package import Reminders
package import Sending

/// Tells notices by the ways that an owner has set up.
package struct WaySender: Sendable {
  private let web: any WebSender
  private let hooks: HookRule
  private let desktop: Desktop
  private let push: ReminderRound.Send?
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - web: sends requests.
  ///   - hooks: where hooks may go that devices have set up.
  ///   - desktop: shows notices on the desktop.
  ///   - push: sends to browsers, as the server alone can; nil in other programs.
  ///   - now: seconds since 1970 in UTC.
  package init(
    web: any WebSender, hooks: HookRule, desktop: Desktop = Desktop(),
    push: ReminderRound.Send? = nil,
    now: @escaping @Sendable () -> Int
  ) {
    (self.web, self.hooks, self.desktop, self.push, self.now) = (web, hooks, desktop, push, now)
  }

  /// Tells a notice by a way.
  ///
  /// - Throws: ``SendingError``; ``SendingError/broken`` of a way that is not as it was set up,
  ///   ``SendingError/onlyByServer`` of a browser in a program that does not send to any.
  package func send(_ notice: Notice, by way: ReminderWay) async throws(SendingError) {
    switch way.facts.kind {
    case .hook:
      guard let hook = try? WebHook(stored: way.facts) else { throw .broken }
      let policy = way.maker == nil ? .privateAllowed : hooks.policy
      try await web.send(hook.request(for: notice, policy: policy))
    case .mail:
      guard let address = try? MailAddress(way.facts.address) else { throw .broken }
      try await Self.run("sendmail") {
        try await Mail(to: address).send(notice, at: now(), offset: 0)
      }
    case .push:
      guard let push else { throw .onlyByServer }
      try await push(notice, way)
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
}

/// Ways, checked where they are set up, and again whenever one is used.
extension WayFacts {
  /// A hook that may also go to this machine or the home network, where people run ntfy.
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

  /// Checks that a hook's address is allowed; does nothing for other ways.
  ///
  /// - Throws: `WebAddressError`.
  package func check(_ policy: AddressPolicy) throws {
    if kind == .hook { _ = try WebAddress(address, policy: policy) }
  }

  /// What a hook's receiver will probably refuse; nothing for other ways.
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

  /// The part of the address that may be shown: for a push only its host, since the rest lets
  /// anybody send there; nil for the desktop.
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
