/// The chunks of a WebP file (WebP Container Specification, "RIFF File Format").
package struct WebPStructure: Sendable {
  static let maximumChunks = 100_000
  /// Flags of the extended header (WebP Container Specification, "Extended File Format").
  private static let animationFlag: UInt8 = 0x02
  private static let alphaFlag: UInt8 = 0x10
  /// Of the data of ANIM: a colour and the number of plays.
  private static let controlSize = 6

  struct Chunk: Sendable {
    let type: FourCC
    /// Without the eight bytes of head and the padding.
    let data: Range<Int>
  }

  let bytes: [UInt8]
  let chunks: [Chunk]
  /// Whether the file is as long as its RIFF header says, and no chunk is cut.
  let isComplete: Bool
  /// What follows the RIFF chunk and its padding.
  let trailer: ArraySlice<UInt8>

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
    trailer = bytes.dropFirst(declared + declared % 2)
  }

  func data(_ chunk: Chunk) -> ArraySlice<UInt8> { bytes[chunk.data] }

  func first(_ type: FourCC) -> Chunk? { chunks.first { $0.type == type } }
}

extension WebPStructure {
  /// Header and metadata.
  ///
  /// - Throws: `PhotoFileError` when there is no picture or its header cannot be read, or an animation's
  ///   chunks are not in their order.
  func contents() throws(PhotoFileError) -> PhotoContents {
    try checkAnimation()
    let metadata = metadata()
    let stream = try stream()
    let ownCanvas = try canvas()
    guard let canvas = ownCanvas ?? stream?.size else {
      throw .missing(.webp, part: "VP8, VP8L or VP8X", at: 12)
    }
    if let stream, stream.size != canvas { throw disagreement(canvas, stream.size) }
    let frames = chunks.count { $0.type == "ANMF" }
    var header = PhotoHeader(
      format: .webp, width: canvas.width, height: canvas.height,
      colour: stream?.isLossless == true ? .rgb : .ycc)
    header.orientation = Orientation(exif: metadata.exif)
    header.hasAlpha = hasFlag(Self.alphaFlag) || stream?.hasAlpha == true || first("ALPH") != nil
    header.isLossless =
      stream?.isLossless
      ?? (frames > 0 && self.frames(on: canvas)?.allSatisfy(\.isLossless) == true)
    header.frameCount = first("ANIM") != nil || frames > 0 ? max(frames, 2) : 1
    header.plays = first("ANIM").flatMap {
      ByteReader(data($0), .littleEndian).value(at: 4, size: 2)
    }
    header.isComplete = isComplete && (stream != nil || frames > 0)
    return PhotoContents(header: header, metadata: metadata)
  }

  /// Refuses what libwebp's demuxer refuses of an animation: its flag is set, its control chunk is whole and
  /// comes before its frames, and all pictures are in frames (WebP Container Specification, "Animation").
  private func checkAnimation() throws(PhotoFileError) {
    var hasControl = false
    for chunk in chunks {
      let start = chunk.data.lowerBound - 8
      switch chunk.type {
      case "ANIM":
        guard chunk.data.count >= Self.controlSize else {
          throw .invalid(
            .webp, field: "ANIM size", at: start + 4, observed: chunk.data.count,
            expected: "\(Self.controlSize)")
        }
        hasControl = true
      case "ANMF":
        guard hasControl else { throw .missing(.webp, part: "ANIM", at: start) }
        guard hasFlag(Self.animationFlag) else {
          throw .invalid(
            .webp, field: "VP8X animation flag", at: first("VP8X")?.data.lowerBound ?? 12,
            observed: 0, expected: "1")
        }
      case "VP8 ", "VP8L", "ALPH":
        guard !hasControl, !hasFlag(Self.animationFlag) else {
          throw .invalid(
            .webp, field: "number of pictures outside the frames", at: start,
            observed: 1, expected: "0")
        }
      default: break
      }
    }
  }

  /// A still picture fills its canvas (WebP Container Specification, "Extended File Format").
  private func disagreement(_ canvas: PixelSize, _ picture: PixelSize) -> PhotoFileError {
    let isWidth = canvas.width != picture.width
    let start = first("VP8X")?.data.lowerBound ?? 0
    return .invalid(
      .webp, field: isWidth ? "VP8X width" : "VP8X height", at: start + (isWidth ? 4 : 7),
      observed: isWidth ? canvas.width : canvas.height,
      expected: "the picture's \(isWidth ? picture.width : picture.height)")
  }

