/// Where a JPEG's image ends, and whether bytes stand between the segments of its header (ITU-T
/// T.81, annex B).
struct JPEGOutline: Hashable {
  static let endOfImage: UInt8 = 0xd9
  private static let startOfScan: UInt8 = 0xda

  /// The offset of the marker EOI; nil when there is none.
  private(set) var end: Int?
  /// Whether bytes that belong to no segment stand before the first scan.
  private(set) var hasJunkInHeader = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var position = 0
    var isHeader = true
    while position < bytes.count {
      let gap = position
      // In coded data 0xff 0x00 stands for 0xff, and restart markers belong to the data.
      guard let start = Self.nextMarker(in: bytes, from: position, isHeader: isHeader) else {
        return
      }
      if isHeader, start > gap { hasJunkInHeader = true }
      let marker = bytes[start + 1]
      position = start + 2
      switch marker {
      case Self.endOfImage:
        end = start
        return
      case 0x01, 0xd0...0xd8:
        continue
      default:
        guard position + 2 <= bytes.count else { return }
        position += max(2, Int(bytes[position]) << 8 | Int(bytes[position + 1]))
        if marker == Self.startOfScan { isHeader = false }
      }
    }
  }

  /// The offset of the 0xff right before the next marker's code.
  private static func nextMarker(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isHeader: Bool
  ) -> Int? {
    var position = start
    while position + 1 < bytes.count {
      switch (bytes[position], bytes[position + 1]) {
      case (0xff, 0x00), (0xff, 0xff): position += 1
      case (0xff, 0xd0...0xd7) where !isHeader: position += 2
      case (0xff, _): return position
      default: position += 1
      }
    }
    return nil
  }
}
