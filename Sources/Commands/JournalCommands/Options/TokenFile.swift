import ArgumentParser
import Files
import Sending
import Shell
import SystemPackage
import Wording

/// The file of a token: on the command line every user of the machine could read it (proc(5)).
enum TokenFile {
  /// Reads the token, without blanks and ends of lines around it.
  ///
  /// - Parameter path: the file's; - for standard input.
  /// - Returns: the token, which is not empty.
  /// - Throws: `FileError`; `ValidationError` where there is none in it.
  static func read(_ path: FilePath) throws -> String {
    let (text, isWhole) = try text(of: path)
    guard let token = text else { throw ValidationError(Wording.emptyToken) }
    try Wording.checking {
      try WebHook.checkCharacters(of: token)
      if !isWhole { throw WebHook.Failure.moreThan(bytes: limit) }
    }
    return token
  }

  /// Reads an address from standard input, as ``read(_:)`` does.
  ///
  /// - Throws: `FileError`; `ValidationError` where there is none.
  static func readLine() throws -> String {
    guard let text = try text(of: "-").text else { throw ValidationError(Wording.emptyAddress) }
    return text
  }

  /// What is there without blanks around it, and whether that is all; nil where it is nothing.
  private static func text(of path: FilePath) throws -> (text: String?, isWhole: Bool) {
    let isInput = path == "-"
    let file = try isInput ? .standardInput : opened(path)
    defer { if !isInput { try? file.close() } }
    var bytes: [UInt8] = []
    do throws(Errno) {
      // One more tells whether there are others.
      try file.read(into: &bytes, upTo: limit + 1)
    } catch {
      throw FileError.system(.read, path, error)
    }
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return (nil, true) }
    return (String(text[start...end]), bytes.count <= limit)
  }

  /// Bytes, with room for blanks around the token.
  private static let limit = 4 * WebHook.longestToken

  private static func opened(_ path: FilePath) throws(FileError) -> FileDescriptor {
    do throws(Errno) {
      return try .openToRead(path)
    } catch {
      throw .system(.open, path, error)
    }
  }
}
