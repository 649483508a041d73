/// Why a file cannot be read as a photo: what, at which byte, observed and expected.
package enum PhotoFileError: Error, Hashable, Sendable {
  /// The file has no bytes.
  case empty
  /// The content is not of a format we know; `start` holds up to 16 of its first bytes.
  case unknownFormat(start: [UInt8])
  /// A camera's raw file, which is never written, and is no photo to be worked on itself.
  case raw(RawFormat)
  /// A camera's raw file without a part that describes it.
  case rawDamaged(RawFormat, part: String)
  /// A camera's raw file without a JPEG that could be taken in its place.
  case rawWithoutPicture(RawFormat)
  /// A video, which is kept and played, and never stamped.
  case video(VideoFormat)
  /// A known format in a form that is not read.
  case unsupported(UnsupportedForm)
  /// The file ends inside a part of the header: it needs `needed` bytes at `at`, and has `available`.
  case truncated(PhotoFormat, part: String, at: Int, needed: Int, available: Int)
  /// A part that every photo of the format has is not there; the search ended at byte `at`.
  case missing(PhotoFormat, part: String, at: Int)
  /// A header field holds a value that it must not.
  case invalid(PhotoFormat, field: String, at: Int, observed: Int, expected: String)
  /// The re-encoded picture is not of the format that metadata was to be put around.
  case encodedFormat(observed: PhotoFormat?, expected: PhotoFormat)
  /// The finished file would not fit the format's size field of `limit` bytes.
  case tooLarge(PhotoFormat, size: Int, limit: Int)

  /// Forms of known formats that are refused by name.
  package enum UnsupportedForm: String, Hashable, Sendable {
    /// JPEG with its height due after the first scan (DNL, T.81 B.2.5), but missing.
    case jpegWithoutHeight
    /// Hierarchical JPEG (SOF5–7, SOF13–15, or DHP).
    case hierarchicalJPEG
  }
}
