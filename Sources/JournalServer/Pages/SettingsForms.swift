import Hummingbird
import Journal
import Stamping
import Store

extension JournalServer {
  /// What the forms of the settings do, but for the PIN's.
  func addSettingsForms(to routes: Routes) {
    routes.unlocked(.post, "/settings") { [workers] request, _, visit in
      let form = try await Form(of: request)
      do {
        try await workers.run { try SettingsChange(form).apply(to: visit.journal) }
      } catch let error as SettingError {
        return .redirect(to: "/settings?problem=\(error.key.rawValue)")
      }
      return .redirect(to: "/settings?saved=1")
    }
    routes.unlocked(.post, "/settings/appearance") { [settings] request, _, _ in
      let form = try await Form(of: request)
      var response = Response.redirect(to: "/settings?saved=1")
      func choose(_ name: String, _ value: String?) {
        let lifetime = value == nil ? 0 : Preferences.lifetime
        response.setCookie(settings.cookie(name, value ?? "", lifetime: lifetime))
      }
      choose(
        Preferences.languageCookie, form["language"].flatMap { Language(rawValue: $0) }?.rawValue)
      choose(Preferences.themeCookie, form["theme"].flatMap { Theme(rawValue: $0) }?.rawValue)
      return response
    }
    routes.unlocked(.post, "/settings/devices/:id/revoke") {
      [workers, journals] _, context, visit in
      let id = try context.parameter("id") { Int64($0) }
      let owner = visit.device.owner
      guard try await workers.run({ try journals.devices.revoke(id, of: owner) }) else {
        throw Problem(.notFound, "no-device-here", "There is no such device.")
      }
      return .redirect(to: id == visit.device.id ? "/" : "/settings?saved=1")
    }
  }
}

/// What a form says of an owner's settings; all of it holds, or nothing.
struct SettingsChange {
  private var texts: [SettingKey: String] = [:]

  private static let keys: [SettingKey] = [
    .timeZone, .dayStart, .weekStart, .lockAfter, .labelStyle, .labelPosition, .labelColour,
    .labelSize,
  ]

  init(_ form: Form) {
    for key in Self.keys { texts[key] = form[key.rawValue] }
  }

  /// Sets what differs from what holds; an empty text gives a key its default.
  ///
  /// - Throws: `SettingError` with the key that cannot be so; then nothing has changed.
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
