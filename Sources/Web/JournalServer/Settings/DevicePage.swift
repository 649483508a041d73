import CaptureTime
import Journal
import Store
import Wording

/// The texts about an owner's devices.
struct DeviceTexts {
  let devices: [Device]
  /// The one that the request came from.
  let present: Device
  let rule: DayRule
  let words: Words

  func content(of device: Device) -> PageContent {
    func day(_ instant: Int) -> String { words.short(rule.day(of: instant)) }
    let isThis = device.id == present.id
    let agent = [device.agent.browser, device.agent.system].compactMap { $0 }
    let address = device.lastAddress
    let name = name(of: device)
    return [
      "id": device.id, "name": name, "typedName": device.name.text,
      "shownName": Isolation.shown(name), "isThis": isThis,
      "agent": agent.joined(separator: " · "), "hasAgent": !agent.isEmpty,
      "paired": words("pairedOn", ["day": day(device.paired)]),
      // It is written once a minute at most; the one that asks is seen at this moment.
      "seen": isThis
        ? words("seenNow") : seen(device, on: words.time(of: device.lastSeen, in: rule.zone)),
      "ends": words("endsOn", ["day": day(device.latestEnd)]),
      "pairedDay": day(device.paired), "endDay": day(device.ends),
      "seenTime": isThis
        ? words("seenNow")
        : device.isUnused
          ? words("notUsedYet") : words.time(of: device.lastSeen, in: rule.zone),
      "entry": words("entry-\(device.entry.rawValue)"), "mayLeave": isThis && device.mayLeave,
      "address": address ?? words("none"), "nameLimit": DeviceName.limit,
      "isToken": device.entry == .token, "scopeName": words("scope-\(device.scope.rawValue)"),
      "mayPost": device.scope.allows(.post), "postsLocked": device.postsWhileLocked,
      "isKeeping": device.keepsOffline,
    ]
  }

  private func seen(_ device: Device, on day: String) -> String {
    device.lastAddress.map { words("seenOnFrom", ["day": day, "address": $0]) }
      ?? words("seenOn", ["day": day])
  }

  /// Names from before they were all different are told apart by a number.
  private func name(of device: Device) -> String {
    let isAlone = devices.count { $0.name == device.name } == 1
    return isAlone ? device.name.text : "\(device.name.text) (\(device.id))"
  }
}

extension Device {
  /// Whether whoever uses it can come back by themselves once they have left.
  var mayLeave: Bool { entry == .account || entry == .passkey }
}

extension Words {
  /// "Nov 23, 2026, 12:49", as the clocks of a zone show it.
  func time(of instant: Int, in zone: CaptureZone) -> String {
    let wall = InstantText.text(instant, in: zone)
    guard let day = CivilDate(iso: String(wall.prefix(10))) else { return wall }
    return self("dayAndTime", ["day": short(day), "time": clock(of: wall)])
  }
}

/// The addresses where another device may reach the server, likeliest first.
struct PairingAddresses {
  let all: [String]

  /// - Parameters:
  ///   - known: those that the server knows of itself, as `daystamp-server pair` has them.
  ///   - own: the one by which this request came.
  init(known: [String], own: String) {
    func isLocal(_ address: String) -> Bool {
      LoopbackHost.isMeant(by: address.split(separator: "/").last.map(String.init) ?? "")
    }
    let reachable = known.filter { !isLocal($0) }
    let isOwnFirst = !isLocal(own) && (reachable.isEmpty || reachable.contains(own))
    let ordered = (isOwnFirst ? [own] : []) + reachable + known + [own]
    all = ordered.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether no other machine reaches any of them.
  static func areLocal(_ links: [String]) -> Bool {
    links.allSatisfy { link in
      link.split(separator: "/").dropFirst().first.map { LoopbackHost.isMeant(by: String($0)) }
        ?? true
    }
  }
}

/// The page with a link that pairs another device.
struct PairingContent {
  /// The likeliest first.
  let links: [String]

  var content: PageContent {
    let code = links.first.flatMap { QRCode($0) }
    return [
      "link": links.first ?? "", "others": Array(links.dropFirst()),
      "hasOthers": links.count > 1, "isLocal": PairingAddresses.areLocal(links),
      "codes": code.map { ["size": $0.size, "path": $0.path] as PageContent }.once,
      "minutes": Pairing.lifetime / 60,
    ]
  }
}
