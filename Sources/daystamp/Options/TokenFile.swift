import ArgumentParser
import Files
import Sending
import SystemPackage
import Wording

/// The file of a token: on the command line every user of the machine could read it (proc(5)).
enum TokenFile {
  /// Reads the token, without blanks and ends of lines around it.
  ///
  /// - Parameter path: the file's; - for standard input.
  /// - Returns: the token, which is not empty.
  /// - Throws: `FileError`, `WebHook.Failure`; `ValidationError` where there is none in it.
  static func read(_ path: FilePath) throws -> String {
    let isInput = path == "-"
    let file = try isInput ? .standardInput : opened(path)
    defer { if !isInput { try? file.close() } }
    var bytes: [UInt8] = []
    do throws(Errno) {
      // With room for blanks around it.
      try file.read(into: &bytes, upTo: 4 * WebHook.longestToken)
    } catch {
      throw FileError.system(.read, path, error)
    }
    let token = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !token.isEmpty else { throw ValidationError(Wording.emptyToken) }
    return token
  }

  private static func opened(_ path: FilePath) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try .openToRead(path)
    } catch {
      throw .system(.open, path, error)
    }
  }
}
