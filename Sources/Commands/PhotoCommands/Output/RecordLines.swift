import Shell
package import Stamping
import SystemPackage
import Wording

/// The report of one photo of a batch: its result, and the lines for people and for programs.
package struct RecordLines {
  package var result: Tally.Result
  /// Lines on standard error.
  package var people: [String] = []
  /// Those of them that --quiet says too: a label's time is never doubtful in silence.
  package var saidAlways: [String] = []
  /// A line on standard output, where programs and pipes read.
  package var output: String?
  /// Why it failed, where that is why all that follow do.
  package var common: Common?
  /// Whether the result lacks something, so that --quiet reports it too.
  package var isIncomplete = false
  /// The output's path; nil for standard output, and if nothing was written.
  var written: FilePath?
  /// Whether the label shows when the file was last changed.
  var hasFileTime = false
  /// Whether the machine failed and not the photo.
  var isFailureOfMachine = false

  package enum Common: Sendable {
    case locked, readOnly, diskFull, diskOfCopiesFull
  }
}

extension RecordLines {
  package init(result: Tally.Result, people: [String] = [], common: Common? = nil) {
    (self.result, self.people, self.common) = (result, people, common)
    isFailureOfMachine = common == .diskFull || common == .diskOfCopiesFull
  }

  /// The report of a stamped or unstamped photo.
  ///
  /// - Parameters:
  ///   - record: what happened to it.
  ///   - digest: that of the options with which it is stamped.
  ///   - isJSON: whether a program is told.
  ///   - isDryRun: whether the line says what would be done.
  package init(_ record: PhotoRecord, _ digest: OptionsDigest?, isJSON: Bool, isDryRun: Bool) {
    isFailureOfMachine = record.isFailureOfMachine
    written = record.output
    hasFileTime = record.warnings.contains(.timeOfFileModification)
    switch record.result {
    case .stamped, .unstamped, .dated, .undone: result = .done
    case .already: result = .already
    case .skipped(.outputExists): result = .there
    case .skipped(.conflict): result = .inTheWay
    case .skipped(.notStamped), .skipped(.formatWithoutStamp): result = .withoutStamp
    case .skipped(.date): result = .asItWas
    case .failed: result = .failed
    }
    switch record.result {
    case .failed(let error): people = [Wording.failure(record.input, error)]
    case .skipped(let skip) where result == .inTheWay:
      people = isDryRun ? [] : [Wording.skipped(record.input, skip)]
    case .stamped, .unstamped, .dated, .undone, .already, .skipped:
      people = record.warnings.map { Wording.warning(record.input, $0) }
      saidAlways = record.warnings.filter(\.isOfDoubtfulTime).map {
        Wording.warning(record.input, $0)
      }
    }
    if isJSON {
      output = PhotoRecordJSON(record, digest).jsonLine()
    } else if isDryRun {
      output = Wording.plan(record)
    }
  }
}
