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
