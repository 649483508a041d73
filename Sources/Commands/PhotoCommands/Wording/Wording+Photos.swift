import CaptureTime
import Files
import Formats
import PhotoFacts
import Places
import Shell
package import Stamping
package import SystemPackage
import Tracks
package import Wording

extension Wording {
  /// The line of a dry run; nil where a failure has been told already.
  package static func plan(_ record: PhotoRecord) -> String? {
    let output = record.output.map(name) ?? "standard output"
    switch record.result {
    case .stamped(let photo):
      let source = photo.time.map { "  (\($0.source.rawValue))" } ?? ""
      return "\(name(record.input)) -> \(output)  \(label(photo.label))\(source)"
    case .unstamped(let mark, _):
      return "\(name(record.input)) -> \(output)  without “\(label(mark.label))”"
    case .dated(let photo):
      return "\(name(record.input)) -> \(output)  \(dated(photo))"
    case .undone: return "\(name(record.input)) -> \(output)  as it was before"
    case .skipped(let skip):
      let arrow = record.output == nil ? "" : " -> \(output)"
      return "\(name(record.input))\(arrow)  skipped: \(skip.wording.commandLine)"
    case .already(let earlier):
      return "\(name(record.input)) -> \(output)  already "
        + (earlier.label.isEmpty ? earlier.time ?? "" : "“\(label(earlier.label))”")
    case .failed: return nil
    }
  }

  /// The lines of a photo's labels on one.
  private static func label(_ text: String) -> String {
    escaped(text.replacing("\n", with: " / "))
  }

  package static func skipped(_ path: FilePath, _ skip: PhotoSkip) -> String {
    "\(name(path)): skipped: \(skip.wording.commandLine)"
  }

  /// What `daystamp info` says of one photo.
  package static func info(_ info: PhotoInfo) -> String {
    var lines = [name(info.path), "  \(header(info.header))"]
    if let video = info.motionVideo {
      lines.append(
        "  motion photo, with a video in it: \(Self.video(video).joined(separator: ", "))")
    }
    if let identifier = info.contentIdentifier { lines.append("  Live Photo \(identifier)") }
    if let mark = info.mark {
      lines.append("  \(stamp(mark, restores: mark.restores).joined(separator: ", "))")
    }
    if let place = info.tracked { lines.append("  \(track(place))") }
    return (lines + times(info.times, isTracked: info.tracked != nil)).joined(separator: "\n")
  }

  /// Where a track was at a photo's time, and how that time is known.
  private static func track(_ place: TrackedPlace) -> String {
    let clock =
      switch place.clock {
      case .offset: "by the offset of its time"
      case .given(let zone): "by its time in \(zone)"
      case .track(let zone): "by its time in the track's zone there, \(zone.text)"
      }
    return "position \(place.position.decimalText) from the track, \(clock)"
  }

  /// What `daystamp info` says of one video.
  package static func info(_ info: VideoInfo) -> String {
    var lines = [name(info.path), "  \(video(info.file).joined(separator: ", "))"]
    if let identifier = info.file.contentIdentifier { lines.append("  Live Photo \(identifier)") }
    return (lines + times(info.times)).joined(separator: "\n")
  }

  /// What `daystamp info` says of one raw photo.
  package static func info(_ info: RawInfo) -> String {
    let raw = info.file
    var parts = ["\(raw.format.name) raw file"]
    if let size = raw.size { parts.append("\(size.width)×\(size.height) pixels") }
    if raw.orientation != .topLeft { parts.append("orientation \(raw.orientation.rawValue)") }
    if let picture = raw.pictures.first {
      parts.append("a JPEG of \(picture.size.width)×\(picture.size.height) in it")
    } else {
      parts.append("no JPEG in it that can be read")
    }
    var lines = [name(info.path), "  \(parts.joined(separator: ", "))"]
    let camera = [info.facts.camera, info.facts.lens].compactMap(\.self)
    if !camera.isEmpty { lines.append("  \(camera.joined(separator: ", "))") }
    if let position = info.facts.position { lines.append("  at \(position.decimalText)") }
    if let place = info.tracked { lines.append("  \(track(place))") }
    return (lines + times(info.times, isTracked: info.tracked != nil)).joined(separator: "\n")
  }

  private static func video(_ video: VideoFile) -> [String] {
    var parts = ["\(video.format.name) video, \(video.size.width)×\(video.size.height) pixels"]
    if let duration = video.duration { parts.append("\((duration * 10).rounded() / 10) s") }
    return parts + [counted(video.byteCount, "byte")]
  }

  /// The time that was chosen, and a line for each candidate.
  private static func times(_ times: CaptureTimeReport, isTracked: Bool = false) -> [String] {
    let width = times.candidates.map(\.source.rawValue.count).max() ?? 0
    let candidates = times.candidates.map { candidate in
      let source = candidate.source.rawValue
      let padding = String(repeating: " ", count: width - source.count)
      return "    \(source)\(padding)  \(text(of: candidate, isTracked: isTracked))"
    }
    let problems = times.problems.map { "    note: \($0.wording.commandLine)" }
    return ["  \(times.chosen.map(clock) ?? "no capture time")"] + candidates + problems
  }

  /// What a stamp is, in parts of a sentence.
  static func stamp(_ mark: StampMark, restores: Restoration?) -> [String] {
    var parts = ["stamped “\(label(mark.label))”"]
    switch restores {
    case .bytes: parts.append("reversible")
    case .pixels: parts.append("reversible to the pixel")
    case nil: break
    }
    if mark.isReencoded {
      parts.append("re-encoded, so not reversible")
    } else if !mark.isReversible {
      parts.append("not reversible (stamped with --no-undo or with loss)")
    }
    return parts
  }

