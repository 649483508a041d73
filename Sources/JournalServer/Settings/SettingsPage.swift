import CaptureTime
import Journal
import Stamping
import Store
import TextDisplay
import Wording

/// An owner's settings, the browser's own choices, the PIN and the devices.
struct SettingsPage {
  let settings: JournalSettings
  let preferences: Preferences
  let devices: [Device]
  /// The one that the request came from.
  let device: Device
  let hasPIN: Bool
  let words: Words

  var content: PageContent {
    let style = settings.look.style
    return [
      "zone": settings.zone.name, "dayStart": settings.dayStart.description,
      "weekStarts": weekStarts, "lockDelays": lockDelays, "styles": styles,
      "positions": Choice.positions(style.position, words), "colour": Choice.colour(style),
      "size": style.size.description, "languages": languages, "themes": themes, "hasPIN": hasPIN,
      "devices": devices.map(content),
    ]
  }

  private var weekStarts: [PageContent] {
    [Choice.content("", words("byLanguage"), isChosen: settings.weekStart == nil)]
      + WeekStart.allCases.map {
        Choice.content($0.name, words.weekdays[$0.rawValue], isChosen: $0 == settings.weekStart)
      }
  }

  private var lockDelays: [PageContent] {
    LockDelay.allCases.map {
      let text =
        $0 == .none
        ? words("lockOnLeaving") : words.count($0.rawValue, "afterMinutes")
      return Choice.content($0.text, text, isChosen: $0 == settings.lockDelay)
    }
  }

  private var styles: [PageContent] {
    let chosen = settings.text(.labelStyle)
    return LabelStyle.Preset.allCases.map {
      Choice.content(
        $0.rawValue, words("style-\($0.rawValue)"), isChosen: $0.rawValue == chosen)
    }
  }

  private var languages: [PageContent] {
    [Choice.content("", words("byBrowser"), isChosen: preferences.chosenLanguage == nil)]
      + Language.allCases.map {
        Choice.content($0.rawValue, $0.name, isChosen: $0 == preferences.chosenLanguage)
      }
  }

  private var themes: [PageContent] {
    Theme.allCases.map {
      Choice.content(
        $0.rawValue, words("theme-\($0.rawValue)"), isChosen: $0 == preferences.theme)
    }
  }

  private func content(_ device: Device) -> PageContent {
    func day(_ instant: Int) -> String { words.short(settings.rule.day(of: instant)) }
    return [
      "id": device.id, "name": device.name.text,
      "shownName": Isolation.shown(device.name.text), "isThis": device.id == self.device.id,
      "paired": words("pairedOn", ["day": day(device.paired)]),
      "seen": device.lastAddress.map {
        words("seenOnFrom", ["day": day(device.lastSeen), "address": $0])
      } ?? words("seenOn", ["day": day(device.lastSeen)]),
      "ends": words("endsOn", ["day": day(device.latestEnd)]),
    ]
  }
}

/// What can be chosen in a form.
enum Choice {
  /// An entry of a list; `isChosen` for the one that is set.
  static func content(_ value: String, _ text: String, isChosen: Bool) -> PageContent {
    ["value": value, "text": text, "isChosen": isChosen]
  }

  static func positions(_ chosen: LabelPosition, _ words: Words) -> [PageContent] {
    LabelPosition.allCases.map {
      content($0.rawValue, words("position-\($0.rawValue)"), isChosen: $0 == chosen)
    }
  }

  /// A colour as a browser's field for colours takes it, which knows no transparency.
  static func colour(_ style: LabelStyle) -> String {
    let text = LabelColour.text(style.colour)
    return text.hasPrefix("#") ? String(text.prefix(7)) : "#ffffff"
  }
}
