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

  func add(to routes: Routes) {
    addRules(to: routes)
    addWays(to: routes)
    addFeeds(to: routes)
    routes.unlocked(
      .get, "/api/v1/reminders/push-key",
      Operation(
        "getPushKey", .reminders, "The key for a browser to subscribe with (applicationServerKey)",
        answers: [
          .ok(
            .object(["key": .string(matching: "^[A-Za-z0-9_-]{87}$")]),
            "A point of P-256, in base64url.")
        ], refusals: [.insufficientStorage])
    ) { _, _, _ in
      do {
        return try .json(PushKeyBody(key: await workers.run { try journals.publicPushKey() }))
      } catch is PushError {
        // The stored key is damaged: nothing that was asked for is wrong.
        throw Problem("server")
      }
    }
  }

  private func addRules(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/reminders",
      Operation(
        "getReminders", .reminders, "The owner's reminders, in the order of the day",
        answers: [.ok(.list("reminders", of: .reminder), "The rules.")])
    ) { _, _, visit in
      let rules = try await visit.run { try $0.reminders.rules() }
      return try .json(["reminders": rules.map(RuleDescription.init)])
    }
    routes.unlocked(
      .post, "/api/v1/reminders",
      Operation(
        "addReminder", .reminders, "Add a reminder",
        """
        409 if there is already one for the same thing at this time. Without quiet, the quiet \
        hours are 22:00-07:00.
        """, bodies: [.json(.reminderChange.requiring("subject", "time"))],
        answers: [.created(.reminder, "The rule.")])
    ) { request, _, visit in
      let facts = try await request.json(RuleChange.self).facts()
      let rule = try await visit.run { try $0.reminders.add(facts, now: now()) }
      return try .json(RuleDescription(rule), status: .created)
    }
    routes.unlocked(
      .get, "/api/v1/reminders/:number",
      Operation(
        "getReminder", .reminders, "A reminder", answers: [.ok(.reminder, "The rule.")])
    ) { _, context, visit in
      let number = try context.ruleNumber
      return try .json(
        RuleDescription(await visit.run { try $0.reminders.rule(number) }))
    }
    routes.unlocked(
      .patch, "/api/v1/reminders/:number",
      Operation(
        "changeReminder", .reminders, "Change a reminder",
        "Missing fields stay as they are; null clears one.",
        bodies: [.json(.reminderChange.notEmpty)],
        answers: [.ok(.reminder, "The changed reminder.")])
    ) { request, context, visit in
      let number = try context.ruleNumber
      let change = try await request.json(RuleChange.self)
      try change.requireAny()
      let rule = try await visit.run { journal in
        try journal.reminders.edit(number, now: now()) { change.apply(to: &$0) }
      }
      return try .json(RuleDescription(rule))
    }
    routes.unlocked(
      .delete, "/api/v1/reminders/:number",
      Operation(
        "removeReminder", .reminders, "Remove a reminder",
        answers: [.noContent("The reminder is removed.")])
    ) { _, context, visit in
      let number = try context.ruleNumber
      return try await visit.noContent { _ = try $0.reminders.remove(rule: number) }
    }
  }

  private func addWays(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/reminders/ways",
      Operation(
        "getReminderWays", .reminders, "The ways that reminders reach the owner, oldest first",
        answers: [.ok(.list("ways", of: .reminderWay), "The ways.")])
    ) { _, _, visit in
      let ways = try await visit.run { try $0.reminders.ways(now: now()) }
      return try .json(["ways": ways.map(WayDescription.init)])
    }
    routes.unlocked(
      .post, "/api/v1/reminders/ways",
      Operation(
        "addReminderWay", .reminders, "Set up a way",
        """
        A push belongs to the device that sends the request, and replaces its earlier one. 409 if \
        there is already a hook or mail to this address. A mail address first gets a code, and \
        nothing else until you confirm it: see `confirmed`. If the code could not be sent, the way \
        has `failure`. 403 for mail of an owner made by an account, unless the server allows it; \
        429 after five codes in a day.
        """, bodies: [.json(.newReminderWay)], answers: [.created(.reminderWay, "The way.")],
        refusals: [.tooManyRequests])
    ) { request, _, visit in
      let new = try await request.json(NewWay.self)
      if new.facts.names { try await pinAgain.check(new.pin, by: visit.guest) }
      let way = try await setup.add(new.facts, visit, in: pages.words(for: request))
      return try .json(WayDescription(way), status: .created)
    }
    routes.unlocked(
      .patch, "/api/v1/reminders/ways/:number",
      Operation(
        "changeReminderWay", .reminders,
        "Choose whether a way may name people and texts while the journal is locked",
        "If there is a PIN, a push never names anything.", bodies: [.json(.namesChange)],
        answers: [.ok(.reminderWay, "The changed way.")],
        refusals: [.tooManyRequests])
    ) { request, context, visit in
      let number = try context.wayNumber
      let names = try await names(of: request, visit)
      let way = try await visit.run { journal in
        try journal.reminders.setNames(
          names, ofWay: number, by: visit.guest.source, now: now())
      }
      return try .json(WayDescription(way))
    }
    routes.unlocked(
      .delete, "/api/v1/reminders/ways/:number",
      Operation(
        "removeReminderWay", .reminders, "Remove a way",
        answers: [.noContent("The way is removed.")])
    ) { _, context, visit in
      let number = try context.wayNumber
      return try await visit.noContent { journal in
        _ = try journal.reminders.remove(way: number, by: visit.guest.source, now: now())
      }
    }
    routes.unlocked(
      .post, "/api/v1/reminders/ways/:number/test",
      Operation(
        "testReminderWay", .reminders, "Send a test to a way",
        """
        409 for the desktop, which a server cannot reach, and for mail that waits for its code. \
        429 after three tests to one address or 20 to all in an hour, or after 50 mails in a day.
        """, answers: [.noContent("The other side accepted it.")],
        refusals: [.failedDependency, .tooManyRequests])
    ) { request, context, visit in
      let number = try context.wayNumber
      try await setup.test(number, of: visit.journal, in: pages.words(for: request))
      return .empty(.noContent)
    }
    routes.unlocked(
      .post, "/api/v1/reminders/ways/:number/code",
      Operation(
        "sendReminderWayCode", .reminders, "Mail a new code to an address that waits for one",
        """
        The code before it stops working. 409 if the way waits for none; 429 after five codes in a \
        day.
        """, answers: [.noContent("The mail program accepted it.")],
        refusals: [.failedDependency, .tooManyRequests])
    ) { request, context, visit in
      let number = try context.wayNumber
      try await setup.sendCode(number, of: visit.journal, in: pages.words(for: request))
      return .empty(.noContent)
    }
    routes.unlocked(
      .post, "/api/v1/reminders/ways/:number/confirmation",
      Operation(
        "confirmReminderWay", .reminders, "Confirm a mail address with the mailed code",
        """
        403 for a wrong code, and five tries are allowed; 409 if no code is valid any more. A \
        confirmed way stays confirmed.
        """,
        bodies: [
          .json(
            .object([
              "code": .string(
                "Its 8 digits; blanks and hyphens between them are ignored.",
                matching: "^[0-9]{4} ?[0-9]{4}$", examples: ["1234 5678"])
            ]))
        ], answers: [.ok(.reminderWay, "The confirmed way.")])
    ) { request, context, visit in
      let number = try context.wayNumber
      let code = try await request.json(TypedCode.self).code
      let way = try await visit.run { journal in
        try journal.reminders.confirm(way: number, with: code, now: now())
      }
      return try .json(WayDescription(way))
    }
  }

  private func addFeeds(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/reminders/feeds",
      Operation(
        "getFeeds", .reminders, "The calendar feeds, oldest first",
        answers: [.ok(.list("feeds", of: .feed), "The feeds.")])
    ) { _, _, visit in
      let feeds = try await visit.run { try $0.reminders.feeds() }
      return try .json(["feeds": feeds.map { FeedDescription($0) }])
    }
    routes.unlocked(
      .post, "/api/v1/reminders/feeds",
      Operation(
        "addFeed", .reminders, "Make a calendar feed",
        bodies: [.json(.newFeed)],
        answers: [
          .created(
            .feed.requiring("address"), "The feed with its address, shown only this once.")
        ], refusals: [.tooManyRequests])
    ) { request, _, visit in
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
    routes.unlocked(
      .patch, "/api/v1/reminders/feeds/:number",
      Operation(
        "changeFeed", .reminders,
        "Choose whether a feed may name people and texts while the journal is locked",
        bodies: [.json(.namesChange)], answers: [.ok(.feed, "The changed feed.")],
        refusals: [.tooManyRequests])
    ) { request, context, visit in
      let number = try context.feedNumber
      let names = try await names(of: request, visit)
      let feed = try await visit.run { journal in
        try journal.reminders.setNames(
          names, ofFeed: number, by: visit.guest.source, now: now())
      }
      return try .json(FeedDescription(feed))
    }
    routes.unlocked(
      .delete, "/api/v1/reminders/feeds/:number",
      Operation(
        "revokeFeed", .reminders, "Revoke a feed: its address stops working",
        answers: [.noContent("The feed is removed.")])
    ) { _, context, visit in
      let number = try context.feedNumber
      return try await visit.noContent { journal in
        _ = try journal.reminders.removeFeed(number, by: visit.guest.source, now: now())
      }
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
