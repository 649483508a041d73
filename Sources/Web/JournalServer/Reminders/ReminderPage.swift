import CaptureTime
import Journal
import Reminders
import Sending
import Store
import Wording

/// An owner's reminders: the rules, the ways that they reach the owner, and calendar feeds.
struct ReminderPage {
  let journal: OwnerJournal
  let devices: [Device]
  /// The one that the request came from.
  let device: Device
  let words: Words
  let now: Int
  /// Whether there is a PIN, which is asked for again before something may name people and texts.
  let hasPIN: Bool
  /// Whether the owner may have mail addresses from here.
  let mayMail: Bool

  /// For the template `reminders`.
  ///
  /// - Parameter refused: a form that was not taken, which is there again.
  /// - Returns: its content.
  /// - Throws: `JournalError`.
  func content(_ refused: RefusedForm? = nil) throws -> PageContent {
    let reminders = journal.reminders
    let rules = try reminders.rules()
    let ways = try reminders.ways(now: now)
    let feeds = try reminders.feeds()
    let zone = try journal.settings.current().rule.zone
    let own = ways.first { $0.facts.kind == .push && $0.device == device.id }
    return [
      "switches": ReminderSwitches(rules).content(
        refused?.place == RefusedForm.switches ? refused : nil, words),
      "rules": rules.map { rule($0, refused) }, "hasRules": !rules.isEmpty,
      "hasWays": !ways.isEmpty, "isUntold": !rules.isEmpty && !ways.contains(where: \.isConfirmed),
      "new": form(RefusedForm.new, refused, or: .new),
      "isAdding": refused?.place == RefusedForm.new,
      "ways": ways.map { way($0, zone, refused) }, "ownWay": own.map { "\($0.id)" } ?? "",
      "hook": hook(refused), "mail": typed(RefusedForm.mail, refused), "mayMail": mayMail,
      "feeds": feeds.map { feed($0, zone) }, "hasFeeds": !feeds.isEmpty,
      "feed": typed(RefusedForm.feed, refused), "hasPIN": hasPIN,
      "nameLimit": FeedName.limit, "isRefused": refused != nil,
    ]
  }

  /// What a rule is of, as a line has it: "Morning page".
  static func title(_ subject: ReminderSubject, _ words: Words) -> String {
    words("reminderOf-\(subject.rawValue)")
  }

  private func rule(_ rule: ReminderRule, _ refused: RefusedForm?) -> PageContent {
    let (facts, place) = (rule.facts, "\(rule.id)")
    let title = Self.title(facts.subject, words)
    let parts = [
      facts.again.map { words.count($0, "reminderAgainIn") },
      facts.quiet.map {
        words(
          "reminderQuiet",
          [
            "from": words.clock($0.from.hour, $0.from.minute),
            "until": words.clock($0.until.hour, $0.until.minute),
          ])
      },
    ]
    let clock = words.clock(facts.time.hour, facts.time.minute)
    func label(_ deed: String) -> String { deedLabel(deed, "\(title), \(clock)") }
    return [
      "number": rule.id, "title": title, "time": "\(facts.time)", "clock": clock,
      "isOn": facts.isOn,
      "details": parts.compactMap(\.self).joined(separator: " · "),
      "turn": facts.isOn ? ReminderDeed.turnOff.rawValue : ReminderDeed.turnOn.rawValue,
      "turnTitle": words(facts.isOn ? "reminderTurnOff" : "reminderTurnOn"),
      "turnLabel": label(facts.isOn ? "reminderTurnOff" : "reminderTurnOn"),
      "changeLabel": label("reminderChange"), "removeLabel": label("reminderRemove"),
      "isChanging": refused?.place == place, "fields": form(place, refused, or: RuleForm(facts)),
    ]
  }

  /// What a button does, and with which of the lines.
  private func deedLabel(_ deed: String, _ name: String) -> String {
    words("reminderDeed", ["deed": words(deed), "name": name])
  }

