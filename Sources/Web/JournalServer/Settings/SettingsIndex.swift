import CaptureTime
import Journal
import Stamping
import Store
import Wording

/// The list of groups of settings, each with its current choice.
struct SettingsIndex {
  let settings: JournalSettings
  let preferences: Preferences
  let devices: Int
  let hasPIN: Bool
  /// Whether there is anything to say of accounts.
  let hasAccounts: Bool
  let words: Words

  /// For the template `settings`.
  ///
  /// - Parameter shown: the group whose page it is on; nil for the list's own.
  /// - Returns: the groups in their order.
  func content(_ shown: SettingsGroup?) -> [PageContent] {
    SettingsGroup.allCases.filter { $0 != .accounts || hasAccounts }.map { group in
      [
        "name": group.rawValue, "path": group.path, "title": words(group.title),
        "state": state(of: group).once, "isShown": group == shown,
      ]
    }
  }

  private func state(of group: SettingsGroup) -> String? {
    switch group {
    case .appearance:
      [
        words("colour-\(preferences.colour.rawValue)"),
        words("theme-\(preferences.theme.rawValue)"),
        words("textSize-\(preferences.textSize.rawValue)"),
      ].joined(separator: " · ")
    case .days: settings.zone.name
    case .label: settings.text(.labelStyle).map { words("style-\($0)") }
    case .reminders: Language(rawValue: settings.reminderLanguage.rawValue)?.name
    case .lock:
      !hasPIN
        ? words("noPIN")
        : settings.lockDelay == .none
          ? words("lockOnLeaving") : words.count(settings.lockDelay.rawValue, "afterMinutes")
    case .devices: words.count(devices, "accountDevices")
    default: nil
    }
  }
}
