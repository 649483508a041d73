/// The name by which the owner of a journal goes; one line.
package struct OwnerName: Sendable, Hashable {
  /// Without white space at its ends, in normal form C.
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 64
  /// Bytes of UTF-8.
  package static let byteLimit = 256

  /// - Throws: ``NameError``, ``NameError/notAllowed(_:offset:)`` for control characters and line
  ///   breaks.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit) {
      $0.isControl || $0.isLineBreak
    }
  }

  /// A name that was stored, and so was checked before.
  init(stored text: String) { self.text = text }
}

extension Unicode.Scalar {
  /// Whether it parts lines or paragraphs, control characters aside (general categories Zl and Zp).
  fileprivate var isLineBreak: Bool { self == "\u{2028}" || self == "\u{2029}" }
}
