import Foundation

/// The machine's clock, which the journal is given.
package enum Clock {
  /// Seconds since 1970 in UTC.
  package static let now: @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970) }
}
