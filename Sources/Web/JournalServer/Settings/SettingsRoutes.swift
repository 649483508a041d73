import Files
import HTTPTypes
import Hummingbird
import Journal
import Reminders
import Stamping
import Store
import Texts
import Wording

/// An owner's settings, for programs and as a page with forms. The lock and the devices have their
/// own.
struct SettingsRoutes: ServerRoutes {
  let server: ServerParts
  /// By whose accounts one signs in; nil where there is none.
  let issuer: String?
  /// Receive the words of templates.
  let bodies: LongBodies
  let arrivals: ArrivalDesk

  func add(to routes: Routes) {
    addTemplates(to: routes)
    routes.unlocked(.get, "/settings") { request, _, visit in try await page(nil, request, visit) }
    for group in SettingsGroup.allCases {
      routes.unlocked(.get, "/settings/\(group.rawValue)") { request, _, visit in
        try await page(
          group, request, visit,
          adding: more(of: group, request, visit))
      }
    }
    routes.unlocked(.post, "/settings") { request, _, visit in
      let change = SettingsChange(try await Form(of: request))
      do {
        try await visit.run { try change.apply(to: $0) }
      } catch let error as SettingError {
        return .redirect(to: change.path(refused: error.key))
      }
      return .redirect(to: change.group.saved)
    }
    routes.unlocked(.post, "/settings/appearance") { request, _, _ in
      let form = try await Form(of: request)
      var response = Response.redirect(to: SettingsGroup.appearance.saved)
      func choose(_ name: String, _ value: String?) {
        let lifetime = value == nil ? 0 : Preferences.lifetime
        response.setCookie(settings.cookie(name, value ?? "", lifetime: lifetime))
      }
      choose(
        Preferences.languageCookie, form["language"].flatMap { Language(rawValue: $0) }?.rawValue)
      choose(Preferences.themeCookie, form["theme"].flatMap { Theme(rawValue: $0) }?.rawValue)
      choose(
        Preferences.colourCookie, form["colour"].flatMap { PageColour(rawValue: $0) }?.rawValue)
      choose(
        Preferences.textSizeCookie, form["text-size"].flatMap { TextSize(rawValue: $0) }?.rawValue)
      choose(
        Preferences.lineSpacingCookie,
        form["line-spacing"].flatMap { LineSpacing(rawValue: $0) }?.rawValue)
      choose(Preferences.faceCookie, form["face"].flatMap { ReadingFace(rawValue: $0) }?.rawValue)
      return response
    }
    routes.unlocked(
      .get, "/api/v1/settings",
      Operation(
        "getSettings", .owner, "The owner's settings", answers: [.ok(.settings, "All settings.")])
    ) { _, _, visit in
      try .json(SettingsBody(await visit.run { try $0.settings.current() }))
    }
    routes.unlocked(
      .patch, "/api/v1/settings",
      Operation(
        "changeSettings", .owner, "Change settings, all that are given or none",
        "Existing posts keep their days and labels.", bodies: [.json(.settingsChange)],
        answers: [.ok(.settings, "All current settings.")])
    ) { request, _, visit in
      let changes = try await request.json(SettingsChangeBody.self).changes
      return try .json(
        SettingsBody(await visit.run { try $0.settings.set(changes) }))
    }
  }

  /// What a group has besides settings.
  private func more(
    of group: SettingsGroup, _ request: Request, _ visit: Visit
  ) async throws -> PageContent {
    switch group {
    case .writing: return try await templates(Query(of: request), visit)
    case .bring:
      let (query, words) = (Query(of: request), pages.words(for: request))
      return try await visit.run { journal in
        try ArrivalsPage(
          entry: arrivals.entry(of: journal), arrivals: journal.arrivals.all(),
          zone: journal.settings.current().zone, words: words
        ).content(query)
      }
    default: return [:]
    }
  }

  /// The page of a group; for nil that of all of them.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - request: says what was saved or wrong.
  ///   - visit: whose settings.
  ///   - status: that of the page.
  ///   - more: what the group has besides settings.
  /// - Returns: the page.
  /// - Throws: `JournalError`.
  func page(
    _ group: SettingsGroup?, _ request: Request, _ visit: Visit,
    status: HTTPResponse.Status = .ok, adding more: PageContent = [:]
  ) async throws -> Response {
    let (preferences, words) = (Preferences(of: request), pages.words(for: request))
    let query = Query(of: request)
    let refused = try query["problem"].flatMap(SettingKey.init(rawValue:))
    let typed = try refused.map { _ in try SettingsChange.typed(query) } ?? [:]
    var content = try await visit.run { journal in
      let (owner, now) = (visit.device.owner, settings.now)
      return SettingsPage(
        group: group,
        settings: try journal.settings.current(), preferences: preferences,
        devices: try journals.devices.list(of: owner, now: now()), device: visit.device,
        hasPIN: try journals.lock(of: owner, now: now).tries() != nil,
        collections: try journal.collections.all(),
        events: try journals.accessLog(of: owner).list(limit: SettingsPage.eventCount, now: now()),
        typed: typed, words: words
      ).content
    }
    let (passkeys, accounts, rule, outlets) = try await visit.run { journal in
      (
        try journals.passkeys.list(of: visit.device.owner), try journal.accounts(),
        try journal.settings.current().rule,
        try journal.reminders.outlets(now: settings.now())
      )
    }
    content["outlets"] =
      OutletTexts(outlets: outlets, words: words).content(areMeant: false).once
    content.merge(
      PasskeyTexts(rule: rule, words: words)
        .section(passkeys, at: settings.relyingParty(of: request))
    ) { $1 }
    let section = AccountSection(
      accounts: accounts, issuer: issuer, words: words, zone: rule.zone
    ).content
    if group == .accounts, section == nil { return .redirect(to: SettingsGroup.index) }
    content["accounts"] = section.once
    content["groups"] = SettingsIndex(
      settings: try await visit.run { try $0.settings.current() }, preferences: preferences,
      devices: (content["devices"] as? [PageContent])?.count ?? 0,
      hasPIN: content["hasPIN"] as? Bool == true, hasAccounts: section != nil, words: words
    ).content(group)
    content["owner"] = visit.device.owner.text
    content["isSaved"] = try query["saved"] != nil
    let problem = words.problem(of: request)
    // The form of the PIN says itself what was wrong with it.
    content["problem"] = group == .lock && refused == nil ? [] as [String] : problem.once
    content["wrongPIN"] = refused == nil ? problem.once : [] as [String]
    content["wrong"] = refused.map { [$0.rawValue: problem.once] } ?? [:]
    // The part of the page that was filled in is open, with the reason beside what was typed.
    let part = try query["pin"]
    content["isChanging"] = part == "change"
    content["isRemoving"] = part == "off"
    return try await page(
      of: "settings", content.merging(more) { $1 }, for: request, status: status)
  }
}

