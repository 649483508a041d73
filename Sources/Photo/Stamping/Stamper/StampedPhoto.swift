package import CaptureTime

/// A photo with its label on.
package struct StampedPhoto: Sendable {
  /// The file to write.
  package let bytes: [UInt8]
  /// The time that the label shows; nil where it shows none and there is none.
  package let time: CaptureTime?
  /// The lines of the labels, one after another.
  package let label: String
  /// The first label's line boxes together, in displayed pixels.
  package let box: LabelGeometry.Box
  package let fidelity: Fidelity
  package let warnings: [StampWarning]

  /// The photo with further warnings.
  package func adding(_ further: [StampWarning]) -> StampedPhoto {
    if further.isEmpty { return self }
    return StampedPhoto(
      bytes: bytes, time: time, label: label, box: box, fidelity: fidelity,
      warnings: warnings + further)
  }

  /// The photo without its bytes, to be kept when those are not needed any more.
  package var withoutBytes: StampedPhoto {
    StampedPhoto(
      bytes: [], time: time, label: label, box: box, fidelity: fidelity, warnings: warnings)
  }
}
