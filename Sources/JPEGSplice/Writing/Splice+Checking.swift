package import Formats

extension Splice {
  /// What does not hold of a spliced file: a mistake of ours, never the photo's.
  package enum CheckFailure: Error, Hashable, Sendable {
    case unreadable(JPEGError)
    /// Size, sampling, quantisation or the number of scans are not the original's.
    case differentFrame
    /// A block was read with other coefficients than were written.
    case differentBlocks
    /// The differences between blocks no longer add up to what they did.
    case differentRest
  }

  /// Reads a file that holds the spliced picture as a decoder does, and compares.
  ///
  /// Restart intervals that were written anew are decoded to their end, from the first bit on that is
  /// not the original's: the layer's blocks must be those that were painted, and the first
  /// coefficients at the end, to which all differences add up, must be the original's.
  ///
  /// - Parameters:
  ///   - finished: the spliced file, with or without segments added.
  ///   - original: the picture it was made from.
  /// - Throws: ``CheckFailure``.
  package func check(
    _ finished: JPEGStructure, against original: JPEGPicture
  ) throws(CheckFailure) {
    let picture = try Self.reading { () throws(JPEGError) in try JPEGPicture(finished) }
    guard picture.frame == original.frame, picture.quantization == original.quantization,
      picture.scans.count == original.scans.count
    else { throw .differentFrame }
    let reader = try Self.reading { () throws(JPEGError) in
      try PictureReader(
        picture, areas: touched, known: KnownPicture(picture: original, traces: expected.traces))
    }
    guard reader.store == expected.store else { throw .differentBlocks }
    guard reader.traces.endPredictors == expected.traces.endPredictors else { throw .differentRest }
  }

  private static func reading<Value>(
    _ body: () throws(JPEGError) -> Value
  ) throws(CheckFailure) -> Value {
    do { return try body() } catch { throw .unreadable(error) }
  }
}
