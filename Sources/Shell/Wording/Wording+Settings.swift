package import Journal
package import Store

extension Wording {
  /// A value that a person wanted to set.
  package static func message(for error: SettingError) -> String {
    let value = error.text.map { " " + escaped($0) } ?? ""
    return "\(error.key.rawValue)\(value): \(message(for: error.reason))"
  }

  /// A value that is stored.
  package static func brokenSetting(_ error: SettingError) -> String {
    let mend = error.key == .timeZone ? "set" : "reset"
    return "a setting is broken: \(message(for: error)) (daystamp config \(mend) "
      + "\(error.key.rawValue) mends it)"
  }

  package static func message(for error: SettingProblem) -> String {
    switch error {
    case .relativePath: "give the whole path, from / on"
    case .unknownName(let expected): "it can be \(expected.joined(separator: ", "))"
    case .drawsNothing: "that would draw nothing"
    case .tooManyBytes(let observed, let limit):
      "a setting takes at most \(limit) bytes, and this one takes \(observed)"
    case .noDefault: "there has to be one, for there is no default"
    }
  }

  package static func message(for error: WeekStartError) -> String {
    "“\(escaped(error.text))” is no weekday: write it as monday, or mon"
  }
}
