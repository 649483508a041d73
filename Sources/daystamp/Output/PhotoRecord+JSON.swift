import CaptureTime
import Files
import Shell
import Stamping

/// A photo's record as one line of JSON.
struct PhotoRecordJSON: Encodable {
  let input: String
  /// The name's bytes in base64, where they are not UTF-8 and `input` is not quite the name.
  let inputBase64: String?
  let output: String?
  let outputBase64: String?
  let status: String
  var reason: String?
  var time: String?
  var timeSource: String?
  var timePrecision: String?
  var label: String?
  var box: Box?
  var lossless: Bool?
  var lossReason: String?
  var reversible: Bool?
  /// Of an unstamped photo, in hexadecimal.
  var sha256: String?
  let warnings: [String]

  struct Box: Encodable {
    let x, y, width, height: Double
  }

  init(_ record: PhotoRecord) {
    (input, inputBase64) = record.input.forJSON
    (output, outputBase64) = record.output.map { $0.forJSON } ?? (nil, nil)
    warnings = record.warnings.map(Wording.message(for:))
    switch record.result {
    case .stamped(let photo):
      status = Tally.Deed.stamped.rawValue
      time = photo.time.map(\.description)
      timeSource = photo.time?.source.rawValue
      timePrecision = photo.time?.precision.rawValue
      label = photo.label
      box = Box(x: photo.box.x, y: photo.box.y, width: photo.box.width, height: photo.box.height)
      switch photo.fidelity {
      case .lossless(let isReversible):
        lossless = true
        reversible = isReversible ?? false
      case .reencoded(let cause):
        lossless = false
        reversible = false
        lossReason = Wording.lossReason(cause)
      }
    case .unstamped(let mark):
      status = Tally.Deed.unstamped.rawValue
      time = mark.time
      label = mark.label
      sha256 = mark.originalHash.hexadecimal
    case .skipped(let skip):
      status = "skipped"
      reason = Wording.message(for: skip)
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
    }
  }
}

/// The last line of a batch's JSON.
struct SummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    /// Only what the command does is counted.
    let stamped: Int?
    let unstamped: Int?
    let posted: Int?
    let imported: Int?
    let skipped: Int
    let failed: Int
    let seconds: Double
    /// Present and true where a signal ended the batch.
    let interrupted: Bool?

    init(_ tally: Tally, seconds: Double, isInterrupted: Bool) {
      stamped = tally.deed == .stamped ? tally.done : nil
      unstamped = tally.deed == .unstamped ? tally.done : nil
      posted = tally.deed == .posted ? tally.done : nil
      imported = tally.deed == .imported ? tally.done : nil
      skipped = tally.skipped
      failed = tally.failed
      self.seconds = seconds
      interrupted = isInterrupted ? true : nil
    }
  }
}
