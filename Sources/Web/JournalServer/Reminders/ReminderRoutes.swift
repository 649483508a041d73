import HTTPTypes
import Hummingbird
import Journal
import Reminders
import Sending
import Store
import WebPush
import Wording

/// Reminders for programs: rules, ways and calendar feeds.
struct ReminderRoutes: ServerRoutes {
  let server: ServerParts
  let addresses: FeedAddresses
  let setup: WaySetup
  let pinAgain: PINAgain

  private static let path = "/api/v1/reminders"

  func add(to routes: Routes) {
    addRules(to: routes)
    addWays(to: routes)
    addFeeds(to: routes)
    routes.unlocked(.get, "\(Self.path)/push-key") { _, _, _ in
      do {
        return try .json(PushKeyBody(key: await workers.run { try journals.publicPushKey() }))
      } catch is PushError {
        // The stored key is damaged: nothing that was asked for is wrong.
        throw Problem("server")
      }
    }
  }

  private func addRules(to routes: Routes) {
    routes.unlocked(.get, Self.path) { _, _, visit in
      let rules = try await visit.run { try $0.reminders.rules() }
      return try .json(["reminders": rules.map(RuleDescription.init)])
    }
    routes.unlocked(.post, Self.path) { request, _, visit in
      let facts = try await request.json(RuleChange.self).facts()
      let rule = try await visit.run { try $0.reminders.add(facts, now: now()) }
      return try .json(RuleDescription(rule), status: .created)
    }
    routes.unlocked(.get, "\(Self.path)/:number") { _, context, visit in
      let number = try context.ruleNumber
      return try .json(
        RuleDescription(await visit.run { try $0.reminders.rule(number) }))
    }
    routes.unlocked(.patch, "\(Self.path)/:number") { request, context, visit in
      let number = try context.ruleNumber
      let change = try await request.json(RuleChange.self)
      try change.requireAny()
      let rule = try await visit.run { journal in
        try journal.reminders.edit(number, now: now()) { change.apply(to: &$0) }
      }
      return try .json(RuleDescription(rule))
    }
    routes.unlocked(.delete, "\(Self.path)/:number") { _, context, visit in
      let number = try context.ruleNumber
      try await visit.run { _ = try $0.reminders.remove(rule: number) }
      return .empty(.noContent)
    }
  }

  private func addWays(to routes: Routes) {
    let path = "\(Self.path)/ways"
    routes.unlocked(.get, path) { _, _, visit in
      let ways = try await visit.run { try $0.reminders.ways(now: now()) }
      return try .json(["ways": ways.map(WayDescription.init)])
    }
    routes.unlocked(.post, path) { request, _, visit in
      let new = try await request.json(NewWay.self)
      if new.facts.names { try await pinAgain.check(new.pin, by: visit.guest) }
      let way = try await setup.add(new.facts, visit, in: pages.words(for: request))
      return try .json(WayDescription(way), status: .created)
    }
    routes.unlocked(.patch, "\(path)/:number") { request, context, visit in
      let number = try context.wayNumber
      let names = try await names(of: request, visit)
      let way = try await visit.run { journal in
        try journal.reminders.setNames(
          names, ofWay: number, by: visit.guest.source, now: now())
      }
      return try .json(WayDescription(way))
    }
    routes.unlocked(.delete, "\(path)/:number") { _, context, visit in
      let number = try context.wayNumber
      try await visit.run { journal in
        _ = try journal.reminders.remove(
          way: number, by: visit.guest.source, now: now())
      }
      return .empty(.noContent)
    }
    routes.unlocked(.post, "\(path)/:number/test") { request, context, visit in
      let number = try context.wayNumber
      try await setup.test(number, of: visit.journal, in: pages.words(for: request))
      return .empty(.noContent)
    }
    routes.unlocked(.post, "\(path)/:number/code") { request, context, visit in
      let number = try context.wayNumber
      try await setup.sendCode(number, of: visit.journal, in: pages.words(for: request))
      return .empty(.noContent)
    }
    routes.unlocked(.post, "\(path)/:number/confirmation") { request, context, visit in
      let number = try context.wayNumber
      let code = try await request.json(TypedCode.self).code
      let way = try await visit.run { journal in
        try journal.reminders.confirm(way: number, with: code, now: now())
      }
      return try .json(WayDescription(way))
    }
  }

  private func addFeeds(to routes: Routes) {
    let path = "\(Self.path)/feeds"
    routes.unlocked(.get, path) { _, _, visit in
      let feeds = try await visit.run { try $0.reminders.feeds() }
      return try .json(["feeds": feeds.map { FeedDescription($0) }])
    }
    routes.unlocked(.post, path) { request, _, visit in
      let asked = try await request.json(NewFeed.self)
      if asked.names { try await pinAgain.check(asked.pin, by: visit.guest) }
      let own = addresses.settings.origin(of: request) ?? ""
      let body = try await visit.run { journal in
        let base = try addresses.base(for: journal, askedOf: own)
        let (feed, token) = try journal.reminders.addFeed(
          asked.name, names: asked.names, by: visit.guest.source, now: now())
        return FeedDescription(feed, address: FeedAddresses.address(of: token, at: base))
      }
      return try .json(body, status: .created)
    }
    routes.unlocked(.patch, "\(path)/:number") { request, context, visit in
      let number = try context.feedNumber
      let names = try await names(of: request, visit)
      let feed = try await visit.run { journal in
        try journal.reminders.setNames(
          names, ofFeed: number, by: visit.guest.source, now: now())
      }
      return try .json(FeedDescription(feed))
    }
    routes.unlocked(.delete, "\(path)/:number") { _, context, visit in
      let number = try context.feedNumber
      try await visit.run { journal in
        _ = try journal.reminders.removeFeed(number, by: visit.guest.source, now: now())
      }
      return .empty(.noContent)
    }
  }

  /// Reads whether a way or a feed may name people and texts, and checks the PIN where it may.
  private func names(of request: Request, _ visit: Visit) async throws -> Bool {
    let change = try await request.json(NamesChange.self)
    if change.names { try await pinAgain.check(change.pin, by: visit.guest) }
    return change.names
  }
}

private struct PushKeyBody: Encodable {
  let key: String
}

extension ServerContext {
  /// The rule's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such reminder.
  fileprivate var ruleNumber: Int64 { get throws { try number(or: "no-reminder") } }

  /// The way's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such way.
  fileprivate var wayNumber: Int64 { get throws { try number(or: "no-way") } }

  /// The feed's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such feed.
  fileprivate var feedNumber: Int64 { get throws { try number(or: "no-feed") } }
}

/// Where calendars find feeds.
struct FeedAddresses: Sendable {
  let settings: ServerSettings

  /// What addresses begin with: as the owner has set it, else the likeliest by which others reach the server.
  ///
  /// - Throws: `JournalError`, and what asking for the server's addresses throws.
  func base(for journal: OwnerJournal, askedOf own: String) throws -> String {
    if let address = try journal.settings.current().webAddress { return address.text }
    return PairingAddresses(known: try settings.addresses(), own: own).all.first ?? own
  }

  static func address(of token: AccessToken, at base: String) -> String {
    base + Feed.path(of: token)
  }
}