  /// What the still picture's bitstream says of itself.
  struct Stream {
    let size: PixelSize
    let isLossless: Bool
    let hasAlpha: Bool
  }

  /// The head of the first VP8 (RFC 6386, 9.1) or VP8L chunk (WebP Lossless Bitstream, 3);
  /// `nil` where there is none, as in animations.
  func stream() throws(PhotoFileError) -> Stream? {
    guard let chunk = chunks.first(where: { ["VP8 ", "VP8L"].contains($0.type) }) else {
      return nil
    }
    let reader = ByteReader(data(chunk), .littleEndian)
    let start = chunk.data.lowerBound
    let stream: Stream
    if chunk.type == "VP8L" {
      let signature = try reader.field("VP8L signature", at: 0, size: 1, in: .webp)
      guard signature == 0x2F else {
        throw .invalid(
          .webp, field: "VP8L signature", at: start, observed: signature, expected: "0x2F")
      }
      let bits = try reader.field("VP8L size", at: 1, size: 4, in: .webp)
      stream = Stream(
        size: PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1),
        isLossless: true, hasAlpha: bits >> 28 & 1 == 1)
    } else {
      let code = try reader.field("VP8 start code", at: 3, size: 3, in: .webp)
      guard code == 0x2A019D else {
        throw .invalid(
          .webp, field: "VP8 start code", at: start + 3, observed: code, expected: "0x2A019D")
      }
      let width = try reader.field("VP8 width", at: 6, size: 2, in: .webp) & 0x3FFF
      let height = try reader.field("VP8 height", at: 8, size: 2, in: .webp) & 0x3FFF
      guard width > 0, height > 0 else {
        throw .invalid(
          .webp, field: width == 0 ? "VP8 width" : "VP8 height",
          at: start + (width == 0 ? 6 : 8), observed: 0,
          expected: "1 to 16,383")
      }
      stream = Stream(
        size: PixelSize(width: width, height: height), isLossless: false, hasAlpha: false)
    }
    return stream
  }

  /// The canvas of the extended header; `nil` for the simple forms.
  private func canvas() throws(PhotoFileError) -> PixelSize? {
    guard let chunk = first("VP8X") else { return nil }
    let reader = ByteReader(data(chunk), .littleEndian)
    return PixelSize(
      width: try reader.field("VP8X width", at: 4, size: 3, in: .webp) + 1,
      height: try reader.field("VP8X height", at: 7, size: 3, in: .webp) + 1)
  }

  private func hasFlag(_ flag: UInt8) -> Bool {
    guard let chunk = first("VP8X"), let flags = data(chunk).first else { return false }
    return flags & flag != 0
  }

  private func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    if let chunk = first("EXIF") {
      let block = data(chunk).droppingExifSignature
      if (try? TIFFStructure(block)) != nil {
        metadata.exif = block
      } else {
        metadata.problems.append(
          MetadataProblem(kind: .exif, offset: chunk.data.lowerBound, reason: .notTIFF))
      }
    }
    if let chunk = first("XMP ") { metadata.xmp = [data(chunk)] }
    metadata.icc = first("ICCP").map(data)
    let known: Set<FourCC> = [
      "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "EXIF", "XMP ", "ICCP", Self.stampType,
    ]
    for chunk in chunks where !known.contains(chunk.type) {
      metadata.note(.block(chunk.type.description))
    }
    if !trailer.isEmpty { metadata.note(.trailer) }
    return metadata
  }
}

/// The stamp's record.
extension WebPStructure {
  /// A chunk of no registered meaning, which readers leave alone (WebP Container Specification,
  /// "Unknown Chunks").
  static let stampType: FourCC = "DAYS"

  var stampBlock: StampBlock? {
    let stamps = chunks.filter { $0.type == Self.stampType }
    guard let stamp = stamps.first else { return nil }
    return StampBlock(
      offset: stamp.data.lowerBound - 8, record: stamps.count == 1 ? data(stamp) : nil)
  }

  /// The still picture's file, with the extended header, or the animation's, and the record in a chunk
  /// after all others.
  func holding(stamp record: [UInt8]) -> [UInt8]? {
    if chunks.contains(where: { $0.type == "ANMF" }) {
      guard let canvas = try? canvas(), let frames = frames(on: canvas) else { return nil }
      return try? holding(frames, stamp: record)
    }
    return try? WebPAssembly(self).carryingChunks(of: self, keepsProfile: true, stamp: record)
  }
}
