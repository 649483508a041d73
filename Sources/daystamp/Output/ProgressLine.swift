import Glibc
import Shell

/// The line that a terminal shows while a batch runs: done of total, rate, time left, failures.
struct ProgressLine {
  private let total: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?
  private static let interval = Duration.milliseconds(100)

  init(total: Int, start: ContinuousClock.Instant) {
    self.total = total
    self.start = start
  }

  /// Draws the line, not more often than ten times a second.
  mutating func update(_ tally: Tally, now: ContinuousClock.Instant) {
    if let lastDrawn, now - lastDrawn < Self.interval { return }
    lastDrawn = now
    Console.draw("\r\u{1B}[K" + String(text(tally, now: now).prefix(Console.columns - 1)))
  }

  /// Takes the line away, for other text or for good.
  mutating func clear() {
    if lastDrawn != nil { Console.draw("\r\u{1B}[K") }
    lastDrawn = nil
  }

  private func text(_ tally: Tally, now: ContinuousClock.Instant) -> String {
    let seconds = (now - start) / .seconds(1)
    var parts = ["\(tally.total)/\(total)"]
    if seconds > 0.5, tally.total > 0 {
      let rate = Double(tally.total) / seconds
      parts.append("\(rounded(rate))/s")
      parts.append("\(Self.clock(Double(max(0, total - tally.total)) / rate)) left")
    }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    return parts.joined(separator: "  ")
  }

  private func rounded(_ rate: Double) -> String {
    rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
  }

  /// Seconds as 0:05, 12:34 or 1:02:03.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 359_999).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = "\(two(seconds % 60))"
    if seconds < 3600 { return "\(seconds / 60):\(tail)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(tail)"
  }
}
