import Files
import Stamping
import SystemPackage
import Tracks
import Wording

extension Samples {
  /// Of what is said of tracks.
  static let tracks: [any Worded] = errors + [StampWarning.zoneOfTrack("Asia/Seoul")]

  private static let errors: [TrackError] = [
    .file(.empty("t.gpx")), .unknownFormat, .otherXML(root: "kml"), .documentType(line: 2),
    .xml(line: 2, detail: "mismatched tag"), .depth(line: 2, limit: 64),
    .markup(line: 2, limit: 1 << 20), .json(line: 2), .element(line: 2, limit: 1 << 22),
    .cut(line: 2), .tooManyPoints(line: 2, limit: 9), .noPoints(TrackLosses()), .noPoints(losses),
  ]

  private static let losses: TrackLosses = {
    var losses = TrackLosses()
    (losses.withoutTime, losses.nowhere, losses.damaged) = (1, 2, 3)
    return losses
  }()
}
