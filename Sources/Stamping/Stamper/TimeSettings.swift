import Files
package import CaptureTime
import Formats

/// How a photo's time is found, and changed before it is shown.
package struct TimeSettings: Sendable {
  private let reader: CaptureTimeReader
  /// The time given for all photos, instead of their own.
  private let given: CaptureTime?
  let adjustment: CaptureTimeAdjustment
  /// Whether a file's last change is not good enough.
  let requiresCaptureTime: Bool

  package init(
    reader: CaptureTimeReader, given: CaptureTime?, adjustment: CaptureTimeAdjustment,
    requiresCaptureTime: Bool
  ) {
    self.reader = reader
    self.given = given
    self.adjustment = adjustment
    self.requiresCaptureTime = requiresCaptureTime
  }

  /// Every time that a photo has, and which of them is its capture time.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - name: the bytes of its file's name, which may say a time; nil where it has none.
  /// - Returns: the times before they are adjusted.
  package func report(
    of photo: OriginalPhoto, name: [UInt8]?
  ) -> CaptureTimeReport {
    reader.report(
      metadata: photo.file.metadata, fileName: name,
      modified: photo.attributes.map { $0.modifiedSeconds }, given: given)
  }
}
