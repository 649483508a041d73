import Formats
import Raster

extension Encoding {
  /// The quality of lossy formats where neither the user nor the input gives one.
  static let usualQuality = 90
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
    let keepsPixels =
      quality == nil && format.coding == .either && header.format == format && header.isLossless
    let own = format == .jpeg ? header.jpeg.map(Self.quality) : nil
    self.init(
      format, quality: keepsPixels ? nil : quality ?? own ?? Self.usualQuality,
      isProgressive: format == .jpeg && header.jpeg?.coding == .progressive)
  }

  /// That of a JPEG's own tables, raised to where libgd keeps its colours.
  private static func quality(of details: JPEGDetails) -> Int {
    let tables = details.quality ?? usualQuality
    return details.hasMoreColourThan420 ? max(tables, fullColourQuality) : tables
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
