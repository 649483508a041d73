import Formats
import Raster

extension Encoding {
  /// The quality of lossy formats where neither the user nor the input gives one.
  private static let usualQuality = 90
  /// From this quality on libgd writes JPEG without chroma subsampling (gd_jpeg.c).
  private static let fullColourQuality = 90

  /// How a stamped photo is coded.
  ///
  /// A JPEG keeps the quality of its own quantisation tables and, as near as libgd can, its chroma
  /// resolution: full where the input has more than 4:2:0. A lossless WebP stays lossless.
  ///
  /// - Parameters:
  ///   - header: the input's.
  ///   - format: the output's.
  ///   - quality: from 1 to 100, for lossy formats; nil keeps the input's.
  init(for header: PhotoHeader, as format: PhotoFormat, quality: Int?) {
    switch format {
    case .jpeg:
      let own = header.jpeg.map { details in
        let tables = details.quality ?? Self.usualQuality
        return details.hasMoreColourThan420 ? max(tables, Self.fullColourQuality) : tables
      }
      self = .jpeg(
        quality: quality ?? own ?? Self.usualQuality,
        progressive: header.jpeg?.coding == .progressive)
    case .png: self = .png
    case .webp where header.format == .webp && header.isLossless && quality == nil:
      self = .webpLossless
    case .webp: self = .webp(quality: quality ?? Self.usualQuality)
    case .gif: self = .gif
    case .bmp: self = .bmp
    case .tiff: self = .tiff
    case .heic: self = .heic(quality: quality ?? Self.usualQuality)
    case .avif: self = .avif(quality: quality ?? Self.usualQuality)
    }
  }

  /// Whether pixels outside the label keep their values.
  var isLossless: Bool {
    switch self {
    case .png, .webpLossless, .gif, .bmp, .tiff: true
    case .jpeg, .webp, .heic, .avif: false
    }
  }
}

extension JPEGDetails {
  /// Whether chroma is stored finer than one sample for two pixels in both directions.
  fileprivate var hasMoreColourThan420: Bool {
    guard sampling.count == 3 else { return false }
    let finest = (
      sampling.map(\.horizontal).max() ?? 1, sampling.map(\.vertical).max() ?? 1
    )
    return sampling.dropFirst().contains {
      2 * $0.horizontal > finest.0 || 2 * $0.vertical > finest.1
    }
  }
}

extension Codec {
  init(_ format: PhotoFormat) {
    self =
      switch format {
      case .jpeg: .jpeg
      case .png: .png
      case .webp: .webp
      case .gif: .gif
      case .bmp: .bmp
      case .tiff: .tiff
      case .heic: .heic
      case .avif: .avif
      }
  }
}
