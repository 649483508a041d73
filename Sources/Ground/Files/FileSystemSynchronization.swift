import CLinux.Files
import Glibc
package import SystemPackage

extension FileDescriptor {
  /// syncfs(2): everything on the file's file system is on the disk.
  package func synchronizeFileSystem() throws(Errno) {
    try check(cfiles_synchronize_file_system(rawValue))
  }
}

extension ContainingFolder {
  /// Waits until everything on the folder's file system is on the disk.
  ///
  /// - Throws: ``FileError/system(_:_:_:)``, also for bytes that could not be written earlier.
  package func synchronizeFileSystem() throws(FileError) {
    do throws(Errno) {
      let folder = try open(nil, O_RDONLY | O_DIRECTORY)
      defer { try? folder.close() }
      try folder.synchronizeFileSystem()
    } catch {
      throw failure(.write, nil, error)
    }
  }
}
