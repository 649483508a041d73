package import Formats
package import SystemPackage

/// What became of one photo of a batch.
package struct PhotoRecord: Sendable {
  package let input: FilePath
  /// Where the result is, or would be; nil for standard output and where it was not known.
  package let output: FilePath?
  package let result: Result
  package let warnings: [StampWarning]

  package enum Result: Sendable {
    case stamped(StampedPhoto)
    case unstamped(StampMark)
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

/// Why a photo was left alone, which is no failure.
package enum PhotoSkip: Hashable, Sendable {
  /// Its output is there already.
  case outputExists
  /// It was found in a folder, and carries no stamp to be taken off.
  case notStamped
  /// It was found in a folder, and is of a format that carries no stamp.
  case formatWithoutStamp(PhotoFormat)

  /// What is no failure of a photo that was found, though it would be of one that was named.
  init?(ofFound error: StampError) {
    switch error {
    case .notStamped: self = .notStamped
    case .formatWithoutStamp(let format): self = .formatWithoutStamp(format)
    default: return nil
    }
  }
}
