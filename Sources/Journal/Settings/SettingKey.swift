/// What an owner can set of their journal; raw values are the names on the command line.
package enum SettingKey: String, CaseIterable, Sendable {
  /// The zone in which days are told.
  case timeZone = "time-zone"
  /// When a day begins, so that late nights may count to the day before.
  case dayStart = "day-start"
  case weekStart = "week-start"
  /// A folder of the person's own that gets a copy of every stamped photo.
  case exportFolder = "export-to"
  case labelStyle = "label-style"
  case labelFormat = "label-format"
  case labelLocale = "label-locale"
  case labelText = "label-text"
  case labelSize = "label-size"
  case labelMargin = "label-margin"
  case labelPosition = "label-position"
  case labelColour = "label-color"
  case labelOutline = "label-outline"
  case labelBackground = "label-background"
  case labelFont = "label-font"
}

/// Why a setting was not taken.
package struct SettingError: Error, Sendable {
  package let key: SettingKey
  /// What it was to be set to.
  package let text: String
  package let reason: any Error
}

/// Why a text is no value of a setting, where no other layer says so.
package enum SettingProblem: Error, Hashable, Sendable {
  /// A folder has to be named from the root on.
  case relativePath
  /// The names that there are for it.
  case unknownName(expected: [String])
}
