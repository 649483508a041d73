import Foundation

/// The machine's clock, which the journal is given.
enum Clock {
  /// Seconds since 1970 in UTC.
  static let now: @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970) }
}
