extension Splice {
  /// What does not hold of a spliced file: a mistake of ours, never the photo's.
  package enum CheckFailure: Error, Hashable, Sendable {
    case unreadable(JPEGError)
    /// Size, sampling or quantisation are not the original's.
    case differentFrame
    /// A block was read with other coefficients than were written.
    case differentBlocks
    /// The differences between blocks no longer add up to what they did.
    case differentRest
  }

  /// Reads a file that holds the spliced picture as a decoder does, and compares.
  ///
  /// The scans are decoded to the end of every restart interval that was written anew: the layer's
  /// blocks must be those that were painted, and the first coefficients at the end, to which all
  /// differences add up, must be the original's.
  ///
  /// - Parameters:
  ///   - finished: the spliced file, with or without segments added.
  ///   - original: the picture it was made from.
  /// - Throws: ``CheckFailure``.
  package func check(_ finished: [UInt8], against original: JPEGPicture) throws(CheckFailure) {
    let (picture, reader) = try Self.read(finished, areas: touched)
    guard picture.frame == original.frame, picture.quantization == original.quantization else {
      throw .differentFrame
    }
    guard reader.store == expected.store else { throw .differentBlocks }
    guard reader.endPredictors == expected.predictors else { throw .differentRest }
  }

  private static func read(
    _ bytes: [UInt8], areas: [BlockArea]
  ) throws(CheckFailure) -> (JPEGPicture, PictureReader) {
    do throws(JPEGError) {
      let picture = try JPEGPicture(JPEGStructure(bytes))
      return (picture, try PictureReader(picture, areas: areas))
    } catch {
      throw .unreadable(error)
    }
  }
}
