import CaptureTime
import Journal
import People
import Stamping
import Store
import Texts
import Wording

/// An owner's settings, the browser's own choices, the PIN and the devices.
struct SettingsPage {
  /// The group whose page it is; nil for the list of them.
  let group: SettingsGroup?
  let settings: JournalSettings
  let preferences: Preferences
  let devices: [Device]
  /// The one that the request came from.
  let device: Device
  let hasPIN: Bool
  let collections: [TextCollection]
  /// The latest that changed access.
  let events: [AccessEvent]
  /// What was typed in a form that was refused.
  let typed: [SettingKey: String]
  let words: Words

  /// How many of those that changed access are shown.
  static let eventCount = 5

  var content: PageContent {
    let style = settings.look.style
    let texts = DeviceTexts(devices: devices, present: device, rule: settings.rule, words: words)
    return [
      "group": group.map {
        ["template": "settings-\($0.rawValue)", "heading": words($0.title)] as PageContent
      }.once,
      "zone": shown(.timeZone, settings.zone.name),
      "postZones": choices(
        "postZone", shown(.postZone, settings.postZone.rawValue), PostZone.self),
      "dayStart": shown(.dayStart, settings.dayStart.description),
      "weekStarts": weekStarts, "lockDelays": lockDelays,
      "styles": choices(
        "style", typed[.labelStyle] ?? settings.text(.labelStyle), LabelStyle.Preset.self),
      "positions": positions(style.position),
      "colour": shown(.labelColour, Choice.colour(style)),
      "size": shown(.labelSize, style.size.description), "languages": languages,
      "themes": choices("theme", preferences.theme.rawValue, Theme.self),
      "colours": choices("colour", preferences.colour.rawValue, PageColour.self),
      "textSizes": choices("textSize", preferences.textSize.rawValue, TextSize.self),
      "lineSpacings": choices("lineSpacing", preferences.lineSpacing.rawValue, LineSpacing.self),
      "letters": choices("face", preferences.face.rawValue, ReadingFace.self),
      "hasPIN": hasPIN, "savesCopies": settings.exportFolder != nil,
      "textPools": textPools, "questionCollections": questionCollections,
      "leapBirthdays": choices(
        "leapBirthday", shown(.leapBirthday, settings.leapBirthday.rawValue), LeapBirthday.self),
      "videoSize": shown(.videoSize, settings.videoSize.description),
      "videoSizes": ["low": VideoSize.range.lowerBound, "high": VideoSize.range.upperBound],
      "keywordLengths": keywordLengths, "reminderLanguages": reminderLanguages,
      "devices": devices.filter { $0.entry != .token }.map(texts.content),
      "access": [
        "events": AccessTexts(zone: settings.zone, words: words).content(of: events),
        "hasEvents": !events.isEmpty,
      ] as PageContent,
    ].merging(TokenTexts(rule: settings.rule, words: words).section(devices)) { $1 }
  }

  private func shown(_ key: SettingKey, _ text: String) -> String { typed[key] ?? text }

  private var weekStarts: [PageContent] {
    let chosen = shown(.weekStart, settings.weekStart?.name ?? "")
    return [Choice.content("", words("byLanguage"), isChosen: chosen.isEmpty)]
      + WeekStart.allCases.map {
        Choice.content($0.name, words.weekdays[$0.rawValue], isChosen: $0.name == chosen)
      }
  }

  /// All values of a type, by their words, with the chosen one.
  private func choices<Value: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ chosen: String?, _ type: Value.Type
  ) -> [PageContent] {
    type.allCases.map {
      Choice.content(
        $0.rawValue, words("\(name)-\($0.rawValue)"), isChosen: $0.rawValue == chosen)
    }
  }

  private var reminderLanguages: [PageContent] {
    let chosen = shown(.reminderLanguage, settings.reminderLanguage.rawValue)
    return ReminderLanguage.allCases.map {
      Choice.content(
        $0.rawValue, Language(rawValue: $0.rawValue)?.name ?? $0.rawValue,
        isChosen: $0.rawValue == chosen)
    }
  }

  private var keywordLengths: [PageContent] {
    let chosen = shown(.keywordLength, settings.keywordLength.text)
    return KeywordLength.range.map {
      Choice.content("\($0)", words.count($0, "keywordLengthOf"), isChosen: "\($0)" == chosen)
    }
  }

  private func positions(_ position: LabelPosition) -> [PageContent] {
    let chosen = shown(.labelPosition, position.rawValue)
    return Choice.positions(LabelPosition(rawValue: chosen) ?? position, words)
  }

  private var lockDelays: [PageContent] {
    LockDelay.allCases.map {
      let text =
        $0 == .none
        ? words("lockOnLeaving") : words.count($0.rawValue, "afterMinutes")
      return Choice.content($0.text, text, isChosen: $0 == settings.lockDelay)
    }
  }

  private var textPools: [PageContent] {
    let chosen = shown(.textPool, settings.textPool.description)
    let plain = [TextPool.all, .hearts, .unused].map { ($0.description, words("pool-\($0)")) }
    let named = collections.map {
      (TextPool.collection($0.name).description, words("quoted", ["text": $0.name.text]))
    }
    // A section, which is chosen on the command line.
    let other = (plain + named).contains { $0.0 == chosen } ? [] : [(chosen, chosen)]
    return (plain + named + other).map { Choice.content($0, $1, isChosen: $0 == chosen) }
  }

  private var questionCollections: [PageContent] {
    let chosen = shown(.questionCollection, settings.text(.questionCollection) ?? "")
    var names = collections.map(\.name.text)
    // One that may still come, and one that is gone.
    for name in [CollectionName.ofQuestions?.text, chosen].compactMap(\.self)
    where name != CollectionName.noQuestions && !names.contains(name) { names.append(name) }
    let none = [(CollectionName.noQuestions, words("questionNone"))]
    return (none + names.map { ($0, words("quoted", ["text": $0])) }).map {
      Choice.content($0, $1, isChosen: $0 == chosen)
    }
  }

  private var languages: [PageContent] {
    [Choice.content("", words("byBrowser"), isChosen: preferences.chosenLanguage == nil)]
      + Language.allCases.map {
        Choice.content($0.rawValue, $0.name, isChosen: $0 == preferences.chosenLanguage)
      }
  }

}

/// A choice in a form.
enum Choice {
  /// An entry of a list; `isChosen` for the one that is set.
  static func content(_ value: String, _ text: String, isChosen: Bool) -> PageContent {
    ["value": value, "text": text, "isChosen": isChosen]
  }

  static func positions(_ chosen: LabelPosition?, _ words: Words) -> [PageContent] {
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
