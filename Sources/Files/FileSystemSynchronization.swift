import CFiles
package import SystemPackage

extension FileDescriptor {
  /// syncfs(2): everything on the file's file system is on the disk.
  package func synchronizeFileSystem() throws(Errno) {
    try check(cfiles_synchronize_file_system(rawValue))
  }
}
