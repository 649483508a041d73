import Journal
import Shell
import Store
import SystemPackage

/// What became of a photo that was to be posted, as one line of JSON.
struct PostRecordJSON: Encodable {
  let input: String
  /// The name's bytes in base64, where they are not UTF-8 and `input` is not quite the name.
  let inputBase64: String?
  let status: String
  var reason: String?
  var label: String?
  var post: PostJSON?
  /// The earlier post of the same photo.
  var earlier: Int?
  let warnings: [String]

  init(_ record: PostRecord, in journal: OwnerJournal) {
    (input, inputBase64) = record.input.forJSON
    warnings = record.warnings.map(Wording.message(for:))
    switch record.result {
    case .posted(let post, let label):
      status = Tally.Deed.posted.rawValue
      self.post = PostJSON(post, in: journal)
      self.label = label
    case .notExported(let post, let error):
      status = Tally.Deed.posted.rawValue
      self.post = PostJSON(post, in: journal)
      reason = Wording.notExported(post, error)
    case .skipped(let number):
      status = "skipped"
      earlier = number
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
      if case JournalError.postedBefore(let number, _) = error { earlier = number }
    }
  }
}
