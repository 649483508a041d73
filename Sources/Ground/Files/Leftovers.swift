import Glibc
import Synchronization
package import SystemPackage

/// Files with a temporary name that a program left which was killed; see ``StagedFile``.
extension ContainingFolder {
  /// Whether a name is one that a ``StagedFile`` has for a time.
  package static func isTemporary(_ name: FilePath.Component) -> Bool {
    isTemporary(String(decoding: name))
  }

  /// As ``isTemporary(_:)``; other names with the same beginning are somebody else's.
  package static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(StagedFile.temporaryPrefix) else { return false }
    let number = name.utf8.dropFirst(StagedFile.temporaryPrefix.utf8.count)
    let isDigits = number.allSatisfy { digit in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= digit
    }
    return isDigits && 1...StagedFile.longestNumber ~= number.count
  }

  /// Removes the files in a folder, not below it, that have a temporary name and that no program has
  /// open any more.
  ///
  /// What cannot be read or removed stays: it is in nobody's way.
  package func removeAbandoned(in folder: ContainedPath?) {
    let named = try? entries(of: folder, beginningWith: StagedFile.temporaryPrefix)
    guard let entries = named else { return }
    for entry in entries where entry.kind == .file && Self.isTemporary(entry.name) {
      guard let name = ContainedPath(nameOf: FilePath(root: nil, [entry.name])) else { continue }
      let path = folder?.appending(name) ?? name
      // Removed while it is locked: whoever has made it just now sees that, and makes another.
      _ = try? withLockOfAbandoned(path) { path throws(Errno) in try unlink(path) }
    }
  }

  /// Whether a program still writes a file with a temporary name; false where it is gone.
  package func isInUse(_ path: ContainedPath) -> Bool {
    do throws(Errno) {
      return try !withLockOfAbandoned(path) { _ in }
    } catch {
      return false
    }
  }

  /// Does work on a file unless a program has it in use.
  ///
  /// - Returns: whether the work was done.
  private func withLockOfAbandoned(
    _ path: ContainedPath, _ work: (ContainedPath) throws(Errno) -> Void
  ) throws(Errno) -> Bool {
    let file = try open(path, O_RDONLY | O_NONBLOCK)
    defer { try? file.close() }
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { return false }
    try work(path)
    return true
  }
}

/// The folders where this process has removed stale files: once is enough, since programs that
/// run clear up after themselves.
package enum Leftovers {
  private static let cleared = Mutex<Set<FilePath>>([])

  /// For a run that may stage no file in the folder, such as one in which every photo fails.
  package static func removeOnce(from folder: FilePath) {
    guard cleared.withLock({ !$0.contains(folder) }) else { return }
    guard let folder = try? ContainingFolder(folder) else { return }
    removeOnce(from: folder, in: nil)
  }

  static func removeOnce(from folder: ContainingFolder, in path: ContainedPath?) {
    guard cleared.withLock({ $0.insert(folder.full(path)).inserted }) else { return }
    folder.removeAbandoned(in: path)
  }
}
