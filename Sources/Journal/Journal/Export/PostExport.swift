import CaptureTime
import Files
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

/// The part of an export about posts: one post at a time, its photos, its line in `posts.jsonl` and
/// those of its versions in `versions.jsonl`; then a readable page for each day; and in
/// `journal.json` the settings, the last number and the number of posts.
///
/// A photo that is broken is left out, not what the journal says of its post. No more than one photo is in
/// memory.
struct PostExport: AreaExport {
  /// One post a line, in the order of their numbers.
  static let list: ContainedPath = "posts.jsonl"

  private let journal: OwnerJournal
  private let photoFiles: ExportedFiles
  private var numbers: PostNumbers
  private var looks: [Int64: LabelLook] = [:]
  /// The versions that are still to come of the last post.
  private var versions: VersionExport?
  private var days: DayExport
  /// An earlier export, and the number of its last post if that is gone and its versions stay.
  private var earlier: (posts: PreviousPosts, export: EarlierExport)?
  private var lastGone: Int?
  private(set) var counts = [ExportCount.posts.rawValue: 0, ExportCount.inTrash.rawValue: 0]

  /// How many posts of an earlier export are looked up at a time.
  private static let pageSize = 256

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath]) {
    self.journal = journal
    numbers = PostNumbers(of: journal, withTrash: true)
    photoFiles = ExportedFiles(of: journal, keptIn: folders)
    days = DayExport(of: journal, keepingLinesIn: folders)
  }

  /// A journal without versions has no file of them, as none had before there were any.
  var lists: [ContainedPath] {
    counts[ExportCount.versions.rawValue] == nil ? [Self.list] : [Self.list, VersionExport.list]
  }

  mutating func next() throws -> ExportPart? {
    if let (lines, count) = try versions?.next() ?? nextVersionsOfGone() {
      counts[ExportCount.versions.rawValue, default: 0] += count
      return ExportPart(files: [], lines: [VersionExport.list: lines])
    }
    (versions, lastGone) = (nil, nil)
    while let number = try numbers.next() {
      let before = try earlier?.posts.next(upTo: number)
      if let before, before.number < number {
        numbers.putBack(number)
        if let part = try part(ofGone: before) { return part }
        continue
      }
      guard let (post, files, unchanged, record) = try part(number, before) else {
        if let before, let part = try part(ofGone: before) { return part }
        continue
      }
      let looks = try post.photos.map { try self.look($0.look) }
      count(isTrashed: post.trashed != nil)
      return ExportPart(
        files: files, lines: [Self.list: try ExportedPost(post, looks: looks).exportedLine()],
        record: record, unchanged: unchanged)
    }
    while let before = try earlier?.posts.next() {
      if let part = try part(ofGone: before) { return part }
    }
    return try days.next().map { ExportPart(files: [$0]) }
  }

  private func nextVersionsOfGone() throws -> (lines: [UInt8], count: Int)? {
    guard let lastGone else { return nil }
    return try earlier?.posts.nextVersions(of: lastGone)
  }

  private mutating func count(isTrashed: Bool) {
    counts[ExportCount.posts.rawValue, default: 0] += 1
    if isTrashed { counts[ExportCount.inTrash.rawValue, default: 0] += 1 }
  }

  private mutating func look(_ row: Int64) throws -> LabelLook {
    let look = try looks[row] ?? journal.read { db in try PostRows(of: journal, db).look(row) }
    looks[row] = look
    return look
  }

  func fields() throws -> [String: any Encodable & Sendable] {
    let (lastNumber, settings) = try journal.read { db in
      (
        try PostRows(of: journal, db).lastNumber(),
        try JournalSettings.load(owner: journal.id, db)
      )
    }
    let texts = settings.texts.map { ($0.rawValue, $1) }
    return [
      ExportField.lastNumber.rawValue: lastNumber,
      ExportField.settings.rawValue: Dictionary(uniqueKeysWithValues: texts),
    ]
  }

  /// A post with its files, those first that its earlier export lacks; nil where it is gone.
  private mutating func part(
    _ number: Int, _ before: PreviousPost?
  ) throws -> (Post, [ExportFile], [ContainedPath], ExportRecord)? {
    guard var post = try post(number) else { return nil }
    while true {
      var files: [ExportFile] = []
      var unchanged: [ContainedPath] = []
      var problems: [JournalError] = []
      for photo in post.photos {
        for (file, hash) in photo.filesAndHashes {
          if before?.has(file, hash) == true, isAlike(file) {
            unchanged.append(file)
            continue
          }
          do throws(JournalError) {
            files.append(
              try photoFiles.file(file, hash, as: file, isOnly: post.photos.count == 1))
          } catch {
            problems.append(error)
          }
        }
      }
      if !problems.isEmpty {
        // Another process may have changed the post, and with it its files.
        guard let now = try self.post(number) else { return nil }
        if !post.photos.elementsEqual(now.photos, by: { $0.hasFiles(of: $1) }) {
          post = now
          continue
        }
      }
      return (post, files, unchanged, ExportRecord(number: number, problems: problems))
    }
  }

  /// The post; its versions are given after it.
  private mutating func post(_ number: Int) throws -> Post? {
    do {
      let (post, versions) = try journal.read { db in
        let rows = PostRows(of: journal, db)
        let post = try rows.post(number)
        return (post, try rows.versionNumbers(of: post))
      }
      self.versions = VersionExport(of: post, versions, in: journal)
      return post
    } catch JournalError.unknownPost {
      return nil
    }
  }
}

