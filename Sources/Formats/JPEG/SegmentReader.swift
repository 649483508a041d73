/// Reads the fields of a marker segment one after another, big-endian.
package struct SegmentReader {
  private let bytes: [UInt8]
  package private(set) var position: Int
  private let end: Int

  package init(_ segment: JPEGSegment, of bytes: [UInt8]) {
    self.bytes = bytes
    position = segment.payload.lowerBound
    end = segment.payload.upperBound
  }

  package var isAtEnd: Bool { position >= end }

  /// - Throws: ``JPEGError/truncated(part:at:)`` at the segment's end.
  package mutating func byte(_ part: String) throws(JPEGError) -> Int {
    guard position < end else { throw .truncated(part: part, at: position) }
    defer { position += 1 }
    return Int(bytes[position])
  }

  /// - Throws: ``JPEGError/truncated(part:at:)`` at the segment's end.
  package mutating func word(_ part: String) throws(JPEGError) -> Int {
    try byte(part) << 8 | byte(part)
  }

  /// - Throws: ``JPEGError/truncated(part:at:)`` where there are fewer.
  package mutating func bytes(_ count: Int, _ part: String) throws(JPEGError) -> ArraySlice<UInt8> {
    guard count <= end - position else { throw .truncated(part: part, at: position) }
    defer { position += count }
    return bytes[position..<position + count]
  }
}
