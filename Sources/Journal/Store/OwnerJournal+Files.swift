import Files
package import Stamping
package import SystemPackage

extension OwnerJournal {
  /// The absolute path of a post's file.
  package func path(_ file: FilePath) -> FilePath { store.folder.pushing(file) }

  /// The photo of a post as it was before it was stamped, proved by its SHA-256.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is not what it was.
  package func original(of post: Post) throws -> OriginalPhoto {
    try store.original(of: post.photo)
  }

  /// Copies a post's file into a folder of the person's own, under the name that it has in the
  /// journal; a copy that is there already is left alone.
  ///
  /// - Throws: ``FileError``.
  func copy(_ file: FilePath, into folder: FilePath) throws(FileError) {
    guard let name = file.lastComponent else { return }
    let source = try PhotoReader(InputPhoto(named: path(file))).whole()
    do throws(Errno) {
      try folder.createFolders()
    } catch {
      throw .system(.create, folder, error)
    }
    let copy = WholeFile(path: folder.appending(name), replaces: false, isDurable: false)
    do throws(FileError) {
      try copy.write(source.bytes, attributes: nil)
    } catch .exists {}
  }
}
