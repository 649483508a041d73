/// A word by which posts are grouped, as "sea"; "#sea" is the same tag.
package struct TagName: Sendable, Hashable {
  /// As it was typed but for white space around it and one "#" before it, in normal form C.
  package let text: String
  /// The text by which tags are the same: see ``SearchText/folded(_:)``.
  package let folded: String

  /// Characters as a reader counts them.
  package static let limit = 32
  /// Bytes of UTF-8.
  package static let byteLimit = 256

  /// - Throws: ``NameError``, ``NameError/notAllowed(_:offset:)`` for control characters, white
  ///   space and commas, and for a mark at the beginning that joins what stands before the name.
  package init(_ typed: String) throws(NameError) {
    let kept = typed.kept
    let name = kept.hasPrefix("#") ? String(kept.dropFirst()) : kept
    text = try name.checkedName(limit: Self.limit, byteLimit: Self.byteLimit) {
      $0.isControl || $0.properties.isWhitespace || $0 == ","
    }
    if let first = name.unicodeScalars.first, (" " + name).count == name.count {
      throw .notAllowed(first, offset: 0)
    }
    folded = SearchText.folded(text)
  }
}
