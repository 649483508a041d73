/// The time for which a PIN holds the door open, to whoever has the session's token.
///
/// All times are seconds since 1970 in UTC.
package struct Session: Sendable, Hashable {
  /// No session is longer, however much it is used: 8 hours.
  package static let longest = 8 * 3_600
  /// By how much a clock may be corrected backwards without ending sessions.
  private static let clockTolerance = 60

  let opened: Int
  let lastUsed: Int
  /// Seconds without use after which it ends.
  package let idle: Int

  init(opened: Int, idle: Int) {
    (self.opened, self.lastUsed, self.idle) = (opened, opened, idle)
  }

  /// When it ends unless it is used.
  var end: Int { min(lastUsed + idle, latestEnd) }
  /// When it ends in any case.
  private var latestEnd: Int { opened + Self.longest }

  /// Whether the door is open; never where the clock was set back to before the last use.
  func isOpen(at now: Int) -> Bool {
    now >= lastUsed - Self.clockTolerance && now < end
  }

  /// Whether the use at hand is to be written down: not each one, but often enough that the end moves
  /// by no less than fifteen sixteenths of the time it should.
  func isUseWorthWriting(at now: Int) -> Bool {
    now - lastUsed >= max(1, idle / 16) && lastUsed + idle < latestEnd
  }

  /// Seconds until it ends, unused and in any case.
  package func timeLeft(at now: Int) -> (unused: Int, atMost: Int) { (end - now, latestEnd - now) }
}
