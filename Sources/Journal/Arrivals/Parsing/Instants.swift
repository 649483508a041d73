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
}
