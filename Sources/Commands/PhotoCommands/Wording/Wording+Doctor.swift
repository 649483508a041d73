import CaptureTime
import PhotoFacts
import Stamping
import SystemPackage
import Wording

extension Wording {
  /// A camera, told from others of its model.
  static func camera(_ camera: CameraIdentity, among cameras: [CameraIdentity]) -> String {
    let others = cameras.filter { $0 != camera && $0.name == camera.name }
    return escaped(camera.name) + mark(camera, among: others)
  }

  /// The finding, and the photos that have it.
  static func finding(_ finding: ClockFinding) -> String {
    "\(photos(finding.photos)): \(reason(finding.kind))\(advice(finding.remedy))"
  }

  private static func photos(_ photos: [FilePath]) -> String {
    guard let first = photos.first, let last = photos.last else { return "" }
    let names = photos.count == 1 ? name(first) : "\(name(first)) to \(fileName(last))"
    return photos.count <= 2 ? names : "\(names) (\(photos.count) photos)"
  }

  private static func fileName(_ path: FilePath) -> String {
    path.lastComponent.map { name(FilePath(root: nil, [$0])) } ?? name(path)
  }

  private static func reason(_ kind: ClockFinding.Kind) -> String {
    switch kind {
    case .neverSet(let time):
      "the clock started over and shows \(typed(time)), as if nobody had set it"
    case .otherYear(let before, let after, let year):
      "of another year than \(fileName(before)) and \(fileName(after)) around them, of \(year)"
    case .clocksChanged(let day, let other, let seconds):
      "\(offBy(seconds)) \(escaped(other.name)) since the clocks changed on \(day)"
    case .ahead(let seconds, let drift, let count):
      "\(offBy(seconds)) the satellites in \(counted(count, "photo")); "
        + "the clock \(drift < 0 ? "loses" : "gains") \(perDay(drift)) s a day"
    case .otherZone(let zone, let seconds):
      "\(offBy(seconds)) the time of the place, which is in \(zone)"
    case .otherOffset(let zone, let offset):
      "the offset is \(CaptureZone(offset: offset).name), but the place is in \(zone)"
    }
  }

  private static func offBy(_ seconds: Int) -> String {
    "\(duration(ofClock: abs(seconds))) \(seconds < 0 ? "behind" : "ahead of")"
  }

  private static func duration(ofClock seconds: Int) -> String {
    String(clockShift(seconds).drop { !$0.isNumber })
  }

  private static func perDay(_ drift: Double) -> String { "\((abs(drift) * 100).rounded() / 100)" }

  private static func advice(_ remedy: ClockFinding.Remedy) -> String {
    switch remedy {
    case .shift, .years, .zone, .fromName: ""
    case .sync(let photo, let other):
      ". The command takes the time of \(fileName(other)) for \(fileName(photo)); "
        + "put in the right one if you know it"
    case .modified(let photo, _):
      ". The command takes the last change of \(fileName(photo)) for its time; "
        + "put in the right one if you know it"
    case .day(let day): ". The day may be \(day); put in the time if you know it"
    }
  }

  /// A shift as it is typed: `+1h2m7s`, `-3d`, `+0s`.
  static func typedShift(_ seconds: Int) -> String {
    let magnitude = Int(seconds.magnitude)
    let parts = [
      (magnitude / 86_400, "d"), (magnitude / 3_600 % 24, "h"), (magnitude / 60 % 60, "m"),
      (magnitude % 60, "s"),
    ].filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }
    return (seconds < 0 ? "-" : "+") + (parts.isEmpty ? "0s" : parts.joined())
  }

  /// A time as it is typed, without its offset: `2024-01-31 23:59:58`.
  static func typed(_ time: CaptureTime) -> String {
    let text = CaptureTime(wallSeconds: time.wallSeconds, source: time.source).description
    return text.replacing("T", with: " ")
  }

  static func doctorSummary(_ findings: [ClockFinding], photos: Int, dated: Int) -> String {
    let seen = "\(counted(photos, "photo")), \(dated) with the time of a camera's clock"
    if findings.isEmpty { return "\(seen): nothing wrong found." }
    return "\(seen): \(counted(findings.count, "finding")). Nothing was changed."
  }
}
