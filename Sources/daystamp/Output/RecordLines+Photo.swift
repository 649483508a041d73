import Shell
import Stamping

extension RecordLines {
  /// What is to be told of a stamped or unstamped photo.
  init(_ record: PhotoRecord, isJSON: Bool, isDryRun: Bool) {
    switch record.result {
    case .stamped, .unstamped: outcome = .done
    case .skipped(.outputExists): outcome = .there
    case .skipped(.notStamped), .skipped(.formatWithoutStamp): outcome = .withoutStamp
    case .failed: outcome = .failed
    }
    if case .failed(let error) = record.result {
      people = [Wording.failure(record.input, error)]
    } else {
      people = record.warnings.map { Wording.warning(record.input, $0) }
    }
    if isJSON {
      output = PhotoRecordJSON(record).jsonLine()
    } else if isDryRun {
      output = Wording.plan(record)
    }
  }
}
