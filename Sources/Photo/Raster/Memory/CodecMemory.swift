package import Formats

/// The most memory that the decoders and encoders take, by what they are known to allocate: bytes a
/// pixel, measured on photos of each kind.
package enum CodecMemory {
  /// libgd's picture in true colour.
  static let trueColour = 4

  /// What decoding a photo takes at most besides its file, the decoded picture included.
  package static func decoding(_ photo: PhotoFile) -> Int {
    let header = photo.header
    let pixels = header.pixels
    switch photo.structure {
    case .jpeg(let structure):
      return trueColour * pixels + coefficients(structure, header)
    case .png:
      // libgd holds all rows as they are in the file until the picture is filled.
      return (trueColour + (header.hasAlpha ? 4 : 3)) * pixels
    case .webp:
      return (header.isLossless ? 12 : header.hasAlpha ? 10 : 8) * pixels + 2 * photo.bytes.count
    case .gif(let structure):
      let isSmaller = structure.firstImage.map {
        $0 != PixelSize(width: header.width, height: header.height)
      }
      return (isSmaller == true ? 1 + trueColour : 1) * pixels
    case .bmp: return (trueColour + 1) * pixels
    case .tiff(let tiff): return 2 * trueColour * pixels + tiff.bufferSize
    case .heif:
      let depth = header.bitsPerChannel > 8 ? 2 : 1
      // Planes as coded, of tiles and of the whole, turned, and as RGB; and the decoder's own frames.
      return (trueColour + 3 + (header.hasAlpha ? 13 : 9) * depth) * pixels
    }
  }

  /// What decoding a photo to its own samples takes at most besides its file: the picture, and another one
  /// where it takes colours for its label.
  package static func decodingSamples(_ header: PhotoHeader) -> Int {
    if header.format == .webp {
      return ((header.isLossless ? 12 : header.hasAlpha ? 10 : 8) + 8) * header.pixels
    }
    let depth = header.bitsPerChannel > 8 ? 2 : 1
    let asCoded = (header.hasAlpha ? 4 : header.colour == .rgb ? 3 : 1) * depth
    return (asCoded + (header.colour == .rgb ? 0 : labelled(header))) * header.pixels
  }

  /// What coding a photo from its own samples takes at most, the picture and the finished file included.
  package static func encodingSamples(_ header: PhotoHeader) -> Int {
    // The file is held twice for a moment, with its metadata or its stamp and without; one that is to prove
    // itself without an undo is decoded.
    4 * labelled(header) * header.pixels
  }

  /// The bytes of a pixel of a photo in samples, with colours.
  private static func labelled(_ header: PhotoHeader) -> Int {
    (header.hasAlpha ? 4 : 3) * (header.bitsPerChannel > 8 ? 2 : 1)
  }

  /// The coefficients that libjpeg keeps of a picture of several scans, two bytes each.
  package static func coefficients(_ structure: JPEGStructure, _ header: PhotoHeader) -> Int {
    let scans = structure.segments.count { $0.marker == .startOfScan }
    guard let details = header.jpeg, details.coding == .progressive || scans > 1 else { return 0 }
    return 2 * samples(of: details, header)
  }

  /// Whole MCUs of all components (T.81, A.2.4).
  package static func samples(of details: JPEGDetails, _ header: PhotoHeader) -> Int {
    let across = max(1, details.sampling.map(\.horizontal).max() ?? 1)
    let down = max(1, details.sampling.map(\.vertical).max() ?? 1)
    let columns = (header.width + 8 * across - 1) / (8 * across)
    let rows = (header.height + 8 * down - 1) / (8 * down)
    let blocks = details.sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
    return columns * rows * blocks * 64
  }

  /// What encoding a picture takes at most, the picture and the finished file included.
  ///
  /// - Parameters:
  ///   - header: of the photo that the picture is of.
  ///   - encoding: how it is encoded.
  /// - Returns: bytes.
  package static func encoding(_ header: PhotoHeader, as encoding: Encoding) -> Int {
    let pixels = header.pixels
    let raw = header.bitsPerChannel == 1 ? 1 : header.hasAlpha ? 4 : 3
    switch encoding.format {
    case .jpeg:
      let quality = encoding.quality ?? 100
      let coded = quality >= 95 ? 3 : quality >= 90 ? 2 : 1
      // A progressive one is coded from all of its coefficients.
      return (trueColour + 2 * coded + (encoding.isProgressive ? 6 : 0)) * pixels
    case .png, .bmp: return (trueColour + 3 * raw) * pixels
    case .tiff:
      return (trueColour + 3 * raw + (header.hasAlpha ? trueColour : 0)) * pixels
    // Of a GIF alone, which keeps its palette.
    case .gif: return 4 * pixels
    case .webp: return (encoding.isLossless ? 42 : header.hasAlpha ? 30 : 21) * pixels
    case .heic, .avif:
      // From this quality on chroma is at full resolution.
      let colour = encoding.quality ?? 100 >= 90 ? 44 : 32
      return (colour + (header.hasAlpha ? 10 : 0)) * pixels
    }
  }
}

extension PhotoHeader {
  /// As many as there are, or as a number can say.
  var pixels: Int {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    // Room for what a pixel is multiplied with.
    return overflows ? Int.max >> 8 : min(pixels, Int.max >> 8)
  }
}
