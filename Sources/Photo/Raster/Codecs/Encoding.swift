import CCodecs.GD
package import Formats

/// How an image is encoded: the format, and what its encoder needs to know.
package struct Encoding: Hashable, Sendable {
  package let format: PhotoFormat
  /// 0…100 on the encoder's own scale; nil for coding that keeps every pixel's value.
  package let quality: Int?
  /// Of a JPEG.
  package let isProgressive: Bool

  /// - Parameters:
  ///   - format: the format.
  ///   - quality: nil where pixels are to keep their values; of no meaning where they always do.
  ///   - isProgressive: of a JPEG, whether it is coded in several scans.
  package init(_ format: PhotoFormat, quality: Int? = nil, isProgressive: Bool = false) {
    self.format = format
    self.quality = format.coding == .lossless ? nil : quality
    self.isProgressive = isProgressive
  }

  /// libgd samples chroma at full resolution from quality 90 on, at half of it (4:2:0) below.
  package static func jpeg(quality: Int, progressive: Bool) -> Encoding {
    Encoding(.jpeg, quality: quality, isProgressive: progressive)
  }

  /// Whether pixels keep their values.
  package var isLossless: Bool { quality == nil }
}

extension Image {
  /// zlib's level for PNG, 0…9: on photos a third of the time of the usual 6, for 2 to 4 % more
  /// bytes.
  private static let pngCompressionLevel: Int32 = 3

  /// The image as a file of its own, without any metadata of the photo it came from but those given.
  ///
  /// Alpha is written where a pixel needs it and the format has it; JPEG drops it. GIF reduces true colour
  /// to 256 colours; a palette stays one in PNG too. BMP has 24 bits a pixel, or 32 with alpha. TIFF has Deflate, a strip a row, and no
  /// orientation. HEIC (x265) and AVIF (libaom) keep chroma at full resolution from quality 90 on.
  ///
  /// - Parameters:
  ///   - encoding: how it is coded.
  ///   - metadata: what a HEIC or AVIF holds besides; into files of other formats
  ///     ``MetadataTransfer/embed(in:)`` puts them.
  /// - Returns: the file.
  /// - Throws: `sideTooLong`, `cannotEncode`, `cannotAllocate`.
  package func encoded(
    as encoding: Encoding, carrying metadata: PictureMetadata = PictureMetadata()
  ) throws(RasterError) -> [UInt8] {
    let longest = max(width, height)
    let format = encoding.format
    guard longest <= format.longestSide else {
      throw .sideTooLong(format, observed: longest, limit: format.longestSide)
    }
    // Twice the picture is the least that an encoder takes, with the file that it makes.
    return try MemoryShortage.telling(
      of: PixelSize(width: width, height: height),
      needed: 2 * CodecMemory.trueColour * width * height
    ) { () throws(RasterError) in
      switch format {
      case .heic, .avif:
        return try HEIFEncoder.encode(
          self, as: format, quality: encoding.quality ?? 100, carrying: metadata)
      case .bmp: return try encodedAsBMP()
      case .tiff where transparency == .partial:
        return try premultipliedCopy().encodedWithGD(as: encoding)
      case .jpeg, .png, .webp, .gif, .tiff:
        return try encodedWithGD(as: encoding)
      }
    }
  }

  private func encodedWithGD(as encoding: Encoding) throws(RasterError) -> [UInt8] {
    let format = encoding.format
    if format.alpha == .channel { libgd.gdImageSaveAlpha(gd, transparency == .none ? 0 : 1) }
    if format == .jpeg { libgd.gdImageInterlace(gd, encoding.isProgressive ? 1 : 0) }
    // Below its scale libgd would take its own default.
    let quality = encoding.quality.map { Int32(min(max($0, 0), 100)) }
    var count: Int32 = 0
    let (file, messages) = LibGD.recordingMessages { () -> UnsafeMutableRawPointer? in
      switch format {
      case .jpeg: libgd.gdImageJpegPtr(gd, &count, quality ?? 100)
      case .png: libgd.gdImagePngPtrEx(gd, &count, Self.pngCompressionLevel)
      case .webp: libgd.gdImageWebpPtrEx(gd, &count, quality ?? gdWebpLossless)
      case .gif: libgd.gdImageGifPtr(gd, &count)
      case .tiff: libgd.gdImageTiffPtr(gd, &count)
      case .bmp, .heic, .avif: nil
      }
    }
    guard let file else { throw .cannotEncode(format, detail: messages.last) }
    defer { libgd.gdFree(file) }
    guard messages.isEmpty else { throw .cannotEncode(format, detail: messages.first) }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: file, count: Int(count)))
    return format == .tiff ? Self.withoutRemains(bytes) : bytes
  }

  /// A TIFF of libgd's with 0 between the strips and the directory, which begins at an even place: libgd's
  /// file in memory has there what lay in memory (gdReallocDynamic does not clear what it adds).
  private static func withoutRemains(_ bytes: [UInt8]) -> [UInt8] {
    guard let tiff = try? TIFFStructure(bytes[...]), let directory = try? tiff.firstDirectory(),
      let offsets = directory[.stripOffsets], let counts = directory[.stripByteCounts]
    else { return bytes }
    let ends = zip(offsets.unsignedValues, counts.unsignedValues).map { Int($0) + Int($1) }
    guard let end = ends.max(), end == tiff.firstDirectoryOffset - 1, end < bytes.count else {
      return bytes
    }
    var bytes = bytes
    bytes[end] = 0
    return bytes
  }
}
