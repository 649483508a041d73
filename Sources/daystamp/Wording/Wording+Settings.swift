import CaptureTime
import Journal
import Stamping
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

  /// A value that a person wanted to set.
  static func message(for error: SettingError) -> String {
    let value = error.text.map { " " + escaped($0) } ?? ""
    return "\(error.key.rawValue)\(value): \(message(for: error.reason))"
  }

  /// A value that is stored.
  static func brokenSetting(_ error: SettingError) -> String {
    let mend = error.key == .timeZone ? "set" : "reset"
    return "a setting is broken: \(message(for: error)) (daystamp config \(mend) "
      + "\(error.key.rawValue) mends it)"
  }

  static func message(for error: SettingProblem) -> String {
    switch error {
    case .relativePath: "give the whole path, from / on"
    case .unknownName(let expected): "it can be \(expected.joined(separator: ", "))"
    case .drawsNothing: "that would draw nothing"
    case .tooManyBytes(let observed, let limit):
      "a setting takes at most \(limit) bytes, and this one takes \(observed)"
    case .noDefault: "there has to be one, for there is no default"
    }
  }

  static func message(for error: WeekStartError) -> String {
    "“\(escaped(error.text))” is no weekday: write it as monday, or mon"
  }
}
