import Hummingbird
import Journal
import Reminders
import Sending
import Store
import Wording

/// The actions of the buttons and forms on the page of reminders.
enum ReminderDeed: String {
  /// Those that most people want, all at once.
  case setSwitches = "set-switches"
  case addRule = "add-rule", changeRule = "change-rule", removeRule = "remove-rule"
  /// A rule that was removed is made again as it was.
  case restoreRule = "restore-rule"
  case turnOn = "turn-on", turnOff = "turn-off"
  case addHook = "add-hook", addMail = "add-mail", removeWay = "remove-way"
  /// Whether a way or a feed may name people and texts while the journal is locked.
  case nameInWay = "name-in-way", nameInFeed = "name-in-feed"
  case test
  case sendCode = "send-code", confirm
  case removeFeed = "remove-feed"
}

extension ReminderPageRoutes {
  /// Does what a form asks for, and leads to where one sees it.
  func answer(
    _ deed: ReminderDeed, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let reminders = visit.journal.reminders
    switch deed {
    case .setSwitches: return try await setSwitches(form, request, visit)
    case .addRule, .changeRule: return try await keep(deed, form, request, visit)
    case .removeRule: return try await removeRule(form, request, visit)
    case .restoreRule: return try await restoreRule(form, visit)
    case .turnOn, .turnOff:
      let number = try Self.number(form)
      _ = try await run { now in
        try reminders.edit(number, now: now) { $0.isOn = deed == .turnOn }
      }
      return .redirect(to: ReminderPaths.saved("rules"))
    case .addHook:
      return try await add(in: RefusedForm.hook, form, request, visit) {
        guard let format = HookFormat(rawValue: form["format"] ?? "") else {
          throw Problem("field.named", ["name": "format"])
        }
        return try .hook(
          Self.typed(form, "address"), as: format, token: Self.typed(form, "token"),
          names: form["names"] != nil)
      }
    case .addMail:
      return try await add(in: RefusedForm.mail, form, request, visit) {
        try .mail(Self.typed(form, "address"), names: form["names"] != nil)
      }
    case .nameInWay, .nameInFeed:
      return try await setNames(deed, form, request, visit)
    case .test, .sendCode: return try await send(deed, form, request, visit)
    case .confirm: return try await confirm(form, request, visit)
    case .removeWay:
      let number = try Self.number(form)
      try await run { now in
        _ = try reminders.remove(way: number, by: visit.guest.source, now: now)
      }
      return .redirect(to: ReminderPaths.saved("ways"))
    case .removeFeed:
      let number = try Self.number(form)
      try await run { now in
        _ = try reminders.removeFeed(number, by: visit.guest.source, now: now)
      }
      return .redirect(to: ReminderPaths.saved("feeds"))
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (_ now: Int) throws -> Value
  ) async throws -> Value {
    try await workers.run { try work(now()) }
  }

  private static func number(_ form: Form) throws -> Int64 {
    guard let number = form["number"].flatMap({ Int64($0) }) else { throw Problem("form.encoding") }
    return number
  }

  /// What was typed, without blanks at its ends, which come with what is copied.
  private static func typed(_ form: Form, _ name: String) -> String {
    let text = (form[name] ?? "").drop { $0 == " " }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Turns on and off what most people want.
  private func setSwitches(
    _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let reminders = visit.journal.reminders
    let wanted = Set(ReminderSwitches.subjects.filter { form[$0.rawValue] != nil })
    let wrong = try await run { now -> Problem? in
      do {
        // Browsers may add seconds to a time.
        guard let time = try? TimeOfDay.parse(String((form["time"] ?? "").prefix(5))) else {
          return Problem("field.named", ["name": "time"])
        }
        try ReminderSwitches(reminders.rules()).set(wanted, at: time, in: reminders, now: now)
        return nil
      } catch let error as ReminderError {
        return Problem(error)
      }
    }
    guard let wrong else { return .redirect(to: "\(ReminderPaths.page)?saved=1") }
    return try await page(
      request, visit,
      refused: RefusedForm(place: RefusedForm.switches, form: form, wrong: ["time": wrong]))
  }

  /// Makes or changes a rule as its form says; what is not taken is there again.
  private func keep(
    _ deed: ReminderDeed, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let reminders = visit.journal.reminders
    let number = deed == .changeRule ? try Self.number(form) : nil
    let wrong = try await run { now -> [String: Problem] in
      let isOn = try number.map { try reminders.rule($0).facts.isOn } ?? true
      var typed = RuleForm(form)
      guard let facts = typed.facts(isOn: isOn) else { return typed.wrong }
      do {
        if let number {
          _ = try reminders.edit(number, now: now) { $0 = facts }
        } else {
          _ = try reminders.add(facts, now: now)
        }
      } catch  where typed.refuse(error) {
        return typed.wrong
      }
      return [:]
    }
    if wrong.isEmpty { return .redirect(to: ReminderPaths.saved("rules")) }
    let place = number.map { "\($0)" } ?? RefusedForm.new
    return try await page(
      request, visit, refused: RefusedForm(place: place, form: form, wrong: wrong))
  }

  /// Removes a rule. The page that comes holds what it was, to be made again: it is nowhere else.
  private func removeRule(
    _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let number = try Self.number(form)
    let removed: ReminderRule
    do {
      removed = try await run { _ in try visit.journal.reminders.remove(rule: number) }
    } catch ReminderError.unknownRule {
      // The page was loaded anew.
      return .redirect(to: ReminderPaths.page)
    }
    let words = pages.words(for: request)
    let text = words(
      "reminderRemovedNotice",
      [
        "subject": ReminderPage.title(removed.facts.subject, words),
        "time": "\(removed.facts.time)",
      ])
    let fields = RuleForm(removed.facts).form.fields
      .merging(["deed": ReminderDeed.restoreRule.rawValue]) { $1 }
    return try await page(
      request, visit,
      done: [
        "text": text, "path": ReminderPaths.page,
        "fields": fields.sorted { $0.key < $1.key }.map {
          ["name": $0.key, "value": $0.value] as PageContent
        },
      ])
  }

  private func restoreRule(_ form: Form, _ visit: Visit) async throws -> Response {
    var typed = RuleForm(form)
    guard let facts = typed.facts() else { throw Problem("form.encoding") }
    do {
      _ = try await run { now in try visit.journal.reminders.add(facts, now: now) }
    } catch ReminderError.ruleExists {
      // It was made again before.
    }
    return .redirect(to: "\(ReminderPaths.page)#rules")
  }

  /// Sets up a way; what is not taken is there again.
  private func add(
    in place: String, _ form: Form, _ request: Request, _ visit: Visit,
    _ facts: @escaping @Sendable () throws -> WayFacts
  ) async throws -> Response {
    let way: ReminderWay
    do {
      let facts = try facts()
      if facts.names { try await pinAgain.check(form.bytes("pin"), by: visit.guest) }
      way = try await setup.add(facts, visit, in: pages.words(for: request))
    } catch {
      // Whoever types it anew has the token and the PIN; no page shows one.
      return try await page(
        request, visit, refused: RefusedForm(error, in: place, form.without("token", "pin")))
    }
    let isMailed = !way.isConfirmed && way.failure == nil
    return .redirect(to: isMailed ? ReminderPaths.mailed(way.id) : ReminderPaths.saved("ways"))
  }

  /// Says whether a way or a feed may name things while the journal is locked.
  private func setNames(
    _ deed: ReminderDeed, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let (number, names) = (try Self.number(form), form["names"] == "1")
    do {
      if names { try await pinAgain.check(form.bytes("pin"), by: visit.guest) }
    } catch  where PINAgain.isReason(for: error) {
      return try await page(request, visit, problem: Problem(error))
    }
    let (reminders, source) = (visit.journal.reminders, visit.guest.source)
    try await run { now in
      if deed == .nameInWay {
        _ = try reminders.setNames(names, ofWay: number, by: source, now: now)
      } else {
        _ = try reminders.setNames(names, ofFeed: number, by: source, now: now)
      }
    }
    return .redirect(to: ReminderPaths.saved(deed == .nameInWay ? "ways" : "feeds"))
  }

  /// Sends a test or a code.
  private func send(
    _ deed: ReminderDeed, _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let (number, words) = (try Self.number(form), pages.words(for: request))
    do {
      if deed == .test {
        try await setup.test(number, of: visit.journal, in: words)
      } else {
        try await setup.sendCode(number, of: visit.journal, in: words)
      }
    } catch  where Self.isSaidOnPage(error) {
      return try await page(request, visit, problem: Problem(error))
    }
    return .redirect(
      to: deed == .test
        ? "\(ReminderPaths.page)?tested=\(number)#ways" : ReminderPaths.mailed(number))
  }

  /// Whether an error is about what the page shows, and not about another page that was loaded before.
  private static func isSaidOnPage(_ error: any Error) -> Bool {
    switch error {
    case ReminderError.unknownWay: false
    default: error is SendingError || error is ReminderError
    }
  }

  /// Confirms a mail address by the code that was mailed there.
  private func confirm(
    _ form: Form, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let number = try Self.number(form)
    do {
      let code = try MailCode(typed: form["code"] ?? "")
      _ = try await run { now in
        try visit.journal.reminders.confirm(way: number, with: code, now: now)
      }
    } catch {
      return try await page(
        request, visit,
        refused: RefusedForm(error, in: RefusedForm.code(ofWay: number), form))
    }
    return .redirect(to: ReminderPaths.saved("ways"))
  }
}
