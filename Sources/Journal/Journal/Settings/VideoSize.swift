package import Store

/// The largest video that a journal accepts, in megabytes.
package struct VideoSize: Sendable, Hashable, CustomStringConvertible {
  package static let range = 1...2_000
  package static let usual = VideoSize(megabytes: 200)
  /// More than any video of a journal has.
  static let mostBytes = range.upperBound * 1_000_000

  private let megabytes: Int

  private init(megabytes: Int) { self.megabytes = megabytes }

  /// - Throws: ``SettingProblem/outOfRange(_:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text),
      Self.range.contains(number)
    else { throw .outOfRange(Self.range) }
    megabytes = number
  }

  package var bytes: Int { megabytes * 1_000_000 }
  package var description: String { "\(megabytes)" }
}
