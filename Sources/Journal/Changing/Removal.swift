/// How much was deleted for good.
package struct Removal: Sendable, Hashable {
  package let posts: Int
  /// Stamped photos, and originals that were kept beside them.
  package let files: Int
}
