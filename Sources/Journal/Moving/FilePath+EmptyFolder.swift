import Files
import Glibc
import Stamping
import SystemPackage

extension FilePath {
  /// Makes a folder for the user alone (0700), or takes one that has nothing in it.
  ///
  /// - Throws: ``MovingError/notEmpty(_:)``, ``JournalError/file(_:)``.
  func takeAsEmptyFolder() throws {
    do {
      _ = try createFolders(permissions: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(.system(.create, self, error))
    }
    guard let stream = withPlatformString({ opendir($0) }) else {
      throw JournalError.file(.system(.list, self, Errno(rawValue: errno)))
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let isItselfOrAbove = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        [".", ".."].contains { name.starts(with: Array($0.utf8) + [0]) }
      }
      guard isItselfOrAbove else { throw MovingError.notEmpty(self) }
    }
    guard errno == 0 else {
      throw JournalError.file(.system(.list, self, Errno(rawValue: errno)))
    }
  }
}
