/// Everything that a file says of its picture before a pixel is decoded.
package struct PhotoHeader: Sendable, Hashable {
  package let format: PhotoFormat
  /// Width in pixels as coded, before `orientation`.
  package let width: Int
  /// Height in pixels as coded, before `orientation`.
  package let height: Int
  /// To be applied to the coded picture for display.
  package var orientation = Orientation.topLeft
  /// 8 for usual photos; the largest where channels differ; 1, 2 or 4 for small palettes.
  package var bitsPerChannel = 8
  package var colour: ColourModel
  /// Whether pixels may be transparent.
  package var hasAlpha = false
  /// Pictures of an animation; 1 for a still photo; `nil` for a sequence of unread length.
  package var frameCount: Int? = 1
  /// How often an animation is shown, 0 for ever; nil where that is not read.
  package var plays: Int?
  /// Pictures of a multi-page TIFF, counted up to `TIFFPhoto.maximumPages`.
  package var pageCount = 1
  /// Whether the coding keeps every pixel value (WebP: VP8L; PNG, GIF and BMP always).
  package var isLossless = false
  /// Whether the file reaches to the end of the picture's data, as far as the container tells.
  package var isComplete = true
  /// What else the file shows or holds that a re-encoded picture would be without.
  package var extras: [HiddenExtra] = []
  /// The size of the visible part (HEIF `clap`), where that is not all of the coded picture.
  package var visibleSize: PixelSize?
  /// How a JPEG is coded; `nil` for all other formats.
  package var jpeg: JPEGDetails?

  package var isAnimated: Bool { frameCount != 1 }

  /// The most pixels of a photo of this many megapixels: sensors have up to two per cent more than they
  /// are named for, 9248×6936 where it is 64.
  package static func mostPixels(megapixels: Int) -> Int { megapixels * 1_020_000 }

  /// Width in pixels after cropping and orientation.
  package var displayedWidth: Int {
    orientation.swapsAxes ? visibleSize?.height ?? height : visibleSize?.width ?? width
  }

  /// Height in pixels after cropping and orientation.
  package var displayedHeight: Int {
    orientation.swapsAxes ? visibleSize?.width ?? width : visibleSize?.height ?? height
  }

  package var displayedSize: PixelSize {
    PixelSize(width: displayedWidth, height: displayedHeight)
  }
}

/// A width and a height in pixels.
package struct PixelSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// What a pixel's channels mean in the file.
package enum ColourModel: String, Sendable {
  case gray, rgb, palette, cmyk
  /// Luminance and two colour differences, as most lossy photos are coded.
  case ycc
  /// CMYK coded as luminance, colour differences and black (Adobe JPEG, transform 2).
  case ycck
  /// CIE L*a*b* and others that only TIFF has.
  case other
}

/// A picture or map beside the main picture that a re-encoded file would be without.
package enum HiddenExtra: Sendable, Hashable {
  case gainMap, depthMap
  /// A video after or inside the photo.
  case motionPhoto
  /// Another auxiliary image, with the URN or name that the file gives it.
  case auxiliary(String)
}

/// How the coded picture is turned for display: EXIF orientation, TIFF tag 0x0112.
///
/// Each name says where the coded picture's first row and first column are when displayed
/// (TIFF 6.0, page 36; Exif 3.0, 4.6.5.1.6).
package enum Orientation: Int, Sendable, CaseIterable {
  case topLeft = 1
  case topRight, bottomRight, bottomLeft
  case leftTop, rightTop, rightBottom, leftBottom

  /// Whether width and height change places for display.
  package var swapsAxes: Bool { rawValue >= Orientation.leftTop.rawValue }

  /// The orientation that shows what `self` shows, turned a quarter turn anticlockwise.
  var turnedAnticlockwise: Orientation {
    switch self {
    case .topLeft: .leftBottom
    case .leftBottom: .bottomRight
    case .bottomRight: .rightTop
    case .rightTop: .topLeft
    case .topRight: .leftTop
    case .leftTop: .bottomLeft
    case .bottomLeft: .rightBottom
    case .rightBottom: .topRight
    }
  }

  /// This orientation, turned clockwise by this many quarter turns, 0 or more.
  package func turned(clockwise quarters: Int) -> Orientation {
    (0..<(4 - quarters % 4) % 4).reduce(self) { orientation, _ in orientation.turnedAnticlockwise }
  }

  /// Whether the picture is mirrored, not only turned.
  package var isMirrored: Bool {
    switch self {
    case .topLeft, .bottomRight, .rightTop, .leftBottom: false
    case .topRight, .bottomLeft, .leftTop, .rightBottom: true
    }
  }

  /// The orientation that shows what `self` shows, with left and right exchanged.
  var mirroredLeftRight: Orientation {
    switch self {
    case .topLeft: .topRight
    case .topRight: .topLeft
    case .bottomRight: .bottomLeft
    case .bottomLeft: .bottomRight
    case .leftTop: .rightTop
    case .rightTop: .leftTop
    case .rightBottom: .leftBottom
    case .leftBottom: .rightBottom
    }
  }

  /// The orientation that shows what `self` shows, with top and bottom exchanged.
  var mirroredTopBottom: Orientation {
    turnedAnticlockwise.mirroredLeftRight.turnedAnticlockwise.turnedAnticlockwise
      .turnedAnticlockwise
  }
}

extension Orientation {
  /// The orientation that the main directory of an EXIF block gives; `topLeft` where it gives none
  /// or none from 1 to 8.
  init(exif: ArraySlice<UInt8>?) {
    guard let exif, let structure = try? TIFFStructure(exif),
      let directory = try? structure.firstDirectory(),
      let value = directory[.orientation]?.unsigned(at: 0)
    else {
      self = .topLeft
      return
    }
    self = Orientation(rawValue: Int(value)) ?? .topLeft
  }
}
