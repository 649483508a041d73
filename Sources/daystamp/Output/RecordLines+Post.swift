import Journal
import Shell
import Stamping
import Store

extension RecordLines {
  /// What is to be told of a photo that was to be posted.
  init(_ record: PostRecord, in journal: OwnerJournal, isJSON: Bool, isQuiet: Bool) {
    var post: Post?
    people = record.warnings.map { Wording.warning(record.input, $0) }
    switch record.result {
    case .posted(let stored, _):
      outcome = .done
      post = stored
    case .notExported(let stored, let error):
      outcome = .failed
      post = stored
      people.append(Wording.notExported(stored, error))
    case .skipped: outcome = .there
    case .failed(let error):
      outcome = .failed
      people = ["\(Wording.name(record.input)): \(Wording.message(for: error))"]
      status = ExitStatus(of: error)
    }
    if isJSON {
      output = PostRecordJSON(record, in: journal).jsonLine()
    } else if let post, !isQuiet {
      output = Wording.line(post)
    }
  }
}
