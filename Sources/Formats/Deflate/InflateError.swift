/// Why compressed data cannot be inflated.
package enum InflateError: Error, Hashable, Sendable {
  /// The data ends before the final block does.
  case truncated
  /// Not a zlib header with deflate and without a preset dictionary (RFC 1950, 2.2).
  case invalidHeader(observed: UInt16)
  /// Block type 3 (RFC 1951, 3.2.3).
  case reservedBlockType
  /// A stored block whose length and its complement do not agree.
  case storedLength(observed: UInt16, complement: UInt16)
  /// Code lengths that make no prefix code, or too many of them.
  case invalidCodeLengths
  /// Bits that are no code, or a length or distance symbol that is reserved.
  case invalidSymbol
  /// A distance that reaches before the first byte.
  case distanceTooFar(observed: Int, available: Int)
  /// More output than the caller allows.
  case tooLarge(limit: Int)
  /// The Adler-32 of the output is not the one that the stream ends with.
  case checksum(observed: UInt32, expected: UInt32)
}
