package import FoundationEssentials
import FoundationInternationalization

/// A time zone: one of the IANA database, or a fixed offset from UTC.
///
/// FoundationEssentials alone knows GMT only on Linux; linking FoundationInternationalization, whose
/// data come with the toolchain's ICU, makes the others known whatever the machine has installed.
package struct CaptureZone: Sendable, Hashable {
  private enum Rules: Hashable {
    case fixed(Int)
    case named(TimeZone)
  }

  /// As it was asked for: "Asia/Seoul", "+09:00".
  package let name: String
  private let rules: Rules

  package static let utc = CaptureZone(name: "UTC", rules: .fixed(0))

  /// The zone of a Foundation value, as for the machine's own.
  package init(_ timeZone: TimeZone) {
    self.init(name: timeZone.identifier, rules: .named(timeZone))
  }

  /// A zone that never changes its offset, in seconds east of UTC.
  package init(offset: Int) {
    self.init(name: UTCOffset.text(offset, separator: ":"), rules: .fixed(offset))
  }

  private init(name: String, rules: Rules) {
    self.name = name
    self.rules = rules
  }

  /// The zone named by an IANA identifier ("Asia/Seoul"), "UTC", "Z" or an offset ("+09:00").
  ///
  /// - Throws: ``CaptureZoneError/unknown(name:suggestions:)``.
  package static func parse(_ text: String) throws(CaptureZoneError) -> CaptureZone {
    if text == "UTC" || text == "GMT" || text == "Z" {
      return CaptureZone(name: text == "Z" ? "UTC" : text, rules: .fixed(0))
    }
    if let offset = UTCOffset.parse(Array(text.utf8)[...]) { return CaptureZone(offset: offset) }
    guard text.utf8.count <= 64, text.first?.isLetter == true,
      let zone = TimeZone(identifier: text)
    else {
      throw .unknown(name: text, suggestions: ZoneSuggestions.names(near: text))
    }
    return CaptureZone(name: text, rules: .named(zone))
  }

  /// Seconds east of UTC at an instant, in seconds since 1970 in UTC.
  package func offset(at instant: Int) -> Int {
    switch rules {
    case .fixed(let offset): offset
    case .named(let zone):
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))
    }
  }

  /// The letters that name the zone's time when it has this offset, as "KST" or "CEST".
  package func abbreviation(offset: Int) -> String? {
    switch rules {
    case .fixed: name == "UTC" || name == "GMT" ? name : nil
    case .named: ZoneAbbreviation.text(zone: name, offset: offset)
    }
  }
}

/// Why there is no such time zone.
package enum CaptureZoneError: Error, Sendable, Hashable {
  /// `suggestions` are at most three identifiers that resemble the name, the nearest first.
  case unknown(name: String, suggestions: [String])
}
