import Formats

/// A spliced file's bytes but for a part that was put into it afterwards.
package struct SplicedBytes {
  let bytes: [UInt8]
  private let hole: Range<Int>

  /// - Parameters:
  ///   - bytes: the file.
  ///   - hole: what is left out; places count as if it were not there.
  package init(_ bytes: [UInt8], without hole: Range<Int>) {
    self.bytes = bytes
    self.hole = hole.clamped(to: 0..<bytes.count)
  }

  var count: Int { bytes.count - hole.count }

  /// The place of a byte of the file behind the hole.
  func place(_ index: Int) -> Int { index - hole.count }

  /// Appends the bytes of a range to others.
  func append(_ range: Range<Int>, to writer: inout BitWriter) {
    let before = range.clamped(to: 0..<hole.lowerBound)
    let after = range.clamped(to: hole.lowerBound..<count)
    writer.append(contentsOf: bytes[before])
    writer.append(contentsOf: bytes[after.lowerBound + hole.count..<after.upperBound + hole.count])
  }

  /// Copies bits between two places behind the hole.
  ///
  /// - Throws: ``ReversalError`` where they are not, or not in order.
  func copy(
    _ start: BitPosition, _ end: BitPosition, to writer: inout BitWriter
  ) throws(ReversalError) {
    guard start.byte >= hole.lowerBound, start <= end, end.byte < count else {
      throw .outOfBounds(at: start.byte)
    }
    bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { writer.copy(base + hole.count, from: start, to: end) }
    }
  }
}

/// Why a file cannot be turned back.
package enum ReversalError: Error, Hashable, Sendable {
  /// A place is not in the file, or not behind the one before.
  case outOfBounds(at: Int)
  /// The record of what was replaced is cut or no such record.
  case unreadable(at: Int)
  /// The file's picture is damaged.
  case damaged(JPEGError)
}
