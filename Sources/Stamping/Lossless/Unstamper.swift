import Formats
import JPEGSplice

/// A photo without its stamp, and what the stamp said.
package struct UnstampedPhoto: Sendable {
  /// The original, byte for byte.
  package let bytes: [UInt8]
  package let mark: StampMark
}

/// Takes stamps off again.
package struct Unstamper: Sendable {
  package init() {}

  /// Gives the original of a stamped JPEG back, proved by its SHA-256.
  ///
  /// - Throws: ``StampError``: of what carries no stamp, one that was made for good, or of a file that
  ///   was changed since.
  package func unstamp(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    let structure = try StampError.wrapping { () throws(PhotoFileError) in
      try JPEGStructure(source.bytes)
    }
    guard let stamped = try StampedJPEG(structure) else { throw .notStamped }
    guard structure.imageEnd != nil else {
      throw .jpeg(.missing(part: "EOI", at: source.bytes.count))
    }
    return UnstampedPhoto(bytes: try stamped.original(), mark: stamped.mark)
  }
}
