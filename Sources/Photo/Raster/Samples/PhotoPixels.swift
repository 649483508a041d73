package import Formats

/// A decoded picture: of libgd, or in its file's own samples.
package enum PhotoPixels {
  case libgd(Image)
  case samples(SampleImage)

  package var width: Int {
    switch self {
    case .libgd(let image): image.width
    case .samples(let image): image.width
    }
  }

  package var height: Int {
    switch self {
    case .libgd(let image): image.height
    case .samples(let image): image.height
    }
  }

  /// The bytes of a pixel in ``withRow(_:_:)``.
  package var pixelSize: Int {
    switch self {
    case .libgd(let image): image.isPalette ? 1 : MemoryLayout<Int32>.size
    case .samples(let image): image.layout.pixelSize
    }
  }

  /// Calls the body with the bytes of a row as they are in memory.
  package func withRow<Failure: Error>(
    _ y: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .libgd(let image): try image.withRow(y, body)
    case .samples(let image): try image.withRow(y, body)
    }
  }

  /// Gives the colours of a row; samples of eight bits are scaled to sixteen.
  ///
  /// - Parameters:
  ///   - y: which row.
  ///   - colours: at least as many as the picture is wide; the first of them are replaced.
  package func read(row y: Int, into colours: inout [WideColour]) {
    switch self {
    case .samples(let image): image.read(row: y, into: &colours)
    case .libgd(let image): image.read(row: y, into: &colours)
    }
  }

  /// The bits of a channel.
  package var depth: SampleLayout.Depth {
    switch self {
    case .libgd: .eight
    case .samples(let image): image.layout.depth
    }
  }

  /// Whether the pixels are numbers of a palette's colours.
  package var isPalette: Bool {
    switch self {
    case .libgd(let image): image.isPalette
    case .samples(let image): image.layout.channels == .palette
    }
  }

  /// Whether all rows hold what pixels can be.
  package var isSound: Bool {
    switch self {
    case .libgd(let image): (0..<image.height).allSatisfy(image.isRowSound)
    case .samples(let image): image.isSound
    }
  }

  /// Whether the nearest colours of a palette had to serve for others.
  package var hasApproximatedColours: Bool {
    switch self {
    case .libgd(let image): image.hasApproximatedColours
    case .samples: false
    }
  }

  /// Lays an overlay over the picture, in its place.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func blend(_ overlay: Overlay, through placement: Placement) throws(RasterError) {
    switch self {
    case .libgd(let image): image.blend(overlay, through: placement)
    case .samples(let image): try image.blend(overlay, through: placement)
    }
  }

  /// A new picture of the same kind that shows a part of this one's pixels in other places; all of them
  /// inside.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func cut(
    width: Int, height: Int, through placement: Placement
  ) throws(RasterError) -> PhotoPixels {
    switch self {
    case .libgd(let image):
      .libgd(try image.cut(width: width, height: height, through: placement))
    case .samples(let image):
      .samples(try image.cut(width: width, height: height, through: placement))
    }
  }

  /// The picture as a file of its own, with those metadata that go in as it is encoded.
  ///
  /// - Throws: what ``Image/encoded(as:carrying:)`` throws.
  package func encoded(
    as encoding: Encoding, carrying metadata: PictureMetadata = PictureMetadata()
  ) throws(RasterError) -> [UInt8] {
    switch self {
    case .samples(let image) where encoding.format == .webp:
      try WebPCodec.encode(image, quality: encoding.quality)
    case .samples(let image) where encoding.format.hasSampleCodec:
      try image.encoded(as: encoding.format)
    case .libgd, .samples: try inLibgd().encoded(as: encoding, carrying: metadata)
    }
  }

  /// The picture as libgd has it; samples lose what that cannot hold.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func inLibgd() throws(RasterError) -> Image {
    switch self {
    case .libgd(let image): image
    case .samples(let samples): try Image(samples)
    }
  }

  /// The picture in samples.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func inSamples() throws(RasterError) -> SampleImage {
    switch self {
    case .libgd(let image): try SampleImage(image)
    case .samples(let samples): samples
    }
  }

  /// The picture in a form that comes back when its file is decoded: of libgd's palettes only a GIF gives
  /// one back, and a PNG one in samples.
  ///
  /// - Parameter format: the file's.
  /// - Returns: the same picture, or another one that looks the same.
  /// - Throws: `RasterError.cannotAllocate`.
  package func inForm(of format: PhotoFormat) throws(RasterError) -> PhotoPixels {
    guard case .libgd(let image) = self, image.isPalette, format != .gif else { return self }
    if format == .png { return .samples(try inSamples()) }
    let copy = try image.copied()
    try copy.makeTrueColour()
    return .libgd(copy)
  }
}

extension PhotoFormat {
  /// Whether pictures of the format are decoded to their own samples, and coded from them.
  package var hasSampleCodec: Bool { self == .png || self == .webp }

  /// Whether a photo of the format stays in its own samples when it becomes one of another, or of the same.
  package func keepsSamples(in output: PhotoFormat) -> Bool { self == output && hasSampleCodec }
}
