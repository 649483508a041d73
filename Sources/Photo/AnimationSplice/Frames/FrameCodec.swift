import Formats
package import Raster

/// Decodes the pictures of frames, each a file of its own.
package struct FrameCodec {
  private let decoder: any PictureDecoder
  private let quality: Int?
  private let usualQuality: Int

  /// - Parameters:
  ///   - decoder: decodes the pictures.
  ///   - quality: of all frames that are re-encoded; nil keeps those without loss that are.
  ///   - usualQuality: of the others then.
  package init(_ decoder: any PictureDecoder, quality: Int?, usualQuality: Int) {
    (self.decoder, self.quality, self.usualQuality) = (decoder, quality, usualQuality)
  }

  /// The quality of a re-encoded frame; nil for one that keeps every pixel's value.
  func quality(of wasLossless: Bool) -> Int? { quality ?? (wasLossless ? nil : usualQuality) }

  /// The pixels of a still picture, as ``FrameColour`` has them.
  ///
  /// - Throws: `RasterError`.
  func pixels(of still: [UInt8], _ format: PhotoFormat) throws(RasterError) -> [UInt32] {
    guard let photo = try? PhotoFile(still) else {
      throw .damaged(format, detail: "a picture of the animation is damaged")
    }
    let image = try decoder.samples(of: photo)
    let rows = try image.converted(
      to: SampleLayout(width: image.width, height: image.height, .rgba))
    return rows.withRows { $0.bindMemory(to: UInt32.self).map { UInt32(littleEndian: $0) } }
  }

  /// Pixels as a picture of samples.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  static func image(
    _ pixels: [UInt32], width: Int, height: Int
  ) throws(RasterError) -> SampleImage {
    let image = try SampleImage(SampleLayout(width: width, height: height, .rgba))
    image.withRows { rows in
      pixels.map(\.littleEndian).withUnsafeBytes { rows.copyMemory(from: $0) }
    }
    return image
  }
}
