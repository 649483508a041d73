package import CaptureTime
import Formats
import Places
package import Tracks

/// The times of a photo, and where it was taken if only a track tells that.
package struct TrackedTimes: Sendable {
  package let report: CaptureTimeReport
  /// Nil where the photo says itself where it was taken, and where no track does.
  package let place: TrackedPlace?

  /// Reads the times once, and once more with the position of that time.
  ///
  /// A doubtful time, or that of the file's last change, has no place: it is hardly that of the photo.
  ///
  /// - Parameters:
  ///   - metadata: the photo's blocks.
  ///   - tracks: tell the place; nil where there are none.
  ///   - adjustment: the correction of the time before it is compared with the track.
  ///   - read: reads the times of a photo that was taken at a position.
  init(
    of metadata: EmbeddedMetadata, tracks: TrackPlaces?,
    adjustment: (CaptureTime) -> CaptureTimeAdjustment,
    _ read: (GeoPosition?) -> CaptureTimeReport
  ) {
    let report = read(nil)
    guard let tracks, let time = report.chosen, report.doubt == nil, !time.source.isLastChange,
      GeoPosition(metadata) == nil
    else {
      (self.report, self.place) = (report, nil)
      return
    }
    let adjustment = adjustment(time)
    guard let right = try? adjustment.withoutZone.apply(to: time),
      let place = tracks.place(of: right, in: adjustment.zone)
    else {
      (self.report, self.place) = (report, nil)
      return
    }
    (self.report, self.place) = (read(place.position), place)
  }

  /// What is to be said of the place.
  package var warnings: [StampWarning] {
    if case .track(let zone) = place?.clock { [.zoneOfTrack(zone.text)] } else { [] }
  }
}
