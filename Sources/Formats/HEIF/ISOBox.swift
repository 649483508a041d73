/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct ISOBox {
  /// Boxes that are read side by side at most; no photo comes near.
  static let maximumSiblings = 10_000

  let type: FourCC
  /// Without size and type; clipped where the file ends before the box does.
  let content: ArraySlice<UInt8>
  let isCut: Bool

  var reader: ByteReader { ByteReader(content, .bigEndian) }

  /// The version of a full box, and what follows version and flags.
  var fullBox: (version: Int, flags: Int, content: ByteReader)? {
    guard let version = reader.value(at: 0, size: 1), let flags = reader.value(at: 1, size: 3)
    else { return nil }
    return (version, flags, ByteReader(content.dropFirst(4), .bigEndian))
  }

  /// The boxes that follow each other in `bytes`; the last one may be cut.
  static func boxes(in bytes: ArraySlice<UInt8>) -> [ISOBox] {
    let reader = ByteReader(bytes, .bigEndian)
    var boxes: [ISOBox] = []
    var position = 0
    while boxes.count < maximumSiblings, let type = reader.fourCC(at: position + 4),
      var size = reader.value(at: position, size: 4)
    {
      var headSize = 8
      if size == 1 {
        // A size beyond Int cannot be the size of what is in memory.
        size = reader.value(at: position + 8, size: 8) ?? Int.max
        headSize = 16
      } else if size == 0 {
        size = reader.count - position
      }
      guard size >= headSize, position + headSize <= reader.count else { break }
      let available = min(size, reader.count - position)
      let content = reader.slice(at: position + headSize, count: available - headSize) ?? []
      boxes.append(ISOBox(type: type, content: content, isCut: available < size))
      position += available
    }
    return boxes
  }
}
