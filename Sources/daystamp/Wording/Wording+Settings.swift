import Journal
import Shell
import Store
import SystemPackage

extension Wording {
  static let daysStay =
    "Posts that are there keep their days; the setting is for those to come."

  static let zoneStays = "A journal always has a time zone; daystamp config set gives it another."
  static let isDefault = "default"

  static func severalValues(_ values: [String]) -> String {
    "A setting has one value, not \(values.count): \(escaped(values.joined(separator: ", "))). "
      + "Quote one that has blanks."
  }

  /// What stands in the place of a setting that has no value.
  static func missing(_ key: SettingKey) -> String { key == .weekStart ? "(by locale)" : "(none)" }

  static func overridden(_ keys: [SettingKey]) -> String {
    let names = keys.map(\.rawValue)
    return "\(names.joined(separator: ", ")) still \(names.count == 1 ? "overrides" : "override") "
      + "the style; daystamp config reset \(names.joined(separator: " ")) ends that."
  }

  static func notAFolder(_ path: FilePath) -> String { "\(name(path)) is no folder." }
}
