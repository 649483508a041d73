import CaptureTime
import Files
import Formats
import PhotoFacts
import Places
import Shell
import Stamping
import SystemPackage
import Tracks
import Wording

/// What `daystamp info --json` says of one photo.
struct PhotoInfoJSON: Encodable {
  let input: String
  let inputBase64: String?
  let format: String
  let width: Int
  let height: Int
  let orientation: Int
  let displayedWidth: Int
  let displayedHeight: Int
  /// Pictures of an animation, and how often it is shown, 0 for ever; absent for a still photo.
  let frames: Int?
  let plays: Int?
  /// The video inside a motion photo's file; absent without one.
  let motionVideo: Video?
  /// Joins a Live Photo to its video; absent without one.
  let contentIdentifier: String?
  /// Absent if the photo has no readable stamp.
  let stamp: Stamp?
  let time: String?
  let timeSource: String?
  let timePrecision: String?
  /// True if the time may not be the photo's; else absent.
  let doubtful: Bool?
  /// The zone of the photo's position, if the time is shown in it.
  let timeZone: String?
  /// Where it was taken, if only a track tells that; else absent.
  let track: TrackPlace?
  let candidates: [Candidate]
  let problems: [String]

  struct TrackPlace: Encodable {
    let latitude, longitude: Double
    /// The photo's time in UTC.
    let instant: String
    /// The zone of a time without an offset; absent if the time has one.
    let timeZone: String?
  }

  struct Stamp: Encodable {
    let label: String
    let time: String?
    let reversible: Bool
    let restores: String?
    /// True for a JPEG that was re-encoded as a whole; else absent.
    let reencoded: Bool?
    let sha256: String
  }

  struct Video: Encodable {
    let format: String
    let bytes: Int
    /// In seconds.
    let duration: Double?
  }

  struct Candidate: Encodable {
    let source: String
    let text: String
    let time: String?
    /// The zone of the photo's position, if the time is shown in it.
    let timeZone: String?
    let outcome: String
    let reason: String?
    /// Remarks on how it was read; absent without any.
    let notes: [String]?
  }

  init(_ info: PhotoInfo) {
    (input, inputBase64) = info.path.forJSON
    format = info.header.format.rawValue
    width = info.header.width
    height = info.header.height
    orientation = info.header.orientation.rawValue
    displayedWidth = info.header.displayedWidth
    displayedHeight = info.header.displayedHeight
    frames = info.header.isAnimated ? info.header.frameCount : nil
    plays = info.header.isAnimated ? info.header.plays : nil
    motionVideo = info.motionVideo.map {
      Video(format: $0.format.rawValue, bytes: $0.byteCount, duration: $0.duration)
    }
    contentIdentifier = info.contentIdentifier
    stamp = info.mark.map(Stamp.init)
    time = info.times.chosen?.description
    timeSource = info.times.chosen?.source.rawValue
    timePrecision = info.times.chosen?.precision.rawValue
    doubtful = info.times.isDoubtful ? true : nil
    timeZone = info.times.chosen?.place?.text
    track = info.tracked.map(TrackPlace.init)
    candidates = info.times.candidates.map(Candidate.init)
    problems = info.times.problems.map(\.wording.commandLine)
  }
}

/// What `daystamp info --json` says of one video.
struct VideoInfoJSON: Encodable {
  let input: String
  let inputBase64: String?
  let format: String
  /// As displayed, in pixels.
  let width: Int
  let height: Int
  let bytes: Int
  /// In seconds; absent if the file does not say it.
  let duration: Double?
  /// Joins it to a Live Photo's photo; absent without one.
  let contentIdentifier: String?
  let time: String?
  let timeSource: String?
  let timePrecision: String?
  let doubtful: Bool?
  let candidates: [PhotoInfoJSON.Candidate]

  init(_ info: VideoInfo) {
    (input, inputBase64) = info.path.forJSON
    format = info.file.format.rawValue
    (width, height) = (info.file.size.width, info.file.size.height)
    bytes = info.file.byteCount
    duration = info.file.duration
    contentIdentifier = info.file.contentIdentifier
    time = info.times.chosen?.description
    timeSource = info.times.chosen?.source.rawValue
    timePrecision = info.times.chosen?.precision.rawValue
    doubtful = info.times.isDoubtful ? true : nil
    candidates = info.times.candidates.map(PhotoInfoJSON.Candidate.init)
  }
}

