import Journal
import PhotoCommands
import Shell
import Stamping
import Store
import Wording

extension RecordLines {
  /// The report of a photo that was to be posted.
  init(_ record: PostRecord, in journal: OwnerJournal, isJSON: Bool, isQuiet: Bool) {
    self.init(result: .done)
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

extension RecordLines.Common {
  init?(_ error: any Error) {
    switch error {
    case JournalError.locked: self = .locked
    case JournalError.database(let failure) where failure.kind == .readOnly: self = .readOnly
    case JournalError.noRoomLeft: self = .diskFull
    default: return nil
    }
  }
}
