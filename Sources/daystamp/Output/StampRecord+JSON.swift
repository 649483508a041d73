import CaptureTime
import Foundation
import Stamping
import SystemPackage

/// A photo's record as one line of JSON.
struct StampRecordJSON: Encodable {
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
  let warnings: [String]

  struct Box: Encodable {
    let x, y, width, height: Double
  }

  init(_ record: StampRecord) {
    (input, inputBase64) = record.input.forJSON
    (output, outputBase64) = record.output.map { $0.forJSON } ?? (nil, nil)
    switch record.result {
    case .stamped(let photo):
      status = "stamped"
      time = photo.time.map(\.description)
      timeSource = photo.time?.source.rawValue
      timePrecision = photo.time?.precision.rawValue
      label = photo.label
      box = Box(x: photo.box.x, y: photo.box.y, width: photo.box.width, height: photo.box.height)
      lossless = photo.isLossless
      warnings = photo.warnings.map(Wording.message(for:))
    case .skipped:
      status = "skipped"
      reason = Wording.outputExists
      warnings = []
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
      warnings = []
    }
  }
}

/// The last line of a batch's JSON.
struct SummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    let stamped: Int
    let skipped: Int
    let failed: Int
    let seconds: Double
    /// Present and true where a signal ended the batch.
    let interrupted: Bool?
  }
}

extension FilePath {
  /// The path as text and, where it is not UTF-8, also as base64.
  var forJSON: (text: String, base64: String?) {
    if let text = String(validating: self) { return (text, nil) }
    let bytes = withPlatformString { Data(bytes: $0, count: length) }
    return (String(decoding: self), bytes.base64EncodedString())
  }
}

extension Encodable {
  /// The value as one line of JSON; the program's own values hold nothing that JSON lacks.
  func jsonLine() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("not a value of JSON: \(error)")
    }
  }
}
