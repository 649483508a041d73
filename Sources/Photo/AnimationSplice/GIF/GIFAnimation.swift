package import Formats
import JPEGSplice
package import Raster

/// A GIF's images, and all that stands between them.
package struct GIFAnimation {
  /// What follows the header and the global colour table, in order.
  private enum Part {
    /// An extension, or all that follows the last image.
    case bytes(Range<Int>)
    /// The graphic control extension of an image.
    case control(Int)
    case image(Int)
  }

  private let bytes: [UInt8]
  package let size: PixelSize
  /// Three bytes a colour.
  let globalTable: [UInt8]
  private var parts: [Part] = []
  var frames: [GIFFrame] = []
  /// The version that the file says, which is raised where a block needs the later one.
  var version: ArraySlice<UInt8>

  private static let headerSize = 13

  /// Reads the blocks; the record of a stamp is left out.
  ///
  /// - Throws: `RasterError.damaged` where a block is cut, or what begins is none.
  package init(_ photo: PhotoFile) throws(RasterError) {
    bytes = photo.bytes
    version = bytes[3..<6]
    size = PixelSize(width: photo.header.width, height: photo.header.height)
    let reader = ByteReader(bytes, .littleEndian)
    let tableSize = reader.value(at: 10, size: 1).map { GIFFrame.tableSize(UInt8($0)) } ?? 0
    guard let table = reader.slice(at: Self.headerSize, count: tableSize) else { throw Self.cut }
    globalTable = Array(table)
    let stamp = photo.structure.stampBlock?.offset
    try readBlocks(reader, from: Self.headerSize + tableSize, without: stamp)
    if frames.isEmpty { throw Self.cut }
  }

  private static let cut = RasterError.damaged(.gif, detail: "premature end of file")

  private mutating func readBlocks(
    _ reader: ByteReader, from start: Int, without stamp: Int?
  ) throws(RasterError) {
    var position = start
    /// A graphic control extension without its image yet.
    var control: (part: Int, range: Range<Int>)?
    while let introducer = reader.value(at: position, size: 1) {
      switch introducer {
      case 0x21:
        guard let label = reader.value(at: position + 1, size: 1),
          let end = GIFStructure.subBlocksEnd(reader, from: position + 2)
        else { throw Self.cut }
        if label == 0xF9, end == position + 8 {
          if let control { parts[control.part] = .bytes(control.range) }
          control = (parts.count, position..<end)
          parts.append(.control(frames.count))
        } else if position != stamp {
          // The control extension before a plain text is no image's.
          if label == 0x01, let old = control {
            parts[old.part] = .bytes(old.range)
            control = nil
          }
          parts.append(.bytes(position..<end))
        }
        position = end
      case 0x2C:
        var frame = try Self.frame(reader, at: &position)
        frame.hasControlBlock = control != nil
        frame.control = control.map { Array(bytes[$0.range.dropFirst(3).prefix(4)]) }
        control = nil
        parts.append(.image(frames.count))
        frames.append(frame)
      case 0x3B:
        if let control { parts[control.part] = .bytes(control.range) }
        parts.append(.bytes(position..<reader.count))
        return
      default: throw .damaged(.gif, detail: "no block begins at byte \(position)")
      }
    }
    // Some encoders leave the trailer out.
    if let control { parts[control.part] = .bytes(control.range) }
  }

  /// The image described at `position`, which goes on to its end.
  private static func frame(
    _ reader: ByteReader, at position: inout Int
  ) throws(RasterError) -> GIFFrame {
    let fields = (0..<4).compactMap { reader.value(at: position + 1 + 2 * $0, size: 2) }
    guard fields.count == 4, let flags = reader.value(at: position + 9, size: 1) else { throw cut }
    let tableSize = GIFFrame.tableSize(UInt8(flags))
    let data = position + 10 + tableSize
    guard let table = reader.slice(at: position + 10, count: tableSize),
      let minimumSize = reader.value(at: data, size: 1),
      let end = GIFStructure.subBlocksEnd(reader, from: data + 1),
      let codes = reader.slice(at: data + 1, count: end - data - 1)
    else { throw cut }
    guard (2...8).contains(minimumSize) else {
      throw .damaged(.gif, detail: "codes of \(minimumSize) bits at byte \(data)")
    }
    position = end
    return GIFFrame(
      hasControlBlock: false,
      area: PixelArea(
        columns: fields[0]..<fields[0] + fields[2], rows: fields[1]..<fields[1] + fields[3]),
      flags: UInt8(flags), localTable: tableSize > 0 ? Array(table) : nil,
      minimumSize: UInt8(minimumSize), codes: Array(codes))
  }

  /// The file, without a stamp's record.
  var file: [UInt8] {
    var file = Array(bytes[..<3]) + version + bytes[6..<Self.headerSize] + globalTable
    file.reserveCapacity(bytes.count + bytes.count / 4)
    for part in parts {
      switch part {
      case .bytes(let range): file += bytes[range]
      case .control(let frame): file += frames[frame].controlBlock
      case .image(let frame): file += frames[frame].imageBlock
      }
    }
    return file
  }
}
