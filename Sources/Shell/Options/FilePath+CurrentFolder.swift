import Glibc
package import SystemPackage

extension FilePath {
  /// The path from the root on, where it is taken from the folder in which the program was started.
  package var fromRoot: FilePath { isAbsolute ? self : Self.currentFolder.pushing(self) }

  /// Where the program was started; empty where that folder is gone.
  private static var currentFolder: FilePath {
    guard let path = getcwd(nil, 0) else { return FilePath() }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}
