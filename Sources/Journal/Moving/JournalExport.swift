import CaptureTime
import GRDB
import Stamping
package import SystemPackage

/// Writes all of an owner's journal into a folder: photos, originals and `journal.json`.
package struct JournalExport: Sendable {
  private let journal: OwnerJournal
  private let folder: FilePath

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folder: where to; it must be new or empty.
  package init(of journal: OwnerJournal, into folder: FilePath) {
    self.journal = journal
    self.folder = folder
  }

  /// Exports every post, then writes what the journal says of them.
  ///
  /// Others may change the journal meanwhile: each post is exported as it is at one moment of the
  /// export. A photo that is broken is left out, not what the journal says of its post.
  ///
  /// - Parameter report: called with each post as it is done, by number.
  /// - Throws: ``MovingError/notEmpty(_:)`` before anything is written, and ``JournalError`` where
  ///   the export cannot go on; then there is no `journal.json`.
  package func run(report: (ExportRecord) -> Void) throws {
    try folder.takeAsEmptyFolder()
    let numbers = try journal.read { db in
      try Int.fetchAll(
        db, sql: "SELECT number FROM post WHERE owner = ? ORDER BY number",
        arguments: [journal.id])
    }
    var looks: [Int64: LabelLook] = [:]
    var posts: [ExportedPost] = []
    for number in numbers {
      guard let (post, problems) = try export(number) else { continue }
      let look = try looks[post.look] ?? journal.read { db in try journal.look(post.look, db) }
      looks[post.look] = look
      posts.append(ExportedPost(post, look: look))
      report(ExportRecord(number: number, problems: problems))
    }
    let (lastNumber, settings) = try journal.read { db in
      (try journal.lastNumber(db), try JournalSettings.load(owner: journal.id, db))
    }
    let document = ExportedJournal(
      owner: journal.owner, lastNumber: lastNumber, settings: settings, posts: posts)
    try write(document.encoded(), to: FilePath(ExportedJournal.fileName))
  }

  /// Exports a post's files.
  ///
  /// - Returns: the post as it was exported, and what is wrong with its files; nil where it is gone.
  private func export(_ number: Int) throws -> (Post, [JournalError])? {
    guard var post = try post(number) else { return nil }
    while true {
      let photo = post.photo
      let files =
        [(photo.file, photo.hash)]
        + (photo.originalFile.map { [($0, photo.originalHash)] } ?? [])
      let contents = files.map { file, hash in
        Result { () throws(JournalError) in try read(file, hash) }
      }
      let problems = contents.compactMap { content -> JournalError? in
        if case .failure(let error) = content { error } else { nil }
      }
      if !problems.isEmpty {
        // Another process may have changed the post, and with it its files.
        guard let now = try self.post(number) else { return nil }
        if now.photo != post.photo {
          post = now
          continue
        }
      }
      for ((file, _), content) in zip(files, contents) {
        if case .success(let bytes) = content { try write(bytes, to: file) }
      }
      return (post, problems)
    }
  }

  private func post(_ number: Int) throws -> Post? {
    do {
      return try journal.post(number)
    } catch JournalError.unknownPost {
      return nil
    }
  }

  private func read(_ file: FilePath, _ hash: [UInt8]) throws(JournalError) -> [UInt8] {
    let path = journal.path(file)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PhotoReader(InputPhoto(named: path)).whole().bytes
    } catch {
      throw .photoBroken(path, because: .file(error))
    }
    guard StampMark.hash(bytes) == hash else { throw .photoBroken(path, because: nil) }
    return bytes
  }

  /// Writes a file of the export, whole and for good.
  private func write(_ bytes: [UInt8], to file: FilePath) throws {
    do throws(FileError) {
      let staged = try StagedFile(bytes, in: folder, permissions: .ownerReadWrite)
      try staged.synchronize()
      try staged.publish(at: folder.pushing(file), makingFolders: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(error)
    }
  }
}

/// What became of one post that was to be exported.
package struct ExportRecord: Sendable {
  package let number: Int
  /// The photos that are missing or changed, each as ``JournalError/photoBroken(_:because:)``.
  package let problems: [JournalError]
}
