import Glibc

/// Where the running program lies.
package enum ExecutableFolder {
  /// The absolute path of the folder of the running executable, as ``program()`` has it.
  package static func current() -> String? {
    guard let path = program(), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    return String(path[..<slash])
  }

  /// The absolute path of the running executable, its symbolic links resolved.
  ///
  /// Nil where the kernel does not say (no `/proc`), or the path is not UTF-8 or too long.
  package static func program() -> String? {
    let capacity = Int(PATH_MAX)
    var path = [UInt8](repeating: 0, count: capacity)
    let length = readlink("/proc/self/exe", &path, capacity)
    // readlink(2) writes no NUL and cuts what does not fit, so a full buffer may be a part.
    guard (1..<capacity).contains(length) else { return nil }
    return String(validating: path[..<length], as: UTF8.self)
  }
}
