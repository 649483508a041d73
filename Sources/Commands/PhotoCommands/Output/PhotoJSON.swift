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

/// A photo's record as one line of JSON.
struct PhotoRecordJSON: Encodable {
  /// As the job has it.
  let id: JobList.Job.Identifier?
  let input: String
  /// The name's bytes in base64, where they are not UTF-8 and `input` is not quite the name.
  let inputBase64: String?
  let output: String?
  let outputBase64: String?
  let status: String
  var reason: String?
  /// Of a failure.
  var cause: String?
  /// True where the machine failed, so that the photo is worth another try; else absent.
  var retry: Bool?
  /// Of the input and of the written or existing output, in hexadecimal; absent if it was not read
  /// whole, or nothing was written.
  let inputSHA256: String?
  let outputSHA256: String?
  /// The digest of the options, which the stamp has too; of a photo that was to be stamped.
  let options: String?
  let version = ProgramVersion.text
  var time: String?
  var timeSource: String?
  var timePrecision: String?
  /// True where the time may not be that of the photo; else absent.
  var doubtful: Bool?
  /// Of a dated photo: the time that it had; absent where it had none.
  var earlierTime: String?
  /// Of a dated photo: whether its EXIF was changed.
  var exif: Bool?
  /// Of a dated photo: its file's new modification time, in seconds since 1970 in UTC.
  var modified: Int?
  var label: String?
  var box: Box?
  var lossless: Bool?
  var lossReason: String?
  var reversible: Bool?
  /// What of the original unstamping gives back, or gave back: its bytes or its pixels.
  var restores: String?
  /// Of an unstamped photo's original, in hexadecimal.
  var sha256: String?
  let warnings: [String]

  struct Box: Encodable {
    let x, y, width, height: Double
  }

  init(_ record: PhotoRecord, _ digest: OptionsDigest?) {
    id = record.job
    inputSHA256 = record.inputHash?.hexadecimal
    outputSHA256 = record.outputHash?.hexadecimal
    options = digest?.hexadecimal
    (input, inputBase64) = record.input.forJSON
    (output, outputBase64) = record.output.map { $0.forJSON } ?? (nil, nil)
    warnings = record.warnings.map(\.wording.commandLine)
    switch record.result {
    case .stamped(let photo):
      status = Tally.Deed.stamped.rawValue
      time = photo.time.map(\.description)
      timeSource = photo.time?.source.rawValue
      timePrecision = photo.time?.precision.rawValue
      doubtful = record.warnings.contains(where: \.isOfDoubtfulTime) ? true : nil
      label = photo.label
      box = Box(x: photo.box.x, y: photo.box.y, width: photo.box.width, height: photo.box.height)
      reversible = photo.fidelity.restores != nil
      restores = photo.fidelity.restores?.rawValue
      switch photo.fidelity {
      case .lossless: lossless = true
      case .reencoded(let cause, _):
        lossless = false
        lossReason = cause.wording.commandLine
      }
    case .unstamped(let mark, let restored):
      restores = restored.rawValue
      status = Tally.Deed.unstamped.rawValue
      time = mark.time
      label = mark.label
      sha256 = mark.originalHash.hexadecimal
    case .dated(let photo):
      status = Tally.Deed.dated.rawValue
      time = photo.time.description
      timeSource = photo.time.source.rawValue
      timePrecision = photo.time.precision.rawValue
      doubtful = record.warnings.contains(where: \.isOfDoubtfulTime) ? true : nil
      earlierTime = photo.earlier?.description
      exif = photo.isInExif
      modified = photo.modified
    case .undone: status = Tally.Deed.restored.rawValue
    case .already(let earlier):
      status = "already"
      (time, label) = (earlier.time, earlier.label.isEmpty ? nil : earlier.label)
      timeSource = earlier.timeSource?.rawValue
      timePrecision = earlier.timePrecision?.rawValue
      doubtful = earlier.timeSource == .fileModified ? true : nil
      reversible = earlier.restores != nil
      restores = earlier.restores?.rawValue
    case .skipped(let skip):
      status = "skipped"
      reason = skip.wording.commandLine
    case .failed(let error):
      status =
        switch error {
        case .outputOfAnother, .outputWithOtherOptions: "conflict"
        default: "failed"
        }
      reason = Wording.message(for: error)
      cause = error.cause.rawValue
      retry = record.isFailureOfMachine ? true : nil
    }
  }
}

/// The last line of a batch's JSON.
struct SummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    let tally: Tally
    let seconds: Double
    let isInterrupted: Bool

    /// What was done is counted under the word for it; `interrupted` is there, and true, where a
    /// signal ended the batch.
    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: AnyKey.self)
      func encode(_ value: some Encodable, _ key: String) throws {
        try fields.encode(value, forKey: AnyKey(stringValue: key))
      }
      try encode(tally.done, tally.deed.rawValue)
      if [.stamped, .unstamped, .dated, .restored].contains(tally.deed) {
        try encode(tally.already, "already")
      }
      try encode(tally.skipped, "skipped")
      try encode(tally.failed, "failed")
      try encode(seconds, "seconds")
      if isInterrupted { try encode(true, "interrupted") }
    }
  }
}

/// What `daystamp verify --json` says of one photo.
struct VerifiedPhotoJSON: Encodable {
  let input: String
  let inputBase64: String?
  /// The original from the folder that it was compared with.
  var original: String?
  var originalBase64: String?
  /// Absent where the photo could not be read.
  var stamped: Bool?
  var label: String?
  var time: String?
  var reversible: Bool?
  /// What of the original unstamping gives back: its bytes or its pixels.
  var restores: String?
  /// True for a JPEG with every pixel re-encoded; otherwise absent.
  var reencoded: Bool?
  var sha256: String?
  /// Blocks outside the label that were compared with the original's; of a JPEG.
  var comparedBlocks: Int?
  /// Pixels that were; of other formats.
  var comparedPixels: Int?
  /// Whether the photo is stamped and all that was looked at is true.
  private(set) var holds: Bool
  private(set) var problems: [String]

  init(_ photo: VerifiedPhoto) {
    (input, inputBase64) = photo.path.forJSON
    let mark = photo.verification.mark
    stamped = mark != nil
    label = mark?.label
    time = mark?.time
    reversible = mark.map { _ in photo.verification.isReversible }
    restores = photo.verification.restores?.rawValue
    reencoded = mark?.isReencoded == true ? true : nil
    sha256 = mark?.originalHash.hexadecimal
    comparedBlocks = photo.verification.comparedBlocks
    comparedPixels = photo.verification.comparedPixels
    holds = photo.holds
    problems = photo.verification.problems.map(\.wording.commandLine)
  }

  /// A photo of a delivery.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - path: its original's path; nil if there is none.
  ///   - holds: whether it has one, and every check succeeded.
  init(_ photo: VerifiedPhoto, original path: FilePath?, holds: Bool) {
    self.init(photo)
    self.holds = holds
    if let path {
      (original, originalBase64) = path.forJSON
    } else {
      problems.append(Wording.noOriginal)
    }
  }

  /// A photo that could not be checked.
  init(_ path: FilePath, _ error: StampError) {
    (input, inputBase64) = path.forJSON
    holds = false
    problems = [Wording.message(for: error)]
  }
}
