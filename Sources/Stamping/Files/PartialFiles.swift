import Glibc
import Synchronization
import SystemPackage

/// The files that are being written under a passing name, for whoever ends the program to remove.
///
/// Only file systems without nameless files (`O_TMPFILE`) ever have one here.
package enum PartialFiles {
  private static let paths = Mutex<Set<FilePath>>([])

  static func add(_ path: FilePath) { _ = paths.withLock { $0.insert(path) } }

  static func remove(_ path: FilePath) { _ = paths.withLock { $0.remove(path) } }

  /// Removes all of them and ends the program, before a further one can appear.
  package static func removeAll(thenExit status: CInt) -> Never {
    paths.withLock { paths in
      for path in paths { path.unlink() }
      _exit(status)
    }
  }
}