  private func form(_ place: String, _ refused: RefusedForm?, or form: RuleForm) -> PageContent {
    guard let refused, refused.place == place else { return form.content(place, words) }
    return RuleForm(refused.form).content(place, words).merging([
      "wrong": refused.wrong.mapValues(words.problem), "isWrong": true,
    ]) { $1 }
  }

  /// What was typed into one of the other forms.
  private func typed(_ place: String, _ refused: RefusedForm?) -> PageContent {
    let own = refused?.place == place ? refused : nil
    return [
      "form": own?.form.fields ?? [:], "wrong": own?.wrong.mapValues(words.problem) ?? [:],
      "isWrong": own != nil, "mayName": own?.form["names"] != nil,
    ]
  }

  private func hook(_ refused: RefusedForm?) -> PageContent {
    let own = refused?.place == RefusedForm.hook ? refused : nil
    let chosen = own?.form["format"] ?? HookFormat.ntfy.rawValue
    return typed(RefusedForm.hook, refused).merging([
      "formats": HookFormat.allCases.map {
        Choice.content($0.rawValue, $0.rawValue, isChosen: $0.rawValue == chosen)
      }
    ]) { $1 }
  }

  private func way(
    _ way: ReminderWay, _ zone: CaptureZone, _ refused: RefusedForm?
  ) -> PageContent {
    let kind = way.facts.kind
    let title = words("wayKind-\(kind.rawValue)")
    let browser = devices.first { $0.id == way.device }?.name.text
    let name = browser ?? way.facts.shownAddress ?? ""
    let details = [
      browser == nil ? nil : way.facts.shownAddress, kind == .hook ? way.facts.detail : nil,
      words("waySince", ["day": words.time(of: way.since, in: zone)]),
      kind == .push ? nil : words(way.facts.names ? "wayNames" : "wayNamesNothing"),
      kind == .push ? nil : way.maker.map(text),
    ]
    let failure = way.failure.map { failure in
      words(
        "wayFailed",
        [
          "time": words.time(of: failure.since, in: zone),
          "reason": way.reason(in: words.language) ?? "",
        ])
    }
    let toggle = way.facts.names ? "wayNameNothing" : "wayName"
    func label(_ deed: String) -> String {
      deedLabel(deed, name.isEmpty ? title : "\(title), \(name)")
    }
    return [
      "number": way.id, "kind": title, "name": name, "failure": failure.once,
      "details": details.compactMap(\.self).joined(separator: " · "),
      "isThis": kind == .push && way.device == device.id,
      "mayBeTested": kind != .desktop && way.isConfirmed, "waits": !way.isConfirmed,
      "code": typed(RefusedForm.code(ofWay: way.id), refused),
      "codeLabel": label("wayConfirm"), "codeAgainLabel": label("wayCodeAgain"),
      "mayName": kind != .push,
      "names": way.facts.names ? "0" : "1", "namesTitle": words(toggle),
      "asksFirst": hasPIN && !way.facts.names,
      "namesLabel": label(toggle), "testLabel": label("wayTest"),
      "removeLabel": label("reminderRemove"),
      "removeHint": words(kind == .desktop ? "desktopRemoveHint" : "wayRemoveHint"),
    ]
  }

  private func text(_ maker: Maker) -> String { words("outletMaker", ["name": maker.name.text]) }

  private func feed(_ feed: Feed, _ zone: CaptureZone) -> PageContent {
    let toggle = feed.names ? "wayNameNothing" : "wayName"
    let details = [
      words("feedMade", ["day": words.time(of: feed.made, in: zone)]),
      feed.read.map { words("feedRead", ["time": words.time(of: $0, in: zone)]) }
        ?? words("feedNeverRead"),
      words(feed.names ? "wayNames" : "wayNamesNothing"), feed.maker.map(text),
    ]
    return [
      "number": feed.id, "name": feed.name.text,
      "details": details.compactMap(\.self).joined(separator: " · "),
      "asksFirst": hasPIN && !feed.names,
      "names": feed.names ? "0" : "1", "namesTitle": words(toggle),
      "namesLabel": deedLabel(toggle, feed.name.text),
      "revokeLabel": deedLabel("feedRevoke", feed.name.text),
    ]
  }
}
