import Shell
import Files
import Glibc
import SystemPackage
import Wording

/// A text that comes through standard input.
enum StandardInput {
  /// Whether a person would have to type it.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Reads standard input to its end.
  ///
  /// - Parameter kind: what it is to give.
  /// - Returns: the text, which is not only white space.
  /// - Throws: ``StandardInputError``.
  static func text(for kind: TypedText) throws(StandardInputError) -> String {
    let limit = kind.limit
    var bytes: [UInt8] = []
    do throws(Errno) {
      try FileDescriptor.standardInput.read(into: &bytes, upTo: limit + 1)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count <= limit else { throw .tooLong(kind) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(kind) }
    // For empty input, the error should say that the program before gave nothing.
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty(kind) }
    return text
  }
}

/// Why standard input is no text.
enum StandardInputError: Error, Sendable, Hashable, Worded {
  case unreadable(Errno)
  /// More bytes than are read.
  case tooLong(TypedText)
  case notUTF8(TypedText)
  /// Nothing, or only white space.
  case empty(TypedText)

  var wording: ErrorMessage {
    switch self {
    case .unreadable(let errno): ErrorMessage("input.read", ["errno": .text("\(errno)")])
    case .tooLong(let kind):
      ErrorMessage("input.too-long", ["limit": .number(kind.limit), "what": kind.word])
    case .notUTF8(let kind): ErrorMessage("input.not-utf8", ["what": kind.word])
    case .empty(let kind): ErrorMessage("input.empty", ["what": kind.word])
    }
  }
}
