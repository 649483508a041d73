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
    saidAlways = record.warnings.filter(\.isOfDoubtfulTime).map {
      Wording.warning(record.input, $0)
    }
    switch record.result {
    case .posted(let stored, _):
      result = .done
      post = stored
    case .notExported(let stored, let error):
      self.init(
        result: .failed, people: people + [Wording.notExported(stored, error)],
        common: Common(error) == .diskFull ? .diskOfCopiesFull : nil)
      post = stored
    case .skipped: result = .there
    case .added(let files, let earlier):
      result = .there
      people.append(Wording.added(files, beside: record.input, to: earlier.number))
    case .failed(let error):
      self.init(
        failure: error, of: Wording.name(record.input),
        Wording.message(for: error, about: record.input))
    }
    if isJSON {
      output = PostRecordJSON(record, in: journal).jsonLine()
    } else if let post, !isQuiet {
      output = Wording.line(post)
    }
  }
}

extension RecordLines {
  /// The report of a post that was to be exported.
  init(_ record: ExportRecord) {
    self.init(
      result: record.problems.isEmpty ? .done : .failed,
      people: record.problems.map { Wording.notExported(record.number, $0) })
  }

  /// The report of a failure; of a full disk it says only that, as it is said once.
  ///
  /// - Parameters:
  ///   - error: why it failed.
  ///   - name: what failed.
  ///   - line: both, for people.
  init(failure error: any Error, of name: String, _ line: String) {
    let common = Common(error)
    self.init(
      result: .failed, people: [common == .diskFull ? Wording.doesNotFit(name) : line],
      common: common)
  }
}

extension RecordLines.Common {
  init?(_ error: any Error) {
    switch error {
    case JournalError.locked: self = .locked
    case JournalError.database(let failure) where failure.kind == .readOnly: self = .readOnly
    case _ where ErrorMessage(any: error).isOfFullDisk: self = .diskFull
    default: return nil
    }
  }
}
