/// A PNG put together from an encoder's picture and other chunks.
struct PNGAssembly {
  /// The encoder's chunks that make up the picture.
  private static let pictureTypes: Set<FourCC> = ["PLTE", "tRNS", "IDAT"]
  /// Hints about pixels as they were coded, which mean something only for the same coding.
  private static let codingHints: Set<FourCC> = ["sBIT", "sPLT"]
  /// Chunks of the registered set that say nothing of the new picture.
  private static let stale: Set<FourCC> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "hIST", "bKGD", "acTL", "fcTL", "fdAT", "dSIG",
  ]
  /// Registered chunks that stay true although they are marked unsafe to copy.
  private static let stillTrue: Set<FourCC> = [
    "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "pHYs", "eXIf", "tIME", "sTER", "oFFs",
    "pCAL", "sCAL", "gIFg", "gIFx",
  ]

  private let encoded: PNGStructure

  init(_ encoded: PNGStructure) { self.encoded = encoded }

  /// Whether a chunk of another PNG stays true beside a re-encoded picture.
  static func isCarried(_ type: FourCC) -> Bool {
    if stale.contains(type) { return false }
    let chunk = PNGChunk(type: type, range: 0..<12)
    return stillTrue.contains(type) || chunk.isAncillary && chunk.isSafeToCopy
  }

  /// The encoded picture with the ancillary chunks of `original` that stay true, byte for byte and
  /// in their order relative to PLTE and IDAT, and what follows its end. The background's colour is said
  /// in the picture's samples.
  func carryingChunks(of original: PNGStructure, keepsProfile: Bool) -> [UInt8] {
    let keepsHints =
      original.header.colourType == encoded.header.colourType
      && original.header.bitDepth == encoded.header.bitDepth && original.header.colourType != 3
    var beforePalette: [UInt8] = []
    var afterData: [UInt8] = []
    var hasSeenData = false
    for chunk in original.chunks {
      if chunk.type == "IDAT" { hasSeenData = true }
      let isHint = Self.codingHints.contains(chunk.type)
      guard isHint ? keepsHints : Self.isCarried(chunk.type) else { continue }
      if chunk.type == "iCCP", !keepsProfile { continue }
      let bytes = original.bytes[chunk.range]
      if hasSeenData { afterData += bytes } else { beforePalette += bytes }
    }
    let background = original.background?.data(
      colourType: encoded.header.colourType, bitDepth: encoded.header.bitDepth,
      palette: encoded.palette)
    let beforeData = background.map { PNGChunk.serialized("bKGD", $0) } ?? []
    let trailer = original.end.map { original.bytes[$0...] } ?? []
    return assembled(beforePalette, beforeData, afterData) + trailer
  }

  /// The encoded picture with `blocks` as chunks.
  func carrying(_ blocks: CarriedBlocks) -> [UInt8] {
    var chunks: [UInt8] = []
    if let profile = blocks.icc {
      // A name, its NUL, and method 0: deflate (11.3.2.3).
      let data = Array("ICC profile\0\0".utf8) + Zlib.stored(profile)
      chunks += PNGChunk.serialized("iCCP", data)
    }
    if let exif = blocks.exif { chunks += PNGChunk.serialized("eXIf", exif) }
    for packet in blocks.xmp {
      // Not compressed, no language, no translated keyword (11.3.3.4).
      let data = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet
      chunks += PNGChunk.serialized("iTXt", data)
    }
    return assembled(chunks, [], [])
  }

  private func assembled(
    _ beforePalette: [UInt8], _ beforeData: [UInt8], _ afterData: [UInt8]
  ) -> [UInt8] {
    var bytes = PNGStructure.signature
    bytes.reserveCapacity(
      encoded.bytes.count + beforePalette.count + beforeData.count + afterData.count)
    if let header = encoded.first("IHDR") { bytes += encoded.bytes[header.range] }
    bytes += beforePalette
    var pending = beforeData[...]
    for chunk in encoded.chunks where Self.pictureTypes.contains(chunk.type) {
      if chunk.type == "IDAT" {
        bytes += pending
        pending = []
      }
      bytes += encoded.bytes[chunk.range]
    }
    return bytes + afterData + PNGChunk.serialized("IEND", [])
  }
}
