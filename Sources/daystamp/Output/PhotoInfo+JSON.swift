import CaptureTime
import Formats
import Shell
import Stamping

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
  let time: String?
  let timeSource: String?
  let timePrecision: String?
  let candidates: [Candidate]
  let problems: [String]

  struct Candidate: Encodable {
    let source: String
    let text: String
    let time: String?
    let outcome: String
    let reason: String?
  }

  init(_ info: PhotoInfo) {
    (input, inputBase64) = info.path.forJSON
    format = info.header.format.rawValue
    width = info.header.width
    height = info.header.height
    orientation = info.header.orientation.rawValue
    displayedWidth = info.header.displayedWidth
    displayedHeight = info.header.displayedHeight
    time = info.times.chosen?.description
    timeSource = info.times.chosen?.source.rawValue
    timePrecision = info.times.chosen?.precision.rawValue
    candidates = info.times.candidates.map(Candidate.init)
    problems = info.times.problems.map(Wording.message(for:))
  }
}

extension PhotoInfoJSON.Candidate {
  init(_ candidate: CaptureTimeCandidate) {
    source = candidate.source.rawValue
    text = candidate.rawText
    time = candidate.time?.description
    switch candidate.outcome {
    case .chosen: (outcome, reason) = ("chosen", nil)
    case .notNeeded: (outcome, reason) = ("not needed", nil)
    case .rejected(let rejection):
      (outcome, reason) = ("rejected", Wording.message(for: rejection))
    }
  }
}
