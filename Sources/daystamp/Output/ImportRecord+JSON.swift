import CaptureTime
import Journal
import Shell

/// What became of a post that was to be imported, or would become of it, as one line of JSON.
struct ImportRecordJSON: Encodable {
  /// Its place in the export's list, counted from 1.
  let place: Int
  /// The number that it has in the export; missing where that cannot be read.
  let exportedNumber: Int?
  let day: String?
  let caption: String?
  let status: String
  /// The number that it has in the journal.
  var number: Int?
  var reason: String?
  /// The post that is there already.
  var earlier: Int?
  /// Why its time may not be the photo's.
  let doubts: [String]

  init(_ record: ImportRecord) {
    place = record.place
    exportedNumber = record.exportedNumber
    day = record.day?.description
    caption = record.caption
    doubts = record.doubts.map(Wording.message(for:))
    switch record.result {
    case .imported(let number):
      status = Tally.Deed.imported.rawValue
      self.number = number
    case .passedOver(let post):
      status = "skipped"
      reason = Wording.message(for: post)
      earlier = post.number
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
    }
  }
}

extension RecordLines {
  /// What is to be told of a post that was to be imported.
  init(_ record: ImportRecord, isJSON: Bool, isQuiet: Bool, isDryRun: Bool) {
    switch record.result {
    case .imported: outcome = .done
    case .passedOver: outcome = .there
    case .failed(let error):
      outcome = .failed
      people = [Wording.notImported(record, error)]
      status = ExitStatus(of: error)
    }
    if isJSON {
      output = ImportRecordJSON(record).jsonLine()
    } else if !isQuiet {
      output = Wording.line(record, isDryRun: isDryRun)
    }
  }
}
