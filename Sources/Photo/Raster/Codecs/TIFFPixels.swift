import CCodecs.GD
import Formats

extension Image {
  /// Corrects the true-colour pixels that libgd decoded from a TIFF file: laid out as coded, with
  /// straight alpha, black as black.
  func correct(for traits: TIFFTraits) {
    let mirroring = traits.mirroring
    if mirroring.horizontal { libgd.gdImageFlipHorizontal(gd) }
    if mirroring.vertical { libgd.gdImageFlipVertical(gd) }
    if traits.isInverted {
      forEachPixel { $0 ^= 0xff_ffff }
    } else {
      // libtiff has multiplied the colours by their alpha, whatever they were in the file.
      forEachPixel { $0 = TrueColour(raw: $0).unmultiplied.raw }
    }
  }

  func copied() throws(RasterError) -> Image {
    guard let copy = libgd.gdImageClone(gd) else {
      throw .cannotAllocate(width: width, height: height)
    }
    return Image(owning: copy)
  }

  /// A copy with each colour multiplied by its alpha, which is what libgd's TIFF files with alpha say
  /// that they hold.
  func premultipliedCopy() throws(RasterError) -> Image {
    let image = try copied()
    image.forEachPixel { $0 = TrueColour(raw: $0).multiplied.raw }
    return image
  }

  private func forEachPixel(_ body: (inout Int32) -> Void) {
    for y in 0..<height {
      let row = row(y)
      for x in 0..<width { body(&row[x]) }
    }
  }
}

extension TrueColour {
  private var opacity: Int32 { Self.transparent - transparency }

  fileprivate var multiplied: TrueColour {
    scaled { ($0 * opacity + Self.transparent / 2) / Self.transparent }
  }

  fileprivate var unmultiplied: TrueColour {
    if transparency == 0 || opacity == 0 { return self }
    return scaled { min(($0 * Self.transparent + opacity / 2) / opacity, 255) }
  }

  private func scaled(_ scale: (Int32) -> Int32) -> TrueColour {
    TrueColour(
      red: scale(red), green: scale(green), blue: scale(blue), transparency: transparency)
  }
}

/// What must be known of a TIFF file's first directory to correct what libgd makes of it.
struct TIFFTraits {
  private let orientation: Orientation
  private let bitsPerSample: Int
  private let samplesPerPixel: Int
  /// TIFF 6.0, page 37.
  private let photometric: Int?

  private static let blackIsZero = 1

  init(_ photo: TIFFPhoto, orientation: Orientation) {
    self.orientation = orientation
    bitsPerSample = photo.first(.bitsPerSample) ?? 1
    samplesPerPixel = photo.first(.samplesPerPixel) ?? 1
    photometric = photo.first(.photometricInterpretation)
  }

  /// Whether libgd reads the rows itself, instead of through `TIFFReadRGBAImage` (gd_tiff.c).
  var isReadAsBilevel: Bool {
    bitsPerSample == 1 && samplesPerPixel == 1 && (photometric == 0 || photometric == 1)
  }

  /// Whether libgd takes black for white: it does so where a zero bit means black.
  var isInverted: Bool { isReadAsBilevel && photometric == Self.blackIsZero }

  /// How `TIFFReadRGBAImage` has turned the pixels: it mirrors them so that the first pixel comes
  /// to the top left, and leaves out the exchange of rows and columns of orientations 5 to 8.
  var mirroring: (horizontal: Bool, vertical: Bool) {
    if isReadAsBilevel { return (false, false) }
    return switch orientation {
    case .topRight, .rightTop: (true, false)
    case .bottomRight, .rightBottom: (true, true)
    case .bottomLeft, .leftBottom: (false, true)
    case .topLeft, .leftTop: (false, false)
    }
  }
}
