/// A browser or program that may ask for an owner's journal over the network, until it is revoked or
/// not seen for too long. A PIN comes on top of it.
///
/// All times are seconds since 1970 in UTC.
package struct Device: Sendable, Hashable {
  package let id: Int64
  package let owner: OwnerName
  package let name: DeviceName
  package let paired: Int
  package let lastSeen: Int

  /// How long a device that is not seen is remembered: 90 days.
  package static let lifetime = 90 * 86_400
  /// How old the time in ``lastSeen`` may get before it is written anew.
  static let seenPrecision = 3_600

  /// Whether it was not seen for so long that it is written down when it is seen now.
  package func isSeenAnew(at now: Int) -> Bool { now - lastSeen >= Self.seenPrecision }

  /// When it is forgotten unless it is seen.
  package var ends: Int { lastSeen + Self.lifetime }
}

/// What a person calls a device: 1 to 100 characters in one line.
package struct DeviceName: Sendable, Hashable {
  package static let limit = 100

  package let text: String

  /// Takes any text: what is too long is cut, and none at all is a device's own name.
  package init(_ text: String) {
    let line = text.prefix { !$0.isNewline }.filter { $0.unicodeScalars.allSatisfy(\.isShown) }
    let name = line.prefix(Self.limit).trimmingPrefix { $0.isWhitespace }
    self.text = name.isEmpty ? "Device" : String(name)
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool { properties.generalCategory != .control }
}
