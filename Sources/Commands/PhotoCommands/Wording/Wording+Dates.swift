import CaptureTime
import PhotoFacts
package import Stamping
import SystemPackage
package import Wording

extension Wording {
  /// A line for each camera: `Canon EOS R5 (serial …12): +1 h 2 min 7 s, 214 photos`.
  package static func clocks(_ clocks: [CameraClocks.Clock]) -> [String] {
    clocks.map { clock in
      let others = clocks.filter {
        $0.camera != clock.camera && $0.camera.name == clock.camera.name
      }
      return "\(escaped(clock.camera.name))\(mark(clock.camera, among: others.map(\.camera))): "
        + "\(clockShift(clock.shift)), \(counted(clock.count, "photo"))"
    }
  }

  /// What tells a camera from others of its model: the end of its serial number, or its owner.
  static func mark(_ camera: CameraIdentity, among others: [CameraIdentity]) -> String {
    guard !camera.serial.isEmpty else {
      return camera.owner.isEmpty ? "" : " (owner \(escaped(camera.owner)))"
    }
    let end = String(camera.serial.suffix(2))
    let isAlone = camera.serial.count > 4 && !others.contains { $0.serial.hasSuffix(end) }
    return " (serial \(isAlone ? "…\(escaped(end))" : escaped(camera.serial)))"
  }

  /// What was written into a photo, and what it had before.
  static func dated(_ photo: DatedPhoto) -> String {
    let time = "\(clock(photo.time))  (\(photo.time.source.rawValue))"
    let place = photo.isInExif ? "" : "  modification time only"
    guard let earlier = photo.earlier else { return time + place }
    return earlier.description == photo.time.description
      ? time + place : "\(clock(earlier)) becomes \(time)\(place)"
  }

  static func undoRecord(_ path: FilePath) -> String {
    "To undo: daystamp date --undo \(name(path))"
  }
}
