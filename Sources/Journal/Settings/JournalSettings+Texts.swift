import CaptureTime
import Stamping

extension JournalSettings {
  /// What holds for a key, written as it can be set; nil where nothing is set and there is no one
  /// default.
  package func text(_ key: SettingKey) -> String? {
    if let text = texts[key] { return text }
    let style = look.style
    return switch key {
    case .timeZone: zone.name
    case .dayStart: dayStart.description
    case .weekStart, .exportFolder: nil
    case .lockAfter: lockDelay.text
    case .labelStyle: LabelStyle.Preset.plain.rawValue
    case .labelFormat: style.format
    case .labelLocale: style.locale
    case .labelText: look.template
    case .labelSize: style.size.description
    case .labelMargin: style.margin.description
    case .labelPosition: style.position.rawValue
    case .labelColour: LabelColour.text(style.colour)
    case .labelOutline: LabelColour.text(style.outline)
    case .labelBackground: LabelColour.text(style.background)
    case .labelFont: style.face.description
    }
  }
}
