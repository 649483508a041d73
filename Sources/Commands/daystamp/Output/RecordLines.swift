import Journal
import Shell
import Stamping
import Store
import Wording

/// The report of one photo of a batch: its result, and the lines for people and for programs.
struct RecordLines {
  let result: Tally.Result
  /// Lines on standard error.
  var people: [String] = []
  /// A line on standard output, where programs and pipes read.
  var output: String?
  /// Why it failed, where that is why all that follow do.
  var common: Common?
  /// Whether the machine failed and not the photo.
  var isFailureOfMachine = false

  enum Common {
    case locked, readOnly, diskFull

    init?(_ error: any Error) {
      switch error {
      case JournalError.locked: self = .locked
      case JournalError.database(let failure) where failure.kind == .readOnly: self = .readOnly
      case JournalError.noRoomLeft: self = .diskFull
      default: return nil
      }
    }
  }
}

extension RecordLines {
  /// The report of a stamped or unstamped photo.
  ///
  /// - Parameters:
  ///   - record: what happened to it.
  ///   - digest: that of the options with which it is stamped.
  ///   - isJSON: whether a program is told.
  ///   - isDryRun: whether people are told what would be done.
  init(_ record: PhotoRecord, _ digest: OptionsDigest?, isJSON: Bool, isDryRun: Bool) {
    isFailureOfMachine = record.isFailureOfMachine
    switch record.result {
    case .stamped, .unstamped: result = .done
    case .already: result = .already
    case .skipped(.outputExists): result = .there
    case .skipped(.conflict): result = .inTheWay
    case .skipped(.notStamped), .skipped(.formatWithoutStamp): result = .withoutStamp
    case .failed: result = .failed
    }
    switch record.result {
    case .failed(let error): people = [Wording.failure(record.input, error)]
    case .skipped(let skip) where result == .inTheWay:
      people = isDryRun ? [] : [Wording.skipped(record.input, skip)]
    case .stamped, .unstamped, .already, .skipped:
      people = record.warnings.map { Wording.warning(record.input, $0) }
    }
    if isJSON {
      output = PhotoRecordJSON(record, digest).jsonLine()
    } else if isDryRun {
      output = Wording.plan(record)
    }
  }
}

extension RecordLines {
  /// The report of a photo that was to be posted.
  init(_ record: PostRecord, in journal: OwnerJournal, isJSON: Bool, isQuiet: Bool) {
    var post: Post?
    people = record.warnings.map { Wording.warning(record.input, $0) }
    switch record.result {
    case .posted(let stored, _):
      result = .done
      post = stored
    case .notExported(let stored, let error):
      result = .failed
      post = stored
      people.append(Wording.notExported(stored, error))
    case .skipped: result = .there
    case .failed(let error):
      result = .failed
      people = [Wording.message(for: error, about: record.input)]
      common = Common(error)
    }
    if isJSON {
      output = PostRecordJSON(record, in: journal).jsonLine()
    } else if let post, !isQuiet {
      output = Wording.line(post)
    }
  }
}
