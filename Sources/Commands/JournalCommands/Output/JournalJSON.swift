import PhotoCommands
import Stamping
import CaptureTime
import Files
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// A post as one JSON object for programs, with the paths of its files.
struct PostJSON: Encodable {
  private let post: PostDescription
  /// The first stamped photo; missing of a post without one.
  private let file: String?
  /// The photo as it was; missing where unstamping gives it back.
  private let original: String?

  private enum Key: CodingKey { case file, original }

  init(_ post: Post, in journal: OwnerJournal) {
    func path(_ file: ContainedPath) -> String { String(decoding: journal.posts.path(file)) }
    self.post = PostDescription(post) { photo, post in
      PhotoDescription(
        photo, of: post, file: path(photo.file), original: photo.originalFile.map(path),
        videoFile: photo.video?.file.map(path), rawFile: (photo.raw?.file).map(path))
    }
    file = post.photos.first.map { path($0.file) }
    original = post.photos.first?.originalFile.map(path)
  }

  func encode(to encoder: any Encoder) throws {
    try post.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(file, forKey: .file)
    try fields.encodeIfPresent(original, forKey: .original)
  }
}

/// What became of a photo that was to be posted, as one line of JSON.
struct PostRecordJSON: Encodable {
  let input: String
  /// The name's bytes in base64, where they are not UTF-8 and `input` is not quite the name.
  let inputBase64: String?
  let status: String
  var reason: String?
  var label: String?
  /// True where the time may not be that of the photo; else absent.
  let doubtful: Bool?
  var post: PostJSON?
  /// The earlier post of the same photo.
  var earlier: Int?
  let warnings: [String]

  init(_ record: PostRecord, in journal: OwnerJournal) {
    (input, inputBase64) = record.input.forJSON
    warnings = record.warnings.map(\.wording.commandLine)
    doubtful = record.warnings.contains(where: \.isOfDoubtfulTime) ? true : nil
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
    case .added(let files, let post):
      status = "skipped"
      earlier = post.number
      self.post = PostJSON(post, in: journal)
      reason = Wording.added(files, beside: record.input, to: post.number)
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
      if case JournalError.postedBefore(let number, _) = error { earlier = number }
    }
  }
}

/// An owner as one object of JSON.
struct OwnerJSON: Encodable {
  let name: String
  let locked: Bool
  /// Without those in the trash; missing where the journal is locked.
  let posts: Int?
  let inTrash: Int?

  init(_ owner: OwnerName, _ size: (posts: Int, inTrash: Int)?) {
    name = owner.text
    locked = size == nil
    (posts, inTrash) = (size?.posts, size?.inTrash)
  }
}

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
  /// What that one, of the same photo, does not have; missing where it has everything.
  var notTaken: [String]?
  /// Why its time may not be the photo's.
  let doubts: [String]
  /// The font's file that is not taken.
  let fontLeftOut: String?
  /// True of a morning page that is a post as any other here, for its day has a morning page; else
  /// missing.
  let secondMorning: Bool?
  /// Why versions of its words are not taken; missing where all are.
  let versionsLeftOut: [String]?

  init(_ record: ImportRecord) {
    place = record.place
    exportedNumber = record.exportedNumber
    day = record.day?.description
    caption = record.caption
    doubts = record.doubts.map(\.wording.commandLine)
    fontLeftOut = record.fontLeftOut
    secondMorning = record.isSecondMorning ? true : nil
    let leftOut = record.versionsLeftOut.map(\.wording.commandLine)
    versionsLeftOut = leftOut.isEmpty ? nil : leftOut
    switch record.result {
    case .imported(let number):
      status = Tally.Deed.imported.rawValue
      self.number = number
    case .passedOver(let post):
      status = post.notTaken.isEmpty ? "skipped" : "failed"
      reason = Wording.message(for: post)
      earlier = post.number
      notTaken = post.notTaken.isEmpty ? nil : post.notTaken.map(\.rawValue)
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
    }
  }
}

extension RecordLines {
  /// The report of a post that was to be imported.
  init(_ record: ImportRecord, isJSON: Bool, isQuiet: Bool, isDryRun: Bool) {
    self.init(result: .done)
    switch record.result {
    case .imported:
      result = .done
      isIncomplete = !record.versionsLeftOut.isEmpty
      let notes =
        [
          record.fontLeftOut.map { Wording.fontNotTaken($0) },
          record.isSecondMorning ? Wording.secondMorning(record.day) : nil,
        ] + record.versionsLeftOut.map(Wording.versionNotTaken)
      people = notes.compactMap { note in note.map { "\(Wording.name(of: record)): \($0)" } }
    case .passedOver(let earlier) where !earlier.notTaken.isEmpty:
      // A person wrote it, and it is not here.
      result = .failed
      people = [Wording.notImported(record, earlier)]
    case .passedOver: result = .there
    case .failed(let error):
      self.init(
        failure: error, of: Wording.name(of: record), Wording.notImported(record, error))
    }
    if isJSON {
      output = ImportRecordJSON(record).jsonLine()
    } else if !isQuiet {
      output = Wording.line(record, isDryRun: isDryRun)
    }
  }
}
