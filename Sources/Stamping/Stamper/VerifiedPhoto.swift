import Files
import Formats
package import SystemPackage

/// What a photo's file and its stamp say of each other.
package struct VerifiedPhoto: Sendable {
  package let path: FilePath
  package let verification: Verification

  /// Whether the photo is stamped and all that was looked at is true.
  package var holds: Bool { verification.mark != nil && verification.problems.isEmpty }

  /// Reads a photo and checks its stamp.
  ///
  /// - Parameters:
  ///   - photo: the photo; of another format than JPEG it carries no stamp.
  ///   - original: what it should be without its stamp, where that is at hand.
  ///   - verifier: what checks the stamp.
  /// - Throws: ``StampError``.
  package init(
    _ photo: InputPhoto, original: PhotoSource?, verifier: Verifier
  ) throws(StampError) {
    path = photo.path
    let reader = try StampError.wrapping { () throws(FileError) in try PhotoReader(photo) }
    guard try reader.format() == .jpeg else {
      verification = Verification(mark: nil, problems: [], comparedBlocks: nil)
      return
    }
    let source = try StampError.wrapping { () throws(FileError) in try reader.whole() }
    verification = try verifier.verify(source, original: original)
  }
}
