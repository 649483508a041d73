/// A frame of an animated WebP (WebP Container Specification, "ANMF").
package struct WebPFrame: Sendable {
  /// Its top left corner on the canvas; both numbers are even.
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
  /// In milliseconds.
  package let duration: Int
  /// Whether it replaces the pixels below it; otherwise it blends over them.
  package let replaces: Bool
  /// Whether its rectangle becomes clear after it.
  package let isCleared: Bool
  /// The chunks of the picture.
  fileprivate(set) var chunks: [UInt8]
  package fileprivate(set) var isLossless: Bool
  package fileprivate(set) var hasAlpha: Bool

  private static let headerSize = 16

  /// Reads the data of an ANMF chunk.
  fileprivate init?(_ data: ArraySlice<UInt8>) {
    let reader = ByteReader(data, .littleEndian)
    let numbers = (0..<5).compactMap { reader.value(at: 3 * $0, size: 3) }
    guard numbers.count == 5, let flags = reader.value(at: 15, size: 1),
      let chunks = reader.slice(from: Self.headerSize)
    else { return nil }
    (x, y, width, height) = (2 * numbers[0], 2 * numbers[1], numbers[2] + 1, numbers[3] + 1)
    duration = numbers[4]
    (replaces, isCleared) = (flags & 2 != 0, flags & 1 != 0)
    self.chunks = Array(chunks)
    (isLossless, hasAlpha) = (false, false)
    // Its chunks fill it: libwebp's demuxer takes remaining bytes for a chunk of the file.
    guard let structure = try? WebPStructure(still), structure.isComplete,
      structure.trailer.isEmpty, let stream = try? structure.stream(),
      (stream.size.width, stream.size.height) == (width, height)
    else { return nil }
    isLossless = stream.isLossless
    hasAlpha = stream.hasAlpha || self.chunks.starts(with: Array("ALPH".utf8))
  }

  /// The frame's picture as a file of its own.
  package var still: [UInt8] {
    var body = Array("WEBP".utf8)
    if chunks.starts(with: Array("ALPH".utf8)) {
      body += WebPAssembly.chunk(
        "VP8X",
        [0x10, 0, 0, 0] + WebPAssembly.bytes24(width - 1) + WebPAssembly.bytes24(height - 1))
    }
    body += chunks
    return Array("RIFF".utf8)
      + ByteOrder.littleEndian.bytes(of: UInt32(truncatingIfNeeded: body.count)) + body
  }

  /// Gives the frame another picture.
  ///
  /// - Parameter still: a file that an encoder made.
  /// - Throws: `PhotoFileError` where that has none.
  package mutating func setPicture(_ still: [UInt8]) throws(PhotoFileError) {
    let structure = try WebPStructure(still)
    guard let stream = try structure.stream() else {
      throw .missing(.webp, part: "VP8 or VP8L", at: 12)
    }
    (width, height) = (stream.size.width, stream.size.height)
    chunks = structure.chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.type) }
      .flatMap { WebPAssembly.chunk($0.type, structure.data($0)) }
    isLossless = stream.isLossless
    hasAlpha = stream.hasAlpha || structure.first("ALPH") != nil
  }

  /// The data of an ANMF chunk.
  fileprivate var data: [UInt8] {
    [x / 2, y / 2, width - 1, height - 1, duration].flatMap(WebPAssembly.bytes24)
      + [(replaces ? 2 : 0) | (isCleared ? 1 : 0)] + chunks
  }
}

extension WebPStructure {
  /// The frames of an animation, in order.
  ///
  /// - Returns: nil where one is damaged, or reaches outside the canvas.
  package func frames(on canvas: PixelSize) -> [WebPFrame]? {
    var frames: [WebPFrame] = []
    for chunk in chunks where chunk.type == "ANMF" {
      guard let frame = WebPFrame(data(chunk)), frame.x + frame.width <= canvas.width,
        frame.y + frame.height <= canvas.height
      else { return nil }
      frames.append(frame)
    }
    return frames
  }

  /// The animation with other frames, as many as it has, and without a stamp's record; or with one.
  ///
  /// - Throws: `PhotoFileError.tooLarge` when the file would be longer than RIFF can say.
  package func holding(
    _ frames: [WebPFrame], stamp: [UInt8]? = nil
  ) throws(PhotoFileError) -> [UInt8] {
    var body = Array("WEBP".utf8)
    var next = 0
    for chunk in chunks {
      switch chunk.type {
      case Self.stampType: break
      case "ANMF":
        body += WebPAssembly.chunk(chunk.type, frames[next].data[...])
        next += 1
      case "VP8X":
        var header = Array(data(chunk))
        if !header.isEmpty, frames.contains(where: \.hasAlpha) { header[0] |= 0x10 }
        body += WebPAssembly.chunk(chunk.type, header[...])
      default: body += WebPAssembly.chunk(chunk.type, data(chunk))
      }
    }
    if let stamp { body += WebPAssembly.chunk(Self.stampType, stamp[...]) }
    guard let size = UInt32(exactly: body.count) else {
      throw .tooLarge(.webp, size: body.count, limit: Int(UInt32.max))
    }
    return Array("RIFF".utf8) + ByteOrder.littleEndian.bytes(of: size) + body + trailer
  }
}
