import CaptureTime
import Formats
import Stamping

extension Stamper {
  /// Stamps a photo for the journal: its label shows the post's time in the zone that told its day, so
  /// that label and day agree.
  ///
  /// - Throws: `StampError`.
  func stamp(
    _ original: OriginalPhoto, at time: PostTime, in zone: CaptureZone
  ) throws(StampError) -> StampedPhoto {
    try stamp(original, at: time.captureTime.inZone(zone), as: original.format.stampedFormat)
  }
}
