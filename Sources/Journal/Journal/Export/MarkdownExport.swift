import CaptureTime
import Files
package import Store
package import SystemPackage

/// An owner's posts outside the trash as a folder of notes, one a post, for Obsidian and the like: in
/// `YYYY/MM/` a note with YAML before its words, its photos in `photos` beside it and shown after them.
///
/// The words are as they are, byte for byte. A note is of the day that its clock showed, so that the time
/// before its words is of the day in its name.
package struct MarkdownExport {
  private let journal: OwnerJournal
  private let folder: FilePath
  private let givesOriginals: Bool

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folder: where to; it must be new or empty, or from an export like this that was interrupted.
  ///   - givesOriginals: whether photos come as they were before they were stamped.
  package init(of journal: OwnerJournal, into folder: FilePath, givesOriginals: Bool) {
    (self.journal, self.folder, self.givesOriginals) = (journal, folder, givesOriginals)
  }

  /// Writes the notes and their photos.
  ///
  /// - Parameter report: called with each post's outcome as its files are written.
  /// - Returns: how much the format cannot take along, by kind.
  /// - Throws: ``ExportError`` before anything is written, and ``JournalError`` where the export cannot go on;
  ///   then a later run can.
  package func run(report: (ExportRecord) -> Void) throws -> [ExportLoss: Int] {
    try journal.checkUnlocked()
    let target = try ExportTarget(folder, of: journal.owner)
    var posts = OutgoingPosts(
      of: journal, givesOriginals: givesOriginals, keepingFilesIn: [folder])
    var losses: [ExportLoss: Int] = [:]
    while let post = try posts.next() {
      let part = try Self.part(post, posts)
      try target.write(part)
      if post.isMorning { losses[.morningPages, default: 0] += 1 }
      if let record = part.record { report(record) }
    }
    try target.finish()
    let inTrash = try journal.trash.count()
    if inTrash > 0 { losses[.trash] = inTrash }
    return losses
  }

  private static func part(_ post: Post, _ posts: OutgoingPosts) throws -> ExportPart {
    let note = MarkdownNote(post)
    var (files, shown, problems) = ([ExportFile](), [(String, String)](), [JournalError]())
    for photo in post.photos {
      do {
        let file = try posts.file(
          of: photo, isOnly: post.photos.count == 1, as: note.photoPath)
        files.append(file)
        shown.append((photo.caption, file.path.lastComponent?.string ?? ""))
        // Neither is a part of its own of the post, so they lie there without being shown.
        if let video = try posts.video(beside: photo, as: note.photoPath) { files.append(video) }
        if let raw = try posts.raw(of: photo, as: note.photoPath) { files.append(raw) }
      } catch let error as JournalError {
        guard case .photoBroken = error else { throw error }
        problems.append(error)
      }
    }
    let bytes = Array(note.text(showing: shown).utf8)
    files.append(ExportFile(path: try note.path(), bytes: bytes))
    return ExportPart(
      files: files, record: ExportRecord(number: post.number, problems: problems))
  }
}

/// A post as a note.
struct MarkdownNote {
  private let post: Post

  init(_ post: Post) { self.post = post }

  /// The day of its clock.
  private var date: CivilDate { post.time.captureTime.date }

  /// The path of a photo by its usual name.
  func photoPath(_ name: FilePath.Component) throws -> ContainedPath {
    try ContainedPath("\(date.monthFolder)/\(Self.photos)").appending(name)
  }

  private static let photos = "photos"

  /// Day, number and title: no other note has the same, on a disk that does not tell capital letters either.
  func path() throws -> ContainedPath {
    let title = Self.safe(post.title)
    let name = "\(date) \(post.number)\(title.isEmpty ? "" : " \(title)").md"
    return try ContainedPath("\(date.monthFolder)/\(name)")
  }

  /// Characters of a title in a name.
  private static let titleLimit = 40
  private static let titleByteLimit = 150

  /// A title as a part of a file's name, without what Windows (“Naming Files, Paths, and Namespaces”) and
  /// Obsidian's links (“Internal links”) do not allow in one.
  static func safe(_ title: String) -> String {
    var safe = ""
    for letter in title.prefix(titleLimit) {
      let isRefused = letter.unicodeScalars.contains { scalar in
        "<>:\"/\\|?*#^[]".unicodeScalars.contains(scalar)
          || [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse]
            .contains(scalar.properties.generalCategory) && scalar != "\u{200D}"
      }
      let next = isRefused || letter.isWhitespace ? " " : letter
      if next == " ", safe.isEmpty || safe.last == " " { continue }
      guard safe.utf8.count + next.utf8.count <= titleByteLimit else { break }
      safe.append(next)
    }
    while let last = safe.last, last == " " || last == "." { safe.removeLast() }
    return safe
  }

  /// The note.
  ///
  /// - Parameter photos: the caption and the file's name of each.
  /// - Returns: all of its file.
  func text(showing photos: [(caption: String, name: String)]) -> String {
    var parts = [frontMatter]
    if !post.words.isEmpty { parts.append(post.words + "\n") }
    for photo in photos {
      parts.append("![\(DayPage.plain(photo.caption))](\(Self.photos)/\(photo.name))\n")
    }
    return parts.joined(separator: "\n")
  }

  /// In YAML (version 1.2), with the names that Obsidian's properties have.
  private var frontMatter: String {
    let time = post.time.captureTime
    var lines = ["date: \(time.date)"]
    let clock = time.description.split(separator: "T").dropFirst()
    if let clock = clock.first { lines.append("time: \(DayPage.quoted(String(clock)))") }
    lines.append("zone: \(DayPage.quoted(post.time.zone))")
    if !post.title.isEmpty { lines.append("title: \(DayPage.quoted(post.title))") }
    if !post.tags.isEmpty {
      lines.append("tags: [\(post.tags.map(DayPage.quoted).joined(separator: ", "))]")
    }
    if let mood = post.mood { lines.append("mood: \(mood.rawValue)") }
    if post.isStarred { lines.append("star: true") }
    return "---\n\(lines.joined(separator: "\n"))\n---\n"
  }
}
