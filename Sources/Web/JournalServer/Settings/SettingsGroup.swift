import Wording

/// The groups of the settings, each on a page of its own.
enum SettingsGroup: String, CaseIterable {
  case appearance, days, label, writing, texts, reminders, lock, devices, passkeys, accounts, tokens
  case access
  case bring = "import"
  case export

  /// The page that lists them.
  static let index = "/settings"

  var path: String { "\(Self.index)/\(rawValue)" }

  /// The page once something of it is saved.
  var saved: String { "\(path)?saved=1" }

  /// The page with what was wrong with one of its forms.
  ///
  /// - Parameters:
  ///   - problem: as an address shows it.
  ///   - more: further parameters, each beginning with `&`.
  /// - Returns: an address.
  func refused(_ problem: String, _ more: String = "") -> String {
    "\(path)?problem=\(problem)\(more)"
  }

  /// The key of its name.
  var title: String {
    switch self {
    case .appearance: "appearance"
    case .days: "settingsDays"
    case .bring: "bring"
    case .export: "export"
    default: rawValue
    }
  }
}
