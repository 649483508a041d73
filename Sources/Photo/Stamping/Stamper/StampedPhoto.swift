package import CaptureTime

/// A photo with its label on.
package struct StampedPhoto: Sendable {
  /// The file to write.
  package internal(set) var bytes: [UInt8]
  /// The time that the label shows; nil where it shows none and there is none.
  package let time: CaptureTime?
  /// The lines of the labels, one after another.
  package let label: String
  /// The first label's line boxes together, in displayed pixels.
  package let box: LabelGeometry.Box
  package internal(set) var fidelity: Fidelity
  package internal(set) var warnings: [StampWarning]

  /// The photo with further warnings.
  package func adding(_ further: [StampWarning]) -> StampedPhoto {
    var photo = self
    photo.warnings += further
    return photo
  }

  /// The photo without its bytes, to be kept when those are not needed any more.
  package var withoutBytes: StampedPhoto {
    var photo = self
    photo.bytes = []
    return photo
  }
}
