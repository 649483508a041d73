import CaptureTime
import Shell
import Stamping

extension Wording {
  static func message(for skip: PhotoSkip) -> String {
    switch skip {
    case .outputExists: "the output is there already; --force writes it again"
    case .notStamped: message(for: StampError.notStamped)
    case .formatWithoutStamp(let format): message(for: StampError.formatWithoutStamp(format))
    }
  }

  /// The line of a dry run; nil where a failure has been told already.
  static func plan(_ record: PhotoRecord) -> String? {
    let output = record.output.map(name) ?? "standard output"
    switch record.result {
    case .stamped(let photo):
      let source = photo.time.map { "  (\($0.source.rawValue))" } ?? ""
      return "\(name(record.input)) -> \(output)  \(photo.label)\(source)"
    case .unstamped(let mark):
      return "\(name(record.input)) -> \(output)  without “\(escaped(mark.label))”"
    case .skipped(let skip):
      let arrow = record.output == nil ? "" : " -> \(output)"
      return "\(name(record.input))\(arrow)  skipped: \(message(for: skip))"
    case .failed: return nil
    }
  }

  static func thereAlready(_ tally: Tally) -> String {
    switch (tally.deed, tally.there) {
    case (.posted, 1): "1 photo was skipped: it is posted already; --again posts it once more."
    case (.posted, let count):
      "\(count) photos were skipped: they are posted already; --again posts them once more."
    case (.imported, 1): "1 post was passed over: it is there already, or its photo is."
    case (.imported, let count):
      "\(count) posts were passed over: they are there already, or their photos are."
    case (_, 1): "1 photo was skipped: \(message(for: .outputExists))."
    case (_, let count):
      "\(count) photos were skipped: their outputs are there already; --force writes them again."
    }
  }

  static func summary(_ tally: Tally, seconds: Double) -> String {
    "\(counts(tally)) in \((seconds * 10).rounded() / 10) s."
  }

  static func interrupted(_ tally: Tally, isResumable: Bool) -> String {
    "Interrupted: \(counts(tally))."
      + (isResumable ? " Run the same command again to go on." : "")
  }

  private static func counts(_ tally: Tally) -> String {
    var parts = ["\(tally.done) \(tally.deed.rawValue)"]
    if tally.there > 0 { parts.append("\(tally.there) skipped (there already)") }
    if tally.withoutStamp > 0 { parts.append("\(tally.withoutStamp) skipped (no stamp)") }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    return parts.joined(separator: ", ")
  }
}
