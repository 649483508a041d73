package import SystemPackage

/// A list of file names as `find` and others print them.
package enum NameList {
  /// Reads a list, from standard input for `-`.
  ///
  /// Names are bytes, not text; empty ones are left out. A carriage return before a newline belongs to
  /// the end of the line, and a byte order mark to the list, as other systems write them; a name that
  /// has one takes a list with NUL.
  ///
  /// - Parameters:
  ///   - path: the list.
  ///   - isNullSeparated: true where names end with NUL, false where they end with a newline.
  /// - Returns: the names, in their order.
  /// - Throws: ``FileError`` when the list cannot be read.
  package static func read(
    _ path: FilePath, isNullSeparated: Bool
  ) throws(FileError) -> [FilePath] {
    var bytes = try rethrowing(
      FileDescriptor.contents(ofList: path, upTo: .max), as: FileError.system(.read, path))
    if !isNullSeparated, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
    let names = bytes.split(separator: separator).map { name in
      !isNullSeparated && name.last == UInt8(ascii: "\r") ? name.dropLast() : name
    }
    return names.filter { !$0.isEmpty }.map { name in
      // A path ends at its first NUL; names of a list that NULs separate contain none.
      let path = FilePath(platformString: name.map(CChar.init(bitPattern:)) + [0])
      // In a list it is a file's name, not standard input.
      return path == "-" ? "./-" : path
    }
  }
}
