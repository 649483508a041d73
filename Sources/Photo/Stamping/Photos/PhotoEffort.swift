import AnimationSplice
import Files
import Formats

/// How long work on a photo takes at most, as its file says before a pixel is decoded.
///
/// The figures were measured on one core of an AMD EPYC with photos of noise: of the few values that take
/// longest to be coded, and of all values. What takes longest counts: being stamped, edited, or shown.
package struct PhotoEffort: Sendable, Hashable {
  /// Of one core.
  package let milliseconds: Double

  /// What a phone's photo takes: 50 megapixels as HEIC or JPEG.
  package static let usual = 2_000.0

  /// To find the first picture of a video; nobody knows beforehand how long that takes.
  package static let ofVideo = PhotoEffort(milliseconds: .infinity)

  /// Whether it takes longer than usual photos do.
  package var isLong: Bool { milliseconds > Self.usual }

  private init(milliseconds: Double) { self.milliseconds = milliseconds }

  /// - Parameters:
  ///   - bytes: the photo's file.
  ///   - isStill: whether only the first picture is decoded, to be looked at.
  /// - Throws: ``StampError/photo(_:)`` where its header cannot be read.
  package init(of bytes: [UInt8], isStill: Bool = false) throws(StampError) {
    let photo = try rethrowing(PhotoFile(bytes), as: StampError.photo)
    let megapixels = isStill ? photo.header.megapixels : photo.megapixelsOfAll
    let density = megapixels > 0 ? Double(bytes.count) / 1_000_000 / megapixels : 0
    let rate =
      isStill || !photo.header.isAnimated
      ? photo.rateOfPicture(density) * (isStill ? photo.header.shareOfLooking : 1)
      : photo.header.rateOfFrames(density, haveAlpha: photo.hasFramesWithAlpha)
    milliseconds = megapixels * rate + photo.millisecondsOfParts(isStill: isStill)
  }

  /// Of one photo after the other.
  ///
  /// - Parameter efforts: those of each.
  package init(_ efforts: [PhotoEffort]) {
    milliseconds = efforts.reduce(0) { $0 + $1.milliseconds }
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

  /// What a picture takes.
  ///
  /// - Parameter density: bytes of the file for a pixel: what is compressed with loss takes as long as it has
  ///   bytes.
  /// - Returns: milliseconds for a megapixel.
  fileprivate func rateOfPicture(_ density: Double) -> Double {
    switch header.format {
    case .jpeg:
      // Where it is shrunk or re-encoded; only blocks under the label are replaced in a tenth of that.
      let scans = jpegStructure?.segments.count { $0.marker == .startOfScan } ?? 1
      let coding = header.jpeg
      let least = max(coding?.isArithmetic == true ? 60 : 10, 2.5 * Double(scans))
      let rate =
        coding?.isArithmetic == true ? 200.0 : coding?.coding == .progressive ? 150 : 40
      return max(least, rate * density)
    case .png:
      // By samples of a pixel, from one to four.
      let rates: [Double] =
        header.bitsPerChannel > 8 ? [240, 340, 320, 450] : [125, 160, 145, 190]
      return rates[header.samples - 1]
    case .webp:
      // Opacity is compressed without loss beside colours that are not.
      let colours = header.isLossless ? 350 : 75 + 85 * density
      return header.hasAlpha ? max(640, colours) : colours
    case .heic: return max(38, 150 * density)
    case .avif: return max(45, 120 * density)
    // Most of it is that it is written as PNG; reading LZMA takes long too.
    case .tiff: return isOfLZMA ? 215 : 165
    case .gif: return 60
    case .bmp: return 65
    }
  }
}

extension PhotoFile {
  /// Whether a TIFF has a picture that is compressed by LZMA, the compression 34925 of libtiff.
  fileprivate var isOfLZMA: Bool {
    guard case .tiff(let tiff) = structure else { return false }
    return tiff.pages.contains { $0[.compression]?.unsigned(at: 0) == 34_925 }
  }
}

extension PhotoFile {
  /// Strips or tiles of a page whose lengths are added up; more of them take long by their number.
  private static let countedParts = 100_000

  /// What reading the strips and tiles of a TIFF takes in addition, which may be small, and share bytes of
  /// the file.
  fileprivate func millisecondsOfParts(isStill: Bool) -> Double {
    guard case .tiff(let tiff) = structure else { return 0 }
    return tiff.pages.prefix(isStill ? 1 : .max).reduce(0) { sum, page in
      guard let page = try? TIFFPage(page, of: tiff) else { return sum }
      let bytes = (0..<min(page.grid.count, Self.countedParts)).reduce(0) { bytes, part in
        bytes + ((try? page.range(of: part).count) ?? 0)
      }
      return sum + 0.02 * Double(page.grid.count) + 10 * Double(bytes) / 1_000_000
    }
  }

  /// Whether a frame of an animated WebP has opacity, whatever its header says.
  fileprivate var hasFramesWithAlpha: Bool {
    guard case .webp(let webp) = structure else { return false }
    let canvas = PixelSize(width: header.width, height: header.height)
    return header.hasAlpha || webp.frames(on: canvas)?.contains(where: \.hasAlpha) == true
  }
}

extension PhotoHeader {
  fileprivate var megapixels: Double { PixelSize(width: width, height: height).megapixels }

  /// Of a pixel of a PNG, whose colours come from a palette or not: one or three, and the opacity.
  fileprivate var samples: Int { (colour == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }

  /// What looking at a picture takes of the whole work, which codes no large picture. Of what is compressed
  /// with loss, decoding is most.
  fileprivate var shareOfLooking: Double {
    switch format {
    case .png, .tiff, .gif, .bmp: 0.5
    case .webp: isLossless || hasAlpha ? 0.5 : 1
    case .jpeg, .heic, .avif: 1
    }
  }

  /// What an animation's frames take, which are decoded more than once.
  ///
  /// - Parameters:
  ///   - density: as of a picture.
  ///   - haveAlpha: whether frames of a WebP have opacity.
  /// - Returns: milliseconds for a megapixel.
  fileprivate func rateOfFrames(_ density: Double, haveAlpha: Bool) -> Double {
    switch format {
    case .png: hasAlpha ? 520 : 430
    case .webp: isLossless || haveAlpha ? max(650, 140 + 120 * density) : 140 + 120 * density
    case .gif: 115
    case .jpeg, .heic, .avif, .tiff, .bmp: 215
    }
  }
}

extension PixelSize {
  fileprivate var megapixels: Double { Double(width) * Double(height) / 1_000_000 }
}
