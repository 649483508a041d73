/// The tokens of the sessions that a process has, and the clock by which they end.
package struct Keyring: Sendable {
  /// The token for an owner's door; nil where there is none.
  let token: @Sendable (_ owner: Int64) -> AccessToken?
  /// Seconds since 1970 in UTC.
  let now: @Sendable () -> Int

  /// Opens no door that a PIN closes.
  package static let none = Keyring(token: { _ in nil }, now: { 0 })

  private init(
    token: @escaping @Sendable (Int64) -> AccessToken?, now: @escaping @Sendable () -> Int
  ) {
    (self.token, self.now) = (token, now)
  }

  /// - Parameters:
  ///   - files: where a person's tokens are kept.
  ///   - now: seconds since 1970 in UTC.
  package init(_ files: SessionFiles, now: @escaping @Sendable () -> Int) {
    self.init(token: { files.token(owner: $0) }, now: now)
  }

  /// - Parameters:
  ///   - token: what opens the door of the owner that it was given to.
  ///   - now: seconds since 1970 in UTC.
  package init(_ token: AccessToken, now: @escaping @Sendable () -> Int) {
    self.init(token: { _ in token }, now: now)
  }
}
