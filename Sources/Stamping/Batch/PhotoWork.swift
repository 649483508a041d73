package import Formats
package import SystemPackage

/// The work of a batch on each photo: bytes in, bytes out.
package protocol PhotoWork: Sendable {
  /// Refuses a photo that the work does not apply to, before its output path is checked.
  ///
  /// - Parameters:
  ///   - reader: reads the photo.
  ///   - format: what the photo is.
  /// - Throws: ``StampError``.
  func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError)

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - context: what is known of it besides.
  ///   - format: the format to write.
  /// - Returns: the bytes to write, and what to report.
  /// - Throws: ``StampError``.
  func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto

  /// Whether a file shows that the work has made it of a photo, as it is now.
  func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool
}

/// The bytes to write for a photo, and what to report.
package struct FinishedPhoto: Sendable {
  let bytes: [UInt8]
  let result: PhotoRecord.Result
  let warnings: [StampWarning]
}

/// What happened to one photo of a batch.
package struct PhotoRecord: Sendable {
  package let input: FilePath
  /// Where the result is, or would be; nil for standard output and where it was not known.
  package let output: FilePath?
  package let result: Result
  package let warnings: [StampWarning]

  package enum Result: Sendable {
    case stamped(StampedPhoto)
    /// With what came back of the original.
    case unstamped(StampMark, Restoration)
    case skipped(PhotoSkip)
    case failed(StampError)
  }

  init(
    input: FilePath, output: FilePath?, result: Result, warnings: [StampWarning] = []
  ) {
    self.input = input
    self.output = output
    self.result = result
    self.warnings = warnings
  }
}

/// Why a photo was left alone, which is not a failure.
package enum PhotoSkip: Hashable, Sendable {
  /// Its output exists already.
  case outputExists
  /// Another photo is written to its output, and such photos were to be skipped.
  case conflict(OutputConflict)
  /// It was found in a folder, and carries no stamp to be taken off.
  case notStamped
  /// It was found in a folder, and is of a format that carries no stamp.
  case formatWithoutStamp(PhotoFormat)

  /// An error that is not a failure for a photo that was found in a folder, though it would be for
  /// one that was named; nil for the other errors.
  init?(ofFound error: StampError) {
    switch error {
    case .notStamped: self = .notStamped
    case .formatWithoutStamp(let format): self = .formatWithoutStamp(format)
    default: return nil
    }
  }
}