  private static func header(_ header: PhotoHeader) -> String {
    var parts = ["\(header.format.name), \(header.width)×\(header.height) pixels"]
    if header.orientation != .topLeft {
      parts.append(
        "orientation \(header.orientation.rawValue), shown as "
          + "\(header.displayedWidth)×\(header.displayedHeight)")
    }
    if let subsampling = header.jpeg?.subsampling { parts.append(subsampling) }
    if header.jpeg?.coding == .progressive { parts.append("progressive") }
    if header.bitsPerChannel > 8 { parts.append("\(header.bitsPerChannel) bits a channel") }
    if header.isAnimated { parts.append(animation(header)) }
    return parts.joined(separator: ", ")
  }

  private static func animation(_ header: PhotoHeader) -> String {
    let pictures = header.frameCount.map { "animated, \(counted($0, "picture"))" } ?? "animated"
    return switch header.plays {
    case nil: pictures
    case 0: pictures + " shown for ever"
    case 1: pictures + " shown once"
    case let plays?: pictures + " shown \(counted(plays, "time"))"
    }
  }

  private static func text(of candidate: CaptureTimeCandidate, isTracked: Bool) -> String {
    let zone = candidate.time?.place.map { "  \(told(in: $0, isTracked: isTracked))" } ?? ""
    let text = candidate.time.map { clock($0) + zone } ?? "“\(escaped(candidate.rawText))”"
    let doubt = candidate.doubt.map { "doubtful: \($0.wording.commandLine)" }
    let outcome =
      switch candidate.outcome {
      case .chosen: ["chosen", doubt].compactMap(\.self).joined(separator: ", though ")
      case .notNeeded: "not needed: an earlier one is valid"
      case .doubtful: doubt ?? ""
      case .rejected(let rejection): "rejected: \(message(for: rejection))"
      }
    let notes = candidate.notes.map(\.wording.commandLine).joined(separator: "; ")
    return notes.isEmpty ? "\(text)  \(outcome)" : "\(text)  \(outcome) (\(notes))"
  }

  /// The zone that shows a time, and why.
  private static func told(in zone: ZoneName, isTracked: Bool) -> String {
    "zone \(zone.text) from the \(isTracked ? "track" : "position")\(zone.isAtSea ? ", at sea" : "")"
  }

  /// What is wrong with a line of `--jobs-from`.
  package static func mistake(_ mistake: JobList.Mistake) -> String {
    let reason =
      switch mistake.reason {
      case .notAnObject:
        #"is not a job: give one JSON object per line, such as {"input": "in/a.jpg", "output": "out/a.jpg"}"#
      case .unknownKey(let key):
        "has the unknown key “\(escaped(key))”: the keys are id, input and output"
      case .missing(.id): "has an id that is neither text nor a whole number"
      case .missing(let key): "has no \(key.rawValue), or one that is not \(kind(of: key))"
      case .twice(let key): "has both \(key.rawValue) and \(key.rawValue)Base64"
      case .notAPath(let key): "has an empty \(key.rawValue), or one with a zero byte in it"
      case .sameOutput(let output, let line):
        "would write \(name(output)), and so would line \(line)"
      case .overwritesInput(let output, let line):
        "would overwrite \(name(output)), the input of line \(line)"
      }
    return "Line \(mistake.line) of --jobs-from \(reason). Nothing was written."
  }

  private static func kind(of key: JobList.Key) -> String {
    switch key {
    case .id, .input, .output: "text"
    case .inputBase64, .outputBase64: "base64"
    }
  }

  static func listedName(_ error: ListedNameError) -> String {
    "--files-from, name \(error.number): \(name(error.name)) is not below --base "
      + "\(name(error.base)): give names that begin there."
  }

  package static let noPhotos = "There are no photos among the inputs."
  static let noInput = "Give photos or folders as input, or - for standard input."

  static func severalInputsIntoOneFile(_ output: FilePath) -> String {
    "\(name(output)) is a file, but there is more than one photo; give a folder."
  }

  static func outputIsNoFolder(_ output: FilePath) -> String {
    "\(name(output)) is a file, not a folder: leave out the / after it."
  }

  /// What to give instead of an output that has another ending than photos; `nearest` is the ending of
  /// which it may be a slip.
  static func outputEndsLikeNoPhoto(
    _ output: FilePath, isOnePhoto: Bool, nearest: String?, isThere: Bool
  ) -> String {
    guard isOnePhoto || isThere else {
      return "\(name(output)) looks like a file, but there is more than one photo: give "
        + "\(name(output))/ for a folder."
    }
    var photo = output
    photo.extension = nearest ?? PhotoFormat.jpeg.fileExtension
    let folder = isThere ? "" : ", or \(name(output))/ for a folder"
    return "\(name(output)) does not end like a photo: give \(name(photo)) for a file\(folder)."
  }

  static func outputNameContradicts(_ output: FilePath, to format: PhotoFormat) -> String {
    "\(name(output)) does not end like a \(format.name); change the name, or leave out --to."
  }
}

extension Wording {
  package static func failure(_ path: FilePath, _ error: StampError) -> String {
    error.wording.about(path).commandLine
  }

  package static func warning(_ path: FilePath, _ warning: StampWarning) -> String {
    "\(name(path)): note: \(warning.wording.commandLine)"
  }
}
