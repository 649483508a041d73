import CCodecs.WebP
package import Formats

/// Reads and writes still WebPs in eight bits a sample, through libwebp.
package enum WebPCodec {
  /// libwebp, loaded at the first use of this.
  private static let isLoaded: Void = cwebp_load()

  /// Loads libwebp.
  static func warmUp() { isLoaded }

  /// Decodes a photo, of an animation the first picture where it stands on the canvas.
  ///
  /// - Throws: `cannotDecode`, `cannotAllocate`.
  static func decode(
    _ photo: PhotoFile, _ structure: WebPStructure
  ) throws(RasterError) -> SampleImage {
    // libwebp decodes what chunks of a damaged file have become, and a stamp among them is not found.
    guard photo.header.isComplete else {
      throw .cannotDecode(.webp, detail: "truncated or corrupt")
    }
    let size = PixelSize(width: photo.header.width, height: photo.header.height)
    if photo.header.isAnimated { return try firstPicture(structure, on: size) }
    let image = try decode(photo.bytes, size: size)
    if photo.header.hasAlpha { return image }
    return try image.converted(to: SampleLayout(width: size.width, height: size.height, .rgb))
  }

  private static func firstPicture(
    _ structure: WebPStructure, on size: PixelSize
  ) throws(RasterError) -> SampleImage {
    guard let frame = structure.frames(on: size)?.first else {
      throw .cannotDecode(.webp, detail: "truncated or corrupt")
    }
    let picture = try decode(
      frame.still, size: PixelSize(width: frame.width, height: frame.height))
    let canvas = try SampleImage(SampleLayout(width: size.width, height: size.height, .rgba))
    let length = picture.layout.rowLength
    for y in 0..<frame.height {
      picture.withRow(y) { from in
        canvas.withRow(frame.y + y) { to in
          UnsafeMutableRawBufferPointer(rebasing: to[4 * frame.x..<4 * frame.x + length])
            .copyMemory(from: UnsafeRawBufferPointer(from))
        }
      }
    }
    return canvas
  }

  /// Decodes a file to red, green, blue and alpha.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - size: the picture's; one of another size is refused before it is decoded.
  /// - Returns: the picture, with an alpha channel.
  /// - Throws: `cannotDecode`, `cannotAllocate`.
  package static func decode(_ bytes: [UInt8], size: PixelSize) throws(RasterError) -> SampleImage {
    isLoaded
    let image = try SampleImage(SampleLayout(width: size.width, height: size.height, .rgba))
    let isDone = bytes.withUnsafeBufferPointer { bytes in
      image.withRows {
        cwebp_decode(
          bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height),
          $0.bindMemory(to: UInt8.self).baseAddress)
      }
    }
    guard isDone != 0 else { throw .cannotDecode(.webp, detail: "truncated or corrupt") }
    return image
  }

  /// The picture as a file.
  ///
  /// - Parameters:
  ///   - image: of eight bits; alpha is written where a pixel needs it.
  ///   - quality: 0…100; nil for pixels that keep their values.
  /// - Returns: the file, without metadata.
  /// - Throws: `sideTooLong`, `cannotEncode`, `cannotAllocate`.
  package static func encode(
    _ image: SampleImage, quality: Int?
  ) throws(RasterError) -> [UInt8] {
    isLoaded
    let longest = max(image.width, image.height)
    let limit = PhotoFormat.webp.longestSide
    guard longest <= limit else { throw .sideTooLong(.webp, observed: longest, limit: limit) }
    return try MemoryShortage.telling(
      of: PixelSize(width: image.width, height: image.height),
      needed: 4 * image.width * image.height
    ) { () throws(RasterError) in try file(of: image, quality: quality) }
  }

  private static func file(of image: SampleImage, quality: Int?) throws(RasterError) -> [UInt8] {
    let rows = try image.converted(
      to: SampleLayout(width: image.width, height: image.height, .rgba))
    var memory: UnsafeMutablePointer<UInt8>?
    var count = 0
    let error = rows.withRows {
      cwebp_encode(
        $0.bindMemory(to: UInt8.self).baseAddress, Int32(rows.width), Int32(rows.height),
        quality.map { Float($0) } ?? -1, &memory, &count)
    }
    guard error == 0, let memory else {
      throw .cannotEncode(.webp, detail: "libwebp's error \(error)")
    }
    defer { cwebp_free(memory) }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }
}
