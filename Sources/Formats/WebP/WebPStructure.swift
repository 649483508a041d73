/// The chunks of a WebP file (WebP Container Specification, "RIFF File Format").
struct WebPStructure {
  static let maximumChunks = 100_000

  struct Chunk: Sendable {
    let type: FourCC
    /// Without the eight bytes of head and the padding.
    let data: Range<Int>
  }

  let bytes: [UInt8]
  let chunks: [Chunk]
  /// Whether the file is as long as its RIFF header says, and no chunk is cut.
  let isComplete: Bool

  /// Walks the chunks up to the end that the RIFF header gives, or to where the file is cut.
  ///
  /// - Throws: `PhotoFileError.invalid` for more chunks than any photo has.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    let reader = ByteReader(bytes, .littleEndian)
    let declared = 8 + (try reader.field("RIFF size", at: 4, size: 4, in: .webp))
    let end = min(declared, bytes.count)
    var chunks: [Chunk] = []
    var position = 12
    while position <= end - 8, let type = reader.fourCC(at: position),
      let size = reader.value(at: position + 4, size: 4), size <= end - position - 8
    {
      guard chunks.count < Self.maximumChunks else {
        throw .invalid(
          .webp, field: "number of chunks", at: position, observed: chunks.count + 1,
          expected: "at most \(Self.maximumChunks)")
      }
      chunks.append(Chunk(type: type, data: position + 8..<position + 8 + size))
      position += 8 + size + size % 2
    }
    self.bytes = bytes
    self.chunks = chunks
    isComplete = declared <= bytes.count && position >= end
  }

  func data(_ chunk: Chunk) -> ArraySlice<UInt8> { bytes[chunk.data] }

  func first(_ type: FourCC) -> Chunk? { chunks.first { $0.type == type } }
}