/// Going on with an earlier export.
extension PostExport {
  func files(
    ofEarlier folder: ContainingFolder, _ found: (ContainedPath) throws -> Void
  ) throws {
    guard let earlier = try PreviousPosts(in: folder) else { return }
    var (hasPosts, isOurs) = (false, false)
    while true {
      var posts: [PreviousPost] = []
      while posts.count < Self.pageSize, let post = try earlier.next() { posts.append(post) }
      if posts.isEmpty { break }
      hasPosts = true
      if try knows(posts, in: folder) { isOurs = true }
      for post in posts { for (file, _) in post.files { try found(file) } }
    }
    guard isOurs || !hasPosts else { throw ExportError.otherJournal(folder.path) }
    try DayExport.forEachFile(in: folder, found)
  }

  /// Whether the journal has any of these posts.
  ///
  /// - Throws: ``ExportError/otherJournal(_:)`` where it has another post of the same number: then what the
  ///   export has is not an earlier state of it, and both cannot be in one export.
  private func knows(_ posts: [PreviousPost], in folder: ContainingFolder) throws -> Bool {
    try journal.read { db in
      var isOurs = false
      for post in posts {
        let row = try db.row(
          cached: "SELECT uid FROM post WHERE owner = ? AND number = ?",
          arguments: [journal.id, post.number])
        guard let row else { continue }
        var values = RowDecoder(row)
        guard try values.bytes() == post.uid else { throw ExportError.otherJournal(folder.path) }
        isOurs = true
      }
      return isOurs
    }
  }

  mutating func goOn(from export: EarlierExport) throws {
    earlier = try PreviousPosts(in: export.folder).map { ($0, export) }
  }

  /// Whether an earlier export has a file of the same size.
  private func isAlike(_ file: ContainedPath) -> Bool {
    guard let there = try? earlier?.export.folder.status(file),
      let here = try? journal.store.files.status(file)
    else { return false }
    return there.type == .regular && there.size == here.size
  }

  /// Keeps the line and the files of a post that only the earlier export has, unless it is a mirror; nil where
  /// the journal has the post under another number.
  private mutating func part(ofGone post: PreviousPost) throws -> ExportPart? {
    let isMoved = try journal.read { db in
      try db.value(
        Int.self, cached: "SELECT 1 FROM post WHERE owner = ? AND uid = ?",
        arguments: [journal.id, Data(post.uid)]) != nil
    }
    if isMoved { return nil }
    guard earlier?.export.keepsGone == true else { return ExportPart(files: [], isGone: true) }
    count(isTrashed: post.isTrashed)
    lastGone = post.number
    let page = try post.day.map { try DayExport.file(of: $0) }
    return ExportPart(
      files: [], lines: [Self.list: post.line + [UInt8(ascii: "\n")]],
      unchanged: post.files.map(\.file) + (page.map { [$0] } ?? []), isGone: true)
  }
}
