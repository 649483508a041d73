import CaptureTime
import Files
import GRDB
import Stamping
import Synchronization
package import SystemPackage

/// What an export of an owner's journal holds, file by file: each post's photos, one post at a time,
/// and `journal.json` at the end. Nothing of it is read before it is asked for.
///
/// Others may change the journal meanwhile: each post is exported as it is at one moment of the
/// export. A photo that is broken is left out, not what the journal says of its post.
package final class ExportContent: Sendable {
  private let journal: OwnerJournal
  private let state: Mutex<State>

  private struct State {
    /// Of the posts that are still to come, in the order of a stack.
    var numbers: [Int]
    var looks: [Int64: LabelLook] = [:]
    /// Of those that were given.
    var posts: [ExportedPost] = []
    var isComplete = false
  }

  /// - Parameter journal: what is exported.
  /// - Throws: ``JournalError``.
  package init(of journal: OwnerJournal) throws {
    self.journal = journal
    let numbers = try journal.read { db in
      try Int.fetchAll(
        db, sql: "SELECT number FROM post WHERE owner = ? ORDER BY number DESC",
        arguments: [journal.id])
    }
    state = Mutex(State(numbers: numbers))
  }

  /// The next post's files, or `journal.json`.
  ///
  /// - Returns: nil once `journal.json` was given.
  /// - Throws: ``JournalError`` where the export cannot go on; then there is no `journal.json`.
  package func next() throws -> ExportPart? {
    try state.withLock { state in
      while let number = state.numbers.popLast() {
        guard let (post, part) = try part(number) else { continue }
        let look = try state.looks[post.look] ?? journal.read { try journal.look(post.look, $0) }
        state.looks[post.look] = look
        state.posts.append(ExportedPost(post, look: look))
        return part
      }
      if state.isComplete { return nil }
      state.isComplete = true
      return ExportPart(files: [try document(of: state.posts)], record: nil)
    }
  }

  private func document(of posts: [ExportedPost]) throws -> ExportFile {
    let (lastNumber, settings) = try journal.read { db in
      (try journal.lastNumber(db), try JournalSettings.load(owner: journal.id, db))
    }
    let document = ExportedJournal(
      owner: journal.owner, lastNumber: lastNumber, settings: settings, posts: posts)
    return ExportFile(path: FilePath(ExportedJournal.fileName), bytes: try document.encoded())
  }

  /// A post with its files; nil where it is gone.
  private func part(_ number: Int) throws -> (Post, ExportPart)? {
    guard var post = try post(number) else { return nil }
    while true {
      let photo = post.photo
      let files =
        [(photo.file, photo.hash)]
        + (photo.originalFile.map { [($0, photo.originalHash)] } ?? [])
      let contents = files.map { file, hash in
        Result { () throws(JournalError) in
          ExportFile(path: file, bytes: try read(file, hash))
        }
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
      let record = ExportRecord(number: number, problems: problems)
      return (post, ExportPart(files: contents.compactMap { try? $0.get() }, record: record))
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
}

/// A step of an export.
package struct ExportPart: Sendable {
  package let files: [ExportFile]
  /// What became of the post; nil for `journal.json`.
  package let record: ExportRecord?
}

/// A file of an export.
package struct ExportFile: Sendable {
  /// From the export's folder.
  package let path: FilePath
  package let bytes: [UInt8]
}

/// What became of one post that was to be exported.
package struct ExportRecord: Sendable {
  package let number: Int
  /// The photos that are missing or changed, each as ``JournalError/photoBroken(_:because:)``.
  package let problems: [JournalError]
}
