import Glibc
import Synchronization
import SystemPackage

/// The files that have a passing name just now, for whoever ends the program to remove.
package enum PartialFiles {
  private static let paths = Mutex<Set<FilePath>>([])

  /// Makes a file under a passing name, and remembers it in the same moment.
  static func making<Made: Sendable>(
    _ path: FilePath, by make: () throws(Errno) -> Made
  ) throws(Errno) -> Made {
    try paths.withLock { paths throws(Errno) in
      let made = try make()
      paths.insert(path)
      return made
    }
  }

  /// Forgets a file that has its own name now, or is gone.
  static func forget(_ path: FilePath) { _ = paths.withLock { $0.remove(path) } }

  /// Removes all of them and ends the program, before a further one can appear.
  package static func removeAll(thenExit status: CInt) -> Never {
    paths.withLock { paths in
      for path in paths { path.unlink() }
      _exit(status)
    }
  }
}
