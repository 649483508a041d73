import Files
package import SystemPackage
package import Wording

/// A text that comes through standard input.
package enum StandardInput {
  /// The most bytes that are read.
  private static let limit = 1 << 16

  /// Reads standard input to its end.
  ///
  /// - Throws: ``StandardInputError``.
  package static func text() throws(StandardInputError) -> String {
    var bytes: [UInt8] = []
    do throws(Errno) {
      try FileDescriptor.standardInput.read(into: &bytes, upTo: limit + 1)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    // What is to be told of an empty one is that the program before it gave nothing.
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    return text
  }
}

/// Why standard input is no text.
package enum StandardInputError: Error, Sendable, Hashable, Worded {
  case unreadable(Errno)
  /// More bytes than are read.
  case tooLong(limit: Int)
  case notUTF8
  /// Nothing, or only white space.
  case empty

  package var wording: ErrorMessage {
    switch self {
    case .unreadable(let errno): ErrorMessage("input.read", ["errno": .text("\(errno)")])
    case .tooLong(let limit): ErrorMessage("input.too-long", ["limit": .number(limit)])
    case .notUTF8: ErrorMessage("input.not-utf8")
    case .empty: ErrorMessage("input.empty")
    }
  }
}
