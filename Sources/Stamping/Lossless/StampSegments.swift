import Formats
import JPEGSplice

/// The segments of a JPEG that hold its stamp: APP15 and "Daystamp", as many as it takes.
///
/// Each begins with the signature, its number from 1 on, and how many there are, two bytes each. What
/// follows, joined, is the stamp's record.
struct StampSegments {
  private static let signature: StaticString = "Daystamp\0"
  private static let headerSize = signature.utf8CodeUnitCount + 4
  /// A segment's length field counts itself.
  private static let largestPart = 65_533 - headerSize

  /// All of them, which stand one behind another.
  let range: Range<Int>
  let record: [UInt8]

  /// Finds the stamp of a JPEG.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is not all there.
  init?(in structure: JPEGStructure) throws(StampError) {
    let segments = structure.segments.filter {
      $0.marker == .app15 && $0.hasSignature(Self.signature, in: structure.bytes)
    }
    guard let first = segments.first, let last = segments.last else { return nil }
    var record: [UInt8] = []
    var next = first.range.lowerBound
    for (index, segment) in segments.enumerated() {
      let payload = structure.payload(segment).dropFirst(Self.signature.utf8CodeUnitCount)
      guard segment.range.lowerBound == next, segments.count <= Int(UInt16.max),
        payload.prefix(4).elementsEqual(Self.numbers(index + 1, of: segments.count))
      else { throw .unreadableStamp(offset: segment.range.lowerBound) }
      record += payload.dropFirst(4)
      next = segment.range.upperBound
    }
    self.record = record
    range = first.range.lowerBound..<last.range.upperBound
  }

  /// The segments for a record.
  ///
  /// - Returns: nil for a record longer than any number of segments holds, some four gigabytes.
  static func bytes(for record: [UInt8]) -> [UInt8]? {
    let count = max(1, (record.count + largestPart - 1) / largestPart)
    guard count <= Int(UInt16.max) else { return nil }
    var bytes: [UInt8] = []
    for index in 0..<count {
      let part = record.dropFirst(index * largestPart).prefix(largestPart)
      let length = headerSize + part.count + 2
      bytes += [0xFF, JPEGMarker.app15.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)]
      signature.withUTF8Buffer { bytes += $0 }
      bytes += numbers(index + 1, of: count)
      bytes += part
    }
    return bytes
  }

  private static func numbers(_ number: Int, of count: Int) -> [UInt8] {
    [number, count].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
