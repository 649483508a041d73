/// What an owner can set of their journal; raw values are the names on the command line.
package enum SettingKey: String, CaseIterable, Sendable {
  /// The zone in which days are told.
  case timeZone = "time-zone"
  /// When a day begins, so that late nights may count to the day before.
  case dayStart = "day-start"
  case weekStart = "week-start"
  /// How long an unlocked journal may go without use.
  case lockAfter = "lock-after"
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

  /// Whether it takes the place of a part of the label's style, whichever of the two was set later.
  package var overridesStyle: Bool {
    switch self {
    case .timeZone, .dayStart, .weekStart, .lockAfter, .exportFolder, .labelStyle, .labelText: false
    case .labelFormat, .labelLocale, .labelSize, .labelMargin, .labelPosition, .labelColour,
      .labelOutline, .labelBackground, .labelFont:
      true
    }
  }
}