/// An owner's settings, with the command line's names.
private struct SettingsBody: Encodable {
  let settings: [SettingDescription]

  /// All but the one that names a folder of the server.
  static let keys = SettingKey.allCases.filter { $0 != .exportFolder }

  init(_ settings: JournalSettings) {
    self.settings = Self.keys.map { SettingDescription($0, in: settings) }
  }
}

/// Keys with their new values, null for the default.
private struct SettingsChangeBody: Decodable {
  let changes: [SettingKey: String?]

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(SettingKey.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: AnyKey.self)
    var changes: [SettingKey: String?] = [:]
    for key in fields.allKeys {
      guard let setting = SettingKey(rawValue: key.stringValue) else { continue }
      let text: String? =
        try fields.decodeNil(forKey: key) ? nil : fields.decode(String.self, forKey: key)
      guard !setting.isOfMachine(text ?? "") else {
        throw Problem("setting.of-machine", ["key": .text(setting.rawValue)])
      }
      changes.updateValue(text, forKey: setting)
    }
    guard !changes.isEmpty else {
      throw Problem("no-change")
    }
    self.changes = changes
  }
}

/// Changes to an owner's settings from a form; all or none are set.
struct SettingsChange {
  private var texts: [SettingKey: String] = [:]

  private static let keys: [SettingKey] = [
    .timeZone, .postZone, .dayStart, .weekStart, .lockAfter, .labelStyle, .labelPosition,
    .labelColour, .labelSize, .videoSize, .textPool, .questionCollection, .leapBirthday,
    .keywordLength,
    .reminderLanguage,
  ]

  init(_ form: Form) {
    for key in Self.keys { texts[key] = form[key.rawValue] }
  }

  /// The group that has the form.
  var group: SettingsGroup { Self.group(of: Self.keys.first { texts[$0] != nil } ?? .timeZone) }

  /// The path of the page with what was typed, and with the reason beside the field.
  func path(refused: SettingKey) -> String {
    let typed = Self.keys.compactMap { key in
      texts[key].map { "&\(key.rawValue)=\(String($0.prefix(Self.mostShown)).percentEncoded)" }
    }
    return Self.group(of: refused).refused(refused.rawValue, typed.joined())
  }

  /// What such a path says that was typed.
  static func typed(_ query: Query) throws -> [SettingKey: String] {
    var texts: [SettingKey: String] = [:]
    for key in keys { texts[key] = try query[key.rawValue] }
    return texts
  }

  /// Characters of what was typed that are shown again: far more than any value has.
  private static let mostShown = 100

  private static func group(of key: SettingKey) -> SettingsGroup {
    switch key {
    case .timeZone, .postZone, .dayStart, .weekStart, .leapBirthday, .keywordLength: .days
    case .lockAfter: .lock
    case .videoSize: .writing
    case .textPool, .questionCollection: .texts
    case .reminderLanguage: .reminders
    default: .label
    }
  }

  /// Sets what differs from the settings; an empty text gives a key its default.
  ///
  /// - Throws: `SettingError` with the key that does not take its value; then nothing has changed.
  func apply(to journal: OwnerJournal) throws {
    let settings = try journal.settings.current()
    var changed = texts.filter { key, text in text != (Self.shown(key, settings) ?? "") }
    // Another style brings its own place, colour and size, where none was chosen with it.
    if changed[.labelStyle] != nil {
      for key in Self.keys where key.overridesStyle && changed[key] == nil { changed[key] = "" }
    }
    if changed.isEmpty { return }
    _ = try journal.settings.set(changed.mapValues { $0.isEmpty ? nil : $0 })
  }

  /// The text that the form showed for a key.
  private static func shown(_ key: SettingKey, _ settings: JournalSettings) -> String? {
    key == .labelColour ? Choice.colour(settings.look.style) : settings.text(key)
  }
}

extension Schema {
  static let settings = Schema.list(
    "settings",
    of: .object(["key": .settingKey, "default": .boolean()], optional: ["value": .string()])
  ).named("Settings")

  static let settingKey = Schema.choice(SettingsBody.keys.map(\.rawValue)).named("SettingKey")

  static let settingsChange = Schema.object(
    [:],
    optional: Dictionary(
      uniqueKeysWithValues: SettingsBody.keys.map { ($0.rawValue, .string().orNull) }),
    about: "Null restores the default."
  ).notEmpty.named("SettingsChange")
}
