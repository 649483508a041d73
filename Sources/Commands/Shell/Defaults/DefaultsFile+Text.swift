package import ArgumentParser
import Files
import SystemPackage

extension DefaultsFile {
  /// The file's text.
  ///
  /// - Throws: ``DefaultsError`` where it cannot be read, is not a regular file, or is too large.
  func text() throws(DefaultsError) -> String {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try self.bytes()
    } catch {
      throw DefaultsError(path, .file(error))
    }
    guard bytes.count <= Self.limit else { throw DefaultsError(path, .tooLarge) }
    // TOML has no NUL, and C++ would take one for the text's end.
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw DefaultsError(path, .notText)
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if let index = lines.firstIndex(where: { $0.contains("\\u0000") || $0.contains("\\U00000000") })
    {
      throw DefaultsError(path, line: index + 1, .notText)
    }
    return text
  }

  private func bytes() throws(FileError) -> [UInt8] {
    // Checked before the file is opened: opening alone has effects on some devices.
    let type = try rethrowing(path.stat().type, as: FileError.system(.open, path))
    guard type == .regular else { throw .notAFile(path, .init(type)) }
    let descriptor = try rethrowing(
      FileDescriptor.openToRead(path), as: FileError.system(.open, path))
    defer { try? descriptor.close() }
    // Another may have taken its place.
    let opened = try rethrowing(descriptor.stat().type, as: FileError.system(.open, path))
    guard opened == .regular else { throw .notAFile(path, .init(opened)) }
    return try rethrowing(
      descriptor.bytes(upTo: Self.limit + 1), as: FileError.system(.read, path))
  }
}

extension DefaultsFile {
  /// Checks the tables of all commands, their keys and the kinds of their values; the values themselves
  /// are checked by the commands.
  ///
  /// - Parameter root: the program.
  /// - Throws: ``DefaultsError``.
  package func check(for root: any ParsableCommand.Type) throws {
    try DefaultsKeys.check(DefaultsDocument(text(), path: path), of: root)
  }
}
