import Store

/// A photo's caption; may be empty.
package struct Caption: Sendable, Hashable {
  /// Without white space at its ends, lines separated by LF, in normal form C.
  package let text: String

  /// Characters as a reader counts them (Unicode Standard Annex 29, extended grapheme clusters).
  package static let limit = 100
  /// Bytes of UTF-8, since one character can have any number of marks.
  package static let byteLimit = 4_096

  package static let empty = Caption()

  /// The caption that a typed text makes once it is trimmed and normalised.
  ///
  /// - Throws: ``CaptionError``; nothing is ever cut off.
  package init(_ typed: String) throws(CaptionError) {
    let text = typed.kept
    if let (scalar, offset) = text.firstScalar(where: { $0.isControl && $0 != "\n" }) {
      throw .controlCharacter(scalar, offset: offset)
    }
    let count = text.count
    guard count <= Self.limit else { throw .tooLong(observed: count, limit: Self.limit) }
    let bytes = text.utf8.count
    guard bytes <= Self.byteLimit else {
      throw .tooManyBytes(observed: bytes, limit: Self.byteLimit)
    }
    self.text = text
  }

  private init() { text = "" }

  package var isEmpty: Bool { text.isEmpty }
}

/// Why a text is not a caption.
package enum CaptionError: Error, Sendable, Hashable {
  /// More characters than a caption has, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but with so many marks that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A control character other than a newline; `offset` characters are before it, once white space
  /// at the beginning is gone.
  case controlCharacter(Unicode.Scalar, offset: Int)
}
