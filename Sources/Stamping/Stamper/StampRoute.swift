import JPEGSplice
import Formats

/// How a label gets onto a photo.
enum StampRoute {
  /// A JPEG's blocks under the label are replaced.
  case splicing(JPEGStamping)
  /// The photo is decoded, and coded again.
  case recoding(PhotoRecoding)

  /// A stamped file, and what is to be told of it.
  struct Result {
    let bytes: [UInt8]
    let fidelity: Fidelity
    var warnings: [StampWarning] = []
  }

  /// Chooses the way that loses nothing, where there is one.
  ///
  /// - Parameters:
  ///   - photo: carries no stamp.
  ///   - output: the format to write.
  ///   - quality: that of a lossy format, where one was asked for.
  ///   - allowsLoss: whether what is lost may be.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not.
  init(
    for photo: PhotoFile, as output: PhotoFormat, quality: Int?, allowsLoss: Bool
  ) throws(StampError) {
    var reasons: [StampLoss] = []
    if let structure = photo.jpegStructure, output == .jpeg {
      if quality != nil {
        reasons = [.reencoding(.quality)]
      } else {
        do throws(JPEGError) {
          self = .splicing(try JPEGStamping(photo, structure))
          return
        } catch {
          guard let reason = ReencodingReason(error) else { throw .jpeg(error) }
          reasons = [.reencoding(reason)]
        }
      }
    }
    self = .recoding(
      try PhotoRecoding(
        photo, as: output, quality: quality, reasons: reasons, allowsLoss: allowsLoss))
  }
}

extension ReencodingReason {
  /// Why a JPEG is not spliced, where its form is the reason and not damage, and libgd may read it.
  init?(_ error: JPEGError) {
    switch error {
    case .unsupported(.arithmetic): self = .arithmetic
    case .unsupported(.components(4)): self = .cmyk
    case .unsupported(.unusualStructure), .unsupported(.components),
      .damaged(.wrongProgression, _):
      self = .unusual
    case .unsupported, .truncated, .missing, .invalid, .header, .damaged: return nil
    }
  }
}
