import CaptureTime
import Hummingbird
import Journal
import Stamping
import Store

extension JournalServer {
  func addSettingsPage(to routes: Routes) {
    routes.unlocked(.get, "/settings") { [pages, workers, journals, settings] request, _, visit in
      let (preferences, words) = (Preferences(of: request), pages.words(for: request))
      var content = try await workers.run {
        let (owner, now) = (visit.device.owner, settings.now)
        return SettingsPage(
          settings: try visit.journal.settings.current(), preferences: preferences,
          devices: try journals.devices.list(of: owner, now: now()), device: visit.device,
          hasPIN: try journals.lock(of: owner, now: now).tries() != nil, words: words
        ).content
      }
      content["owner"] = visit.device.owner.text
      content["isSaved"] = try Query(of: request)["saved"] != nil
      content["problem"] = words.problem(of: request).once
      return try pages.response("settings", content, for: request)
    }
  }
}

/// An owner's settings, the browser's own choices, the PIN and the devices.
struct SettingsPage {
  let settings: JournalSettings
  let preferences: Preferences
  let devices: [Device]
  /// The one that asks.
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
      "devices": devices.map(content), "pinLengths": "\(PIN.lengths.lowerBound)",
      "pinLongest": "\(PIN.lengths.upperBound)",
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
        ? words("lockOnLeaving") : words.count($0.rawValue, "afterOneMinute", "afterManyMinutes")
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
      "id": device.id, "name": device.name.text, "isThis": device.id == self.device.id,
      "paired": words("pairedOn", ["day": day(device.paired)]),
      "seen": words("seenOn", ["day": day(device.lastSeen)]),
    ]
  }
}
