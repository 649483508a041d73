import CaptureTime
import Files
import PhotoFacts
import Shell
import Stamping
import Wording

/// What `daystamp doctor --json` says of one finding.
struct FindingJSON: Encodable {
  let finding: String
  let kind: String
  let camera: Camera
  /// How many photos it is about; `--finding` lists them.
  let photos: Int
  let first: String
  let last: String
  /// As people read it.
  let text: String
  /// For a shell.
  let command: String
  /// How many seconds the clock was ahead; absent if unknown.
  var ahead: Int?
  /// Seconds that the clock gains in a day.
  var secondsPerDay: Double?
  /// The zone of the photos' place.
  var timeZone: String?

  struct Camera: Encodable {
    let name: String
    let serial, owner: String?
  }

  init(_ finding: ClockFinding, command: String) {
    self.finding = finding.identifier
    kind = finding.kind.name
    let camera = finding.camera
    self.camera = Camera(
      name: camera.name, serial: camera.serial.isEmpty ? nil : camera.serial,
      owner: camera.owner.isEmpty ? nil : camera.owner)
    photos = finding.photos.count
    first = finding.photos.first?.forJSON.0 ?? ""
    last = finding.photos.last?.forJSON.0 ?? ""
    text = Wording.finding(finding)
    self.command = command
    switch finding.kind {
    case .neverSet, .otherYear: break
    case .clocksChanged(_, _, let seconds): ahead = seconds
    case .ahead(let seconds, let drift, _):
      ahead = seconds
      secondsPerDay = (drift * 100).rounded() / 100
    case .otherZone(let zone, let seconds): (timeZone, ahead) = (zone, seconds)
    case .otherOffset(let zone, _): timeZone = zone
    }
  }
}

/// The last line of `daystamp doctor --json`.
struct DoctorSummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    let photos: Int
    /// Photos with the time of a camera's clock.
    let dated: Int
    let cameras: Int
    let findings: Int
  }
}
