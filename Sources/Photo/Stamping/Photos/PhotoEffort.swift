import AnimationSplice
import Files
import Formats

/// How long stamping a photo takes, as its file says before a pixel is decoded.
///
/// The figures were measured with photos that have a sensor's noise, of 12 to 64 megapixels, on one core of
/// an AMD EPYC.
package struct PhotoEffort: Sendable, Hashable {
  /// Of one core.
  package let milliseconds: Double

  /// What a phone's photo takes: 50 megapixels as HEIC, 200 as JPEG.
  private static let usual = 2_000.0

  /// Whether it takes longer than usual photos do.
  package var isLong: Bool { milliseconds > Self.usual }

  /// - Parameters:
  ///   - bytes: the photo's file.
  ///   - isStill: whether only the first picture is decoded, to be looked at.
  /// - Throws: ``StampError/photo(_:)`` where its header cannot be read.
  package init(of bytes: [UInt8], isStill: Bool = false) throws(StampError) {
    let photo = try rethrowing(PhotoFile(bytes), as: StampError.photo)
    let megapixels = isStill ? photo.header.megapixels : photo.megapixelsOfAll
    let rate =
      isStill || !photo.header.isAnimated ? photo.rateOfPicture : photo.header.rateOfFrames
    milliseconds = megapixels * rate
  }
}

extension PhotoFile {
  /// Those of all frames or pages.
  fileprivate var megapixelsOfAll: Double {
    switch structure {
    case .gif:
      // Frames may be larger than the screen.
      return Double((try? GIFAnimation(self))?.extent.pixels ?? 0) / 1_000_000
    case .tiff(let tiff):
      let pages = tiff.pages.compactMap { try? TIFFPage($0, of: tiff).size.megapixels }
      return max(header.megapixels, pages.reduce(0, +))
    case .jpeg, .png, .webp, .bmp, .heif:
      return header.megapixels * Double(max(1, header.frameCount ?? 1))
    }
  }

  /// Milliseconds for a megapixel of a picture.
  fileprivate var rateOfPicture: Double {
    switch header.format {
    case .jpeg:
      // Where it is shrunk or coded anew; only blocks under the label are replaced in a tenth of that.
      let scans = jpegStructure?.segments.count { $0.marker == .startOfScan } ?? 1
      return max(header.jpeg?.isArithmetic == true ? 60 : 10, 2.5 * Double(scans))
    case .png: return header.bitsPerChannel > 8 ? 180 : 95
    case .webp: return header.isLossless ? 260 : 85
    case .heic, .avif: return 38
    case .tiff: return 30
    case .gif: return 25
    case .bmp: return 15
    }
  }
}

extension PhotoHeader {
  fileprivate var megapixels: Double { PixelSize(width: width, height: height).megapixels }

  /// Milliseconds for a megapixel of an animation's frames, which are decoded more than once.
  fileprivate var rateOfFrames: Double {
    switch format {
    case .png: 235
    case .webp: isLossless ? 430 : 140
    case .gif: 85
    case .jpeg, .heic, .avif, .tiff, .bmp: 38
    }
  }
}

extension PixelSize {
  fileprivate var megapixels: Double { Double(width) * Double(height) / 1_000_000 }
}
