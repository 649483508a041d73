import CGD

extension Image {
  /// zlib's level for PNG, 0…9: on photos a third of the time of the usual 6, for 2 to 4 % more
  /// bytes.
  private static let pngCompressionLevel: Int32 = 3

  /// The image as a file of its own, without any metadata of the photo it came from.
  ///
  /// Alpha is written where a pixel needs it and the format has it; JPEG and BMP drop it.
  ///
  /// - Throws: `sideTooLong`, `cannotEncode`.
  package func encoded(as encoding: Encoding) throws(RasterError) -> [UInt8] {
    let longest = max(width, height)
    guard longest <= encoding.maximumSide else {
      throw .sideTooLong(encoding.codec, observed: longest, limit: encoding.maximumSide)
    }
    switch encoding {
    case .heic(let quality): return try HEIFEncoder.encode(self, as: .heic, quality: quality)
    case .avif(let quality): return try HEIFEncoder.encode(self, as: .avif, quality: quality)
    case .tiff where transparency == .partial:
      return try premultipliedCopy().encodedWithGD(as: .tiff)
    case .jpeg, .png, .webp, .webpLossless, .gif, .bmp, .tiff:
      return try encodedWithGD(as: encoding)
    }
  }

  private func encodedWithGD(as encoding: Encoding) throws(RasterError) -> [UInt8] {
    if encoding.hasAlpha { gdImageSaveAlpha(gd, transparency == .none ? 0 : 1) }
    if case .jpeg(_, let progressive) = encoding { gdImageInterlace(gd, progressive ? 1 : 0) }
    var count: Int32 = 0
    let (file, messages) = LibGD.recordingMessages { () -> UnsafeMutableRawPointer? in
      switch encoding {
      case .jpeg(let quality, _): gdImageJpegPtr(gd, &count, percent(quality))
      case .png: gdImagePngPtrEx(gd, &count, Self.pngCompressionLevel)
      case .webp(let quality): gdImageWebpPtrEx(gd, &count, percent(quality))
      case .webpLossless: gdImageWebpPtrEx(gd, &count, gdWebpLossless)
      case .gif: gdImageGifPtr(gd, &count)
      case .bmp: gdImageBmpPtr(gd, &count, 0)
      case .tiff: gdImageTiffPtr(gd, &count)
      case .heic, .avif: nil
      }
    }
    guard let file else { throw .cannotEncode(encoding.codec, detail: messages.last) }
    defer { gdFree(file) }
    guard messages.isEmpty else { throw .cannotEncode(encoding.codec, detail: messages.first) }
    return [UInt8](UnsafeRawBufferPointer(start: file, count: Int(count)))
  }
}

/// A quality within libgd's scale; below it libgd would take its own default.
private func percent(_ quality: Int) -> Int32 {
  Int32(min(max(quality, 0), 100))
}
