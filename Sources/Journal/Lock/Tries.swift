/// How many tries of a PIN are left, and when the next may be.
///
/// Four are free. Then each has to wait, 30 s at first and twice as long each time, up to an hour. The
/// tenth that is wrong shuts the PIN.
package struct Tries: Sendable, Hashable {
  static let most = 10
  private static let free = 4
  private static let firstWait = 30
  private static let longestWait = 3_600

  /// Tries that were counted since the last right one, those under way too.
  let failures: Int
  /// When the last of them was, in seconds since 1970; nil where there was none.
  let last: Int?

  /// How many may still be wrong before the PIN is shut; 0 where it is.
  package var left: Int { Self.most - failures }
  package var isShut: Bool { left == 0 }

  /// Seconds until the next try; 0 where there is none to wait for, for the PIN is shut.
  ///
  /// A clock that was set back makes no wait shorter: it begins anew.
  package func wait(at now: Int) -> Int {
    guard failures >= Self.free, !isShut, let last else { return 0 }
    let wait = min(Self.firstWait << (failures - Self.free), Self.longestWait)
    return now < last ? wait : max(0, wait - (now - last))
  }
}
