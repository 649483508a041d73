/// Why a text is no name for an owner or a tag.
package enum NameError: Error, Sendable, Hashable {
  /// Nothing that a reader would see.
  case empty
  /// More characters than a name has, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but such that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A character that names do not have; `offset` characters of the name are before it.
  case notAllowed(Unicode.Scalar, offset: Int)
}

extension String {
  /// The text itself, if it is a name.
  ///
  /// - Throws: ``NameError``.
  func checkedName(
    limit: Int, byteLimit: Int, forbids: (Unicode.Scalar) -> Bool
  ) throws(NameError) -> String {
    if let (scalar, offset) = firstScalar(where: forbids) {
      throw .notAllowed(scalar, offset: offset)
    }
    guard !SearchText.folded(self).isEmpty else { throw .empty }
    guard count <= limit else { throw .tooLong(observed: count, limit: limit) }
    guard utf8.count <= byteLimit else {
      throw .tooManyBytes(observed: utf8.count, limit: byteLimit)
    }
    return self
  }
}
