import CaptureTime
import Journal
import Store

/// The texts of events that changed access.
struct AccessTexts {
  let zone: CaptureZone
  let words: Words

  func content(of events: [AccessEvent]) -> [PageContent] { events.map(content) }

  func content(of event: AccessEvent) -> PageContent {
    [
      "what": what(event), "detail": event.detail.once, "who": who(event),
      "address": event.address.once, "time": words.time(of: event.happened, in: zone),
      "count": (event.count > 1 ? words.count(event.count, "times") : nil).once,
    ]
  }

  private func what(_ event: AccessEvent) -> String {
    event.kind.map { words("access-\($0.rawValue)") }
      ?? words("accessUnknown", ["kind": event.kindName])
  }

  /// The device as it was called then; what came from an address and is none has no name.
  private func who(_ event: AccessEvent) -> String {
    event.name?.text ?? words(event.address == nil ? "thisMachine" : "noDeviceYet")
  }
}

/// The line on Today about changes to access since the owner last looked from this device, made by
/// another device or by the machine. It stays until the owner has seen the list, or dismisses it.
struct AccessSection: TodaySection {
  let order = TodayOrder.access
  let template = "today-access"
  let journals: Journal

  func content(of today: Today) throws -> PageContent? {
    let device = today.visit.device
    let unseen = try journals.accessLog(of: device.owner).unseen(by: device, now: today.now)
    guard let last = unseen.first else { return nil }
    let zone = try today.visit.journal.settings.current().rule.zone
    var content = AccessTexts(zone: zone, words: today.words).content(of: last)
    content["last"] = last.id
    let (moment, words) = (InstantText.text(last.happened, in: zone), today.words)
    // Of a short line the clock is enough where it is today's.
    if moment.hasPrefix("\(today.day)") { content["time"] = words.clock(of: moment) }
    let others = unseen.count - 1
    content["others"] = (others > 0 ? today.words.count(others, "newAccessOthers") : nil).once
    return content
  }
}
