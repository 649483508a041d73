import CaptureTime

extension CaptureTime {
  /// An instant, on the clock of UTC; nil outside the years 1 to 9999.
  init?(unixSeconds: Int, subsecond: String? = nil) {
    guard -62_135_596_800...253_402_300_799 ~= unixSeconds else { return nil }
    self.init(wallSeconds: unixSeconds, subsecond: subsecond, offset: 0, source: .given)
  }

  /// An instant in milliseconds since 1970.
  init?(unixMilliseconds: Int) {
    let (seconds, rest) = unixMilliseconds.floorDivided(by: 1_000)
    let digits = String(rest + 1_000).dropFirst()
    self.init(unixSeconds: seconds, subsecond: rest == 0 ? nil : String(digits))
  }

  /// An instant as sources write it, "2024-01-31T14:59:58Z" or with an offset, on the clock of a zone.
  ///
  /// Nil for any other text, and outside the years 1 to 9999.
  ///
  /// - Parameters:
  ///   - text: without an offset, it is UTC.
  ///   - zone: nil for the clock that the text shows.
  init?(utc text: String, in zone: CaptureZone?) {
    guard let time = try? GivenTime.parse(text), time.precision != .day else { return nil }
    let instant = time.wallSeconds - (time.offset ?? 0)
    let offset = zone?.offset(at: instant) ?? time.offset ?? 0
    guard -62_135_596_800...253_402_300_799 ~= instant + offset else { return nil }
    self.init(
      wallSeconds: instant + offset, subsecond: time.subsecond, offset: offset,
      precision: time.precision, source: .given)
  }

  /// The same instant on the clock of a zone.
  ///
  /// - Parameter zone: nil for this clock.
  /// - Returns: nil where that clock would leave the years 1 to 9999.
  func shown(in zone: CaptureZone?) -> CaptureTime? {
    guard let zone, let instant else { return self }
    let offset = zone.offset(at: instant)
    guard -62_135_596_800...253_402_300_799 ~= instant + offset else { return nil }
    return CaptureTime(
      wallSeconds: instant + offset, subsecond: subsecond, offset: offset, precision: precision,
      source: source)
  }
}
