import CaptureTime
import Journal
import Store

/// A time in the future is mostly a slip: the page asks before it accepts one.
struct FutureTime: Sendable {
  let rule: DayRule
  /// Seconds since 1970 in UTC.
  let now: Int

  /// Seconds that a clock may be ahead before its owner is asked.
  private static let margin = 600

  /// The time as a person reads it.
  ///
  /// - Returns: nil where it has come.
  /// - Throws: ``JournalError`` where it is no time of a post.
  func text(_ time: CaptureTime, in words: Words) throws -> String? {
    guard time.precision != .day else {
      return time.date > rule.day(of: now) ? words.title(time.date) : nil
    }
    let post = try PostTime(time, rule: rule)
    guard post.instant > now + Self.margin else { return nil }
    return "\(words.title(time.date)), \(words.clock(of: post.captureTime))"
  }
}
