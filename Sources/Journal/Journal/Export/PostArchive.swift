import CaptureTime
import Files
import GRDB
package import Store
package import SystemPackage
import Synchronization

/// Some posts as files for people: their stamped photos, and for each day a page of Markdown with
/// their words and photos. No import reads them.
///
/// Nothing is read before it is asked for, and no more is in memory than one photo.
package final class PostArchive: Sendable {
  private let journal: OwnerJournal
  private let folders: [FilePath]
  private let state: Mutex<State>

  private struct State {
    /// The days that are still to come, each with its posts by number, in the order of a stack.
    var days: [(day: CivilDate, numbers: [Int])]
    /// The posts of the day whose files are given, of which some are still to come.
    var waiting: [Int] = []
    /// Photos of the last post that are still to come, and its number.
    var photos: (number: Int, photos: [PostPhoto]) = (0, [])
    var page: (day: CivilDate, head: ExportSpool, body: ExportSpool)?
  }

  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - journal: whose they are.
  ///   - folders: where pages may be kept until they are asked for, in a file without a name.
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postInTrash(number:)``.
  package init(
    of numbers: [Int], in journal: OwnerJournal, keepingPagesIn folders: [FilePath] = []
  ) throws {
    (self.journal, self.folders) = (journal, folders)
    let posts = try journal.read { db in
      let rows = PostRows(of: journal, db)
      return try numbers.map { PostPosition(of: try rows.livePost($0)) }
    }
    let days = Dictionary(grouping: posts, by: \.day)
    state = Mutex(
      State(
        days: days.keys.sorted(by: >).map { day in
          let ofDay = (days[day] ?? []).sorted { ($0.instant, $0.number) > ($1.instant, $1.number) }
          return (day, ofDay.map(\.number))
        }))
  }

  /// The next files; nil once all were given.
  ///
  /// - Throws: ``JournalError`` where the archive cannot go on.
  package func next() throws -> ExportPart? {
    try state.withLock { state in
      while true {
        if let photo = state.photos.photos.popLast() {
          return part(photo, of: state.photos.number)
        } else if let number = state.waiting.popLast() {
          try begin(number, &state)
        } else if let (day, head, body) = state.page {
          state.page = nil
          try head.append(Array(DayPage.endOfFrontMatter.utf8))
          try head.append(contentsOf: body)
          return ExportPart(files: [ExportFile(path: try DayExport.file(of: day), lines: head)])
        } else if let (day, numbers) = state.days.popLast() {
          let head = ExportSpool(in: folders)
          try head.append(Array(DayPage.beginning(day).utf8))
          state.page = (day, head, ExportSpool(in: folders))
          state.waiting = numbers
        } else {
          return nil
        }
      }
    }
  }

  /// Has the page of its day say what a post says, and gives its photos next; nothing where it is gone by
  /// now.
  private func begin(_ number: Int, _ state: inout State) throws {
    let post: Post
    do {
      post = try journal.posts.post(number)
    } catch JournalError.unknownPost {
      return
    }
    let page = DayPage(post)
    try state.page?.head.append(Array(page.frontMatter.utf8))
    try state.page?.body.append(Array(page.text.utf8))
    state.photos = (number, post.photos.reversed())
  }

  private func part(_ photo: PostPhoto, of number: Int) -> ExportPart {
    do throws(JournalError) {
      let bytes = try journal.posts.bytes(of: photo.file, hash: photo.hash)
      return ExportPart(
        files: [ExportFile(path: photo.file, bytes: bytes)],
        record: ExportRecord(number: number, problems: []))
    } catch {
      return ExportPart(files: [], record: ExportRecord(number: number, problems: [error]))
    }
  }
}
