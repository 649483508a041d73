import Files
package import Store
package import SystemPackage

/// An owner's posts outside the trash as a ZIP file that Day One imports: `Journal.json` with an entry for each
/// post, photos in `photos` and videos in `videos`, named by their MD5.
///
/// The form is that of Day One's own exports, as ``DayOneReader`` describes it. A title is a heading before the
/// words, and photos are shown after them.
package struct DayOneExport {
  private let journal: OwnerJournal
  private let path: FilePath
  private let givesOriginals: Bool

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - path: the file, which must be new.
  ///   - givesOriginals: whether photos come as they were before they were stamped.
  package init(of journal: OwnerJournal, to path: FilePath, givesOriginals: Bool) {
    (self.journal, self.path, self.givesOriginals) = (journal, path, givesOriginals)
  }

  /// Writes the file, which appears when it is whole.
  ///
  /// - Parameter report: called with each post's outcome as its photos are written.
  /// - Returns: how much the format cannot take along, by kind.
  /// - Throws: ``JournalError``; then there is no file.
  package func run(report: (ExportRecord) -> Void) throws -> [ExportLoss: Int] {
    try journal.checkUnlocked()
    let above = path.removingLastComponent().isEmpty ? "." : path.removingLastComponent()
    let folder = try JournalError.opening(above)
    guard let name = ContainedPath(nameOf: path), !folder.has(name) else {
      throw JournalError.file(.exists(path))
    }
    let staged: StagedFile
    do throws(Errno) {
      staged = try StagedFile(beneath: folder, permissions: .ownerReadWrite)
    } catch {
      throw JournalError.file(.system(.create, path, error))
    }
    let losses = try write(to: ZIPWriter(into: staged, named: path), above, report)
    do throws(FileError) {
      try staged.synchronize()
      for changed in try staged.publish(at: name) { try folder.synchronize(changed) }
    } catch {
      throw JournalError.file(error)
    }
    return losses
  }

  private func write(
    to archive: ZIPWriter, _ folder: FilePath, _ report: (ExportRecord) -> Void
  ) throws -> [ExportLoss: Int] {
    var posts = OutgoingPosts(
      of: journal, givesOriginals: givesOriginals, keepingFilesIn: [folder])
    let entries = ExportSpool(in: [folder])
    try entries.append(Array(#"{"metadata":{"version":"1.0"},"entries":["#.utf8))
    var (losses, written) = ([ExportLoss: Int](), Set<ContainedPath>())
    var (isFirst, latest) = (true, 0)
    while let post = try posts.next() {
      var (media, problems) = ([DayOneEntry.Medium](), [JournalError]())
      for photo in post.photos {
        do {
          let file = try posts.file(of: photo, isOnly: true) { try ContainedPath("\($0)") }
          let medium = try DayOneEntry.Medium(photo, of: post, file, at: media.count)
          media.append(medium)
          // Another post may have the same photo.
          if try written.insert(medium.path()).inserted {
            try archive.add(file.named(medium.path()), modified: post.time.instant)
          }
        } catch let error as JournalError {
          guard case .photoBroken = error else { throw error }
          problems.append(error)
        }
        if case .beside = photo.video?.place { losses[.videos, default: 0] += 1 }
        if photo.raw != nil { losses[.rawFiles, default: 0] += 1 }
      }
      if post.mood != nil { losses[.moods, default: 0] += 1 }
      if post.isMorning { losses[.morningPages, default: 0] += 1 }
      // Without its end: none comes after the last.
      let line = try DayOneEntry(post, media).exportedLine().dropLast()
      try entries.append((isFirst ? [] : Array(",\n".utf8)) + line)
      (isFirst, latest) = (false, max(latest, post.posted))
      report(ExportRecord(number: post.number, problems: problems))
    }
    try entries.append(Array("]}\n".utf8))
    try archive.add(
      ExportFile(path: "Journal.json", lines: entries), isDeflated: true, modified: latest)
    try archive.finish()
    let inTrash = try journal.trash.count()
    if inTrash > 0 { losses[.trash] = inTrash }
    return losses
  }
}