/// What `daystamp info --json` says of one raw photo.
struct RawInfoJSON: Encodable {
  let input: String
  let inputBase64: String?
  let format: String
  /// The sensor's size in pixels; absent if the file does not say it.
  let width: Int?
  let height: Int?
  let orientation: Int
  let bytes: Int
  /// The largest readable JPEG in it; absent without one.
  let picture: Picture?
  let camera: String?
  let lens: String?
  /// In degrees; absent if the file does not say it.
  let latitude: Double?
  let longitude: Double?
  let time: String?
  let timeSource: String?
  let timePrecision: String?
  let doubtful: Bool?
  let timeZone: String?
  /// Where it was taken, if only a track tells that; else absent.
  let track: PhotoInfoJSON.TrackPlace?
  let candidates: [PhotoInfoJSON.Candidate]
  let problems: [String]

  struct Picture: Encodable {
    let width, height, bytes: Int
  }

  init(_ info: RawInfo) {
    (input, inputBase64) = info.path.forJSON
    format = info.file.format.rawValue
    (width, height) = (info.file.size?.width, info.file.size?.height)
    orientation = info.file.orientation.rawValue
    bytes = info.file.byteCount
    picture = info.file.pictures.first.map {
      Picture(width: $0.size.width, height: $0.size.height, bytes: $0.range.count)
    }
    (camera, lens) = (info.facts.camera, info.facts.lens)
    (latitude, longitude) = (info.facts.position?.latitude, info.facts.position?.longitude)
    time = info.times.chosen?.description
    timeSource = info.times.chosen?.source.rawValue
    timePrecision = info.times.chosen?.precision.rawValue
    doubtful = info.times.isDoubtful ? true : nil
    timeZone = info.times.chosen?.place?.text
    track = info.tracked.map(PhotoInfoJSON.TrackPlace.init)
    candidates = info.times.candidates.map(PhotoInfoJSON.Candidate.init)
    problems = info.times.problems.map(\.wording.commandLine)
  }
}

/// What `daystamp info --json` says of a photo that cannot be read, in the words of a batch's records.
struct FailedInfoJSON: Encodable {
  let input: String
  let inputBase64: String?
  let status = "failed"
  let reason: String

  init(_ path: FilePath, _ error: StampError) {
    (input, inputBase64) = path.forJSON
    reason = Wording.message(for: error)
  }
}

extension PhotoInfoJSON.Stamp {
  init(_ mark: StampMark) {
    (label, time, reversible) = (mark.label, mark.time, mark.isReversible)
    restores = mark.restores?.rawValue
    reencoded = mark.isReencoded ? true : nil
    sha256 = mark.originalHash.hexadecimal
  }
}

extension PhotoInfoJSON.TrackPlace {
  init(_ place: TrackedPlace) {
    latitude = place.position.latitude
    longitude = place.position.longitude
    instant = CaptureTime(wallSeconds: place.instant, offset: 0, source: .given).description
    timeZone =
      switch place.clock {
      case .offset: nil
      case .given(let zone): zone
      case .track(let zone): zone.text
      }
  }
}

extension PhotoInfoJSON.Candidate {
  init(_ candidate: CaptureTimeCandidate) {
    source = candidate.source.rawValue
    text = candidate.rawText
    time = candidate.time?.description
    notes = candidate.notes.isEmpty ? nil : candidate.notes.map(\.wording.commandLine)
    let doubt = candidate.doubt.map(\.wording.commandLine)
    timeZone = candidate.time?.place?.text
    switch candidate.outcome {
    case .chosen: (outcome, reason) = ("chosen", doubt)
    case .notNeeded: (outcome, reason) = ("not needed", nil)
    case .doubtful: (outcome, reason) = ("doubtful", doubt)
    case .rejected(let rejection):
      (outcome, reason) = ("rejected", Wording.message(for: rejection))
    }
  }
}
