package import SystemPackage

/// What became of one photo of a batch.
package struct StampRecord: Sendable {
  package let input: FilePath
  /// Where the stamped photo is, or would be; nil for standard output and where it was not known.
  package let output: FilePath?
  package let result: Result

  package enum Result: Sendable {
    case stamped(StampedPhoto)
    /// Its output is there already.
    case skipped
    case failed(StampError)
  }
}
