import CaptureTime
import Files
import Formats
import PhotoFacts
package import Wording

extension DateError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .exif(let error): error.wording
    case .name(let rejection):
      ErrorMessage("date.name", ["reason": .message(rejection.wording)])
    case .onlyFileModified(let time):
      ErrorMessage("date.only-modified", ["time": .text(time.description)])
    case .onlyDay(let time): ErrorMessage("date.only-day", ["day": .text("\(time.date)")])
    case .stampedTIFF: ErrorMessage("date.stamped-tiff")
    case .changedSince: ErrorMessage("date.changed")
    case .damagedRecord: ErrorMessage("date.damaged-record")
    case .record(let error):
      ErrorMessage("date.record", ["reason": .message(error.reason)])
    }
  }
}

extension DateSkip: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .isThere: ErrorMessage("date.there")
    case .otherCamera: ErrorMessage("date.other-camera")
    case .formatWithoutExif(let format):
      ErrorMessage("date.no-exif", ["format": .text(format.nameWithArticle)])
    case .earlierOutput: ErrorMessage("date.earlier-output")
    }
  }
}

extension ExifDateError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .formatWithoutExif(let format):
      ErrorMessage("date.no-exif", ["format": .text(format.nameWithArticle)])
    case .unreadable(let problem):
      ErrorMessage(
        "date.exif",
        ["offset": .number(problem.offset), "reason": .message(problem.reason.wording)])
    case .structure(let error): ErrorMessage("date.structure", ["reason": .message(error.wording)])
    case .damagedDirectory: ErrorMessage("date.directory")
    case .noRoom(let needed, let limit):
      ErrorMessage("date.room", ["needed": .number(needed), "limit": .number(limit)])
    case .fixedBoxes(let format): ErrorMessage("date.boxes", ["format": .text(format.name)])
    case .incomplete(let format): ErrorMessage("date.incomplete", ["format": .text(format.name)])
    case .photo(let error): error.wording
    }
  }
}

extension CameraClockError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noCamera(let photo): ErrorMessage("clock.no-camera", ["path": .path(photo)])
    case .noTime(let photo): ErrorMessage("clock.no-time", ["path": .path(photo)])
    case .onlyDay(let photo): ErrorMessage("clock.only-day", ["path": .path(photo)])
    case .contradiction(let camera, let first, let second):
      ErrorMessage(
        "clock.contradiction",
        [
          "camera": .text(camera.name), "first": .text(Wording.clockShift(first)),
          "second": .text(Wording.clockShift(second)),
        ])
    case .tooFar(let photo): ErrorMessage("clock.too-far", ["path": .path(photo)])
    }
  }
}

extension Wording {
  /// A shift for people: `+1 h 2 min 7 s`, `−3 d`; `0 s` for none.
  package static func clockShift(_ seconds: Int) -> String {
    let magnitude = Int(seconds.magnitude)
    let parts = [
      (magnitude / 86_400, "d"), (magnitude / 3_600 % 24, "h"), (magnitude / 60 % 60, "min"),
      (magnitude % 60, "s"),
    ].filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
    if parts.isEmpty { return "0 s" }
    return (seconds < 0 ? "−" : "+") + parts.joined(separator: " ")
  }
}
