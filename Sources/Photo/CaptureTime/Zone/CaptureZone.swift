package import FoundationEssentials
import FoundationInternationalization
package import Places

/// A time zone: one of the IANA database, or a fixed offset from UTC.
///
/// FoundationEssentials alone knows GMT only on Linux; linking FoundationInternationalization, whose
/// data come with the toolchain's ICU, makes the others known whatever the machine has installed.
package struct CaptureZone: Sendable, Hashable {
  private enum Rules: Hashable {
    case fixed(Int)
    case named(TimeZone)
  }

  /// The name as it was given: "Asia/Seoul", "+09:00".
  package let name: String
  private let rules: Rules
  /// What it was found by: the position of a photo. Nil of a zone that a person or the machine named.
  package let place: ZoneName?

  package static let utc = CaptureZone(name: "UTC", rules: .fixed(0))

  /// The zone of a Foundation value, as for the machine's own.
  package init(_ timeZone: TimeZone) {
    self.init(name: timeZone.identifier, rules: .named(timeZone))
  }

  /// A zone that never changes its offset, in seconds east of UTC.
  package init(offset: Int) {
    self.init(name: UTCOffset.text(offset, separator: ":"), rules: .fixed(offset))
  }

  private init(name: String, rules: Rules, place: ZoneName? = nil) {
    (self.name, self.rules, self.place) = (name, rules, place)
  }

  /// The zone of a position; nil where this program's rules do not have it.
  package init?(_ place: ZoneName) {
    guard let zone = TimeZone(identifier: place.text) else { return nil }
    self.init(name: place.text, rules: .named(zone), place: place)
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
      text.utf8.allSatisfy(isOfName), let zone = TimeZone(identifier: text)
    else {
      throw .unknown(name: text, suggestions: ZoneSuggestions.names(near: text))
    }
    return CaptureZone(name: text, rules: .named(zone))
  }

  /// Whether a byte may be in an identifier. Foundation cuts one off at a NUL, and knows what is before it.
  private static func isOfName(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-/_".utf8.contains(byte)
  }

  /// Seconds east of UTC at an instant, in seconds since 1970 in UTC.
  package func offset(at instant: Int) -> Int {
    switch rules {
    case .fixed(let offset): offset
    case .named(let zone):
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))
    }
  }

  /// The letters that name the zone's time when it has this offset, such as "KST" or "CEST".
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

/// The instants at which a zone's clocks show one time, in seconds since 1970 in UTC.
package enum WallTime: Sendable, Hashable {
  case once(Int)
  /// Clocks were put back over this time and showed it again.
  case twice(first: Int, second: Int)
  /// Clocks were put forward over this time at the instant `change`, from `before` to `after`, both
  /// in seconds since 1970 on the wall clock; the time lies in `before..<after`.
  case never(change: Int, before: Int, after: Int)
}

/// A time that clocks never showed, because they were put forward over it.
package enum SkippedTime: Error, Sendable, Hashable {
  /// They went from `start` to `end`.
  case time(CaptureTime, zone: String, start: CaptureTime, end: CaptureTime)
  /// They skipped the whole day.
  case day(CivilDate, zone: String)
}

extension CaptureZone {
  /// When clocks in the zone show `wall`, in seconds since 1970 on that clock.
  ///
  /// Exact where a zone changes its offset at most once within two days, which holds of the whole
  /// IANA database (2025b); a change may be as large as a day.
  package func instants(atWall wall: Int) -> WallTime {
    let margin = 86_400
    let before = offset(at: wall - margin)
    let after = offset(at: wall + margin)
    if before == after { return .once(wall - before) }
    let (early, late) = (wall - before, wall - after)
    switch (offset(at: early) == before, offset(at: late) == after) {
    case (true, true): return .twice(first: early, second: late)
    case (true, false): return .once(early)
    case (false, true): return .once(late)
    case (false, false):
      let change = firstInstant(after: wall - margin, through: wall + margin, offset: after)
      return .never(change: change, before: change + before, after: change + after)
    }
  }

  /// Checks that clocks in the zone showed a time that a person gives.
  ///
  /// A time with an offset is asked nothing: its instant was, whatever clocks showed.
  ///
  /// - Throws: ``SkippedTime``.
  package func check(_ time: CaptureTime) throws(SkippedTime) {
    guard time.offset == nil,
      case .never(_, let before, let after) = instants(atWall: time.wallSeconds)
    else { return }
    if time.precision != .day {
      throw .time(
        time, zone: name, start: CaptureTime(wallSeconds: before, source: .given),
        end: CaptureTime(wallSeconds: after, source: .given))
    }
    // A day with only its first hours skipped did exist.
    if after >= time.wallSeconds + 86_400 { throw .day(time.date, zone: name) }
  }

  /// Seconds east of UTC when a clock in the zone shows `wall`, in seconds since 1970 on that clock.
  ///
  /// Where the zone's clocks skip that time or show it twice, the offset in force before the change:
  /// of two times the first, and a time that never was counts on as if the change had not come.
  package func offset(atWall wall: Int) -> Int {
    switch instants(atWall: wall) {
    case .once(let instant), .twice(let instant, _): wall - instant
    case .never(let change, let before, _): before - change
    }
  }

  /// The instant of the only change to `offset` between two instants, by halving.
  private func firstInstant(after low: Int, through high: Int, offset: Int) -> Int {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.offset(at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }
}
