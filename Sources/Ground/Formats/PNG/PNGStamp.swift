/// The chunk of a PNG that holds its stamp's record.
extension PNGStructure {
  /// Ancillary, private, and unsafe to copy (PNG third edition, 5.4): an editor that changes pixels and
  /// does not know the chunk has to drop it, as then it says nothing true any more.
  static let stampType: FourCC = "daYS"
  /// A chunk's length stays below 2^31 (5.3).
  private static let longestData = Int(Int32.max)

  var stampBlock: StampBlock? {
    let stamps = chunks.filter { $0.type == Self.stampType || isMisnamedStamp($0) }
    guard let stamp = stamps.first else { return nil }
    let isWhole = stamp.type == Self.stampType && agrees(stamp)
    return StampBlock(
      offset: stamp.range.lowerBound,
      record: isWhole && stamps.count == 1 ? data(stamp) : nil)
  }

  /// Whether a chunk of unknown type is a stamp with a damaged type.
  private func isMisnamedStamp(_ chunk: PNGChunk) -> Bool {
    !Self.technicalTypes.contains(chunk.type) && !agrees(chunk) && agrees(chunk, as: Self.stampType)
  }

  /// The file with the record in a chunk before its other ancillary chunks.
  func holding(stamp record: [UInt8]) -> [UInt8]? {
    guard let header = first("IHDR"), record.count <= Self.longestData else { return nil }
    let chunk = PNGChunk.serialized(Self.stampType, record)
    var file: [UInt8] = []
    file.reserveCapacity(bytes.count + chunk.count)
    file += bytes[..<header.range.upperBound]
    file += chunk
    file += bytes[header.range.upperBound...]
    return file
  }
}
