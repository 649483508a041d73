package import Formats
import Raster

/// What became of the photo outside its label.
package enum Fidelity: Hashable, Sendable {
  /// Everything that is outside the label is as it was. Of a JPEG, whether the stamp can be taken
  /// off again; nil for other formats, whose stamps never can.
  case lossless(isReversible: Bool?)
  /// Pixels outside the label have other values.
  case reencoded(because: Cause)

  package enum Cause: Hashable, Sendable {
    /// What the photo has, or was asked for, does not survive; never empty.
    case losses([StampLoss])
    /// The format that it is written in is lossy by itself.
    case outputFormat(PhotoFormat)
  }
}

extension Fidelity {
  /// Whether the stamp can be taken off, which gives the original back byte for byte.
  package var isReversible: Bool { self == .lossless(isReversible: true) }

  /// What becomes of a photo that is decoded and coded again.
  ///
  /// - Parameters:
  ///   - encoding: how it is coded.
  ///   - format: the output's.
  ///   - losses: everything that the photo loses.
  init(recodingAs encoding: Encoding, format: PhotoFormat, losses: [StampLoss]) {
    let causes = losses.filter(\.isLossy)
    if !causes.isEmpty {
      self = .reencoded(because: .losses(causes))
    } else if encoding.isLossless {
      self = .lossless(isReversible: nil)
    } else {
      self = .reencoded(because: .outputFormat(format))
    }
  }
}

extension StampLoss {
  /// Whether a photo with this loss is not lossless any more.
  fileprivate var isLossy: Bool {
    if case .reencoding = self { true } else { !isOnlyNamed }
  }
}
