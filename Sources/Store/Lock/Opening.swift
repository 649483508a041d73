/// A session that was opened with the right PIN.
package struct Opening: Sendable {
  package let token: AccessToken
  /// The tries that were wrong before, the earliest first, of which the owner is to be told.
  package internal(set) var failedTries: [FailedTry]
  /// Whether it came from a new device.
  var isFirst: Bool
}
