import CaptureTime
import PhotoFacts
import Shell
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
        + "\(clock.shift == 0 ? "the clocks agree" : clockShift(clock.shift)), "
        + counted(clock.count, "photo")
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

  /// The same of a run that did not correct all photos.
  static func undoInterrupted(_ path: FilePath, isShifted: Bool) -> String {
    guard isShifted else { return undoRecord(path) }
    return undoRecord(path)
      + "\nDo that before you run the command again, so that no photo is corrected twice."
  }

  /// The cells of a run: number, time, files, command.
  static func run(_ run: RecordedRun) -> [String] {
    let head = run.head
    let words = ([head?.command].compactMap(\.self) + (head?.arguments ?? [])).map(shellWord)
    let time = (head?.time ?? "").replacing("T", with: " ").prefix(16)
    return [
      "\(run.number)", escaped(String(time)), counted(run.count, "file"),
      escaped(words.joined(separator: " "))
        + (run.undone != nil ? "  (undone)" : run.isUnfinished ? "  (not finished)" : ""),
    ]
  }

  /// Why a run does not begin: an earlier one of the same command left some photos out.
  static func unfinished(_ run: RecordedRun) -> String {
    "Run \(run.number) of this command did not correct all photos. This run would correct "
      + "\(counted(run.count, "file")) a second time. Undo the first: daystamp undo \(run.number). "
      + "To correct them twice, delete \(name(run.path))."
  }

  static let noRuns = "There are no runs yet."

  static func noSuchRun(_ number: Int?) -> String {
    number.map { "there is no run \($0); daystamp runs lists them." }
      ?? "there is no run to undo; daystamp runs lists them."
  }

  static func damagedRecord(_ path: FilePath, line: Int) -> String {
    "\(name(path)) is not an undo record: line \(line) is damaged. Nothing was changed."
  }

  /// The damage to a run's record; nil if it is whole.
  static func damage(of undo: RunUndo, _ path: FilePath) -> String? {
    let record = name(path)
    if !undo.damaged.isEmpty {
      let numbers = undo.damaged.prefix(5).map(String.init).joined(separator: ", ")
      let more = undo.damaged.count > 5 ? " and more" : ""
      return "\(record): damaged in \(undo.damaged.count == 1 ? "line" : "lines") "
        + "\(numbers)\(more). The files of these lines stay as they are."
    }
    if undo.isCut {
      return "\(record): its last line is cut off. An interrupted run left that file unchanged. "
        + "If the record was damaged later, that file stays as it is."
    }
    return nil
  }
}
