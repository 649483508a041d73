package import CaptureTime

/// A photo with its label on.
package struct StampedPhoto: Sendable {
  /// The file to write.
  package let bytes: [UInt8]
  /// The time that the label shows; nil where it shows none and there is none.
  package let time: CaptureTime?
  /// The words of the label.
  package let label: String
  /// The label's line box, in displayed pixels.
  package let box: LabelGeometry.Box
  package let fidelity: Fidelity
  package let warnings: [StampWarning]

  /// The photo without its bytes, to be kept longer than those.
  package var withoutBytes: StampedPhoto {
    StampedPhoto(
      bytes: [], time: time, label: label, box: box, fidelity: fidelity, warnings: warnings)
  }
}
