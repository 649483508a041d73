import Hummingbird
import Journal
import Stamping
import Store

extension JournalServer {
  func addSettings(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/settings") { [workers] _, _, visit in
      try .json(SettingsBody(await workers.run { try visit.journal.settings.current() }))
    }
    routes.unlocked(.patch, "/api/v1/settings") { [workers] request, _, visit in
      let changes = try await request.json(SettingsChangeBody.self).changes
      return try .json(SettingsBody(await workers.run { try visit.journal.settings.set(changes) }))
    }
  }
}

/// What an owner has set, by the names that the command line has for it.
private struct SettingsBody: Encodable {
  let settings: [SettingDescription]

  init(_ settings: JournalSettings) {
    self.settings = SettingKey.allCases.filter { $0 != .exportFolder }.map {
      SettingDescription($0, in: settings)
    }
  }
}

/// Keys with their new values, null where the default is to hold again.
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
      try Self.checkIsNoFile(setting, text)
      changes.updateValue(text, forKey: setting)
    }
    guard !changes.isEmpty else {
      throw Problem(.unprocessableContent, "no-change", "The body says nothing to be changed.")
    }
    self.changes = changes
  }

  /// A path is one of the server's machine, and named only there.
  private static func checkIsNoFile(_ key: SettingKey, _ text: String?) throws {
    let isFile = key == .exportFolder || key == .labelFont && text?.contains("/") == true
    guard !isFile else {
      throw Problem(
        .unprocessableContent, "setting",
        "\(key.rawValue) names a file of the server; daystamp config sets it there.")
    }
  }
}
