import CGD

/// A raster image of libgd: true colour with seven bits of alpha, or up to 256 colours of a palette.
///
/// Owns its `gdImage`; not Sendable, because libgd guards no image against a second thread.
package final class Image {
  package let width: Int
  package let height: Int
  /// Whether `blend` met a palette so full that it had to put the nearest colour for the wanted one.
  package internal(set) var hasApproximatedColours = false

  /// Lives exactly as long as this object.
  let gd: gdImagePtr

  /// Takes over an image that libgd allocated.
  init(owning gd: gdImagePtr) {
    self.gd = gd
    width = Int(gd.pointee.sx)
    height = Int(gd.pointee.sy)
  }

  /// An opaque black image in true colour.
  ///
  /// - Throws: `RasterError.cannotAllocate` when a side is below 1 or memory is short.
  package convenience init(width: Int, height: Int) throws(RasterError) {
    self.init(owning: try Self.allocate(width: width, height: height))
  }

  deinit {
    gdImageDestroy(gd)
  }

  static func allocate(width: Int, height: Int) throws(RasterError) -> gdImagePtr {
    let (gd, _) = LibGD.recordingMessages { () -> gdImagePtr? in
      guard let width = Int32(exactly: width), let height = Int32(exactly: height) else {
        return nil
      }
      return gdImageCreateTrueColor(width, height)
    }
    guard let gd else { throw .cannotAllocate(width: width, height: height) }
    return gd
  }
}

extension Image {
  /// Whether the pixels are numbers of palette entries.
  var isPalette: Bool { gd.pointee.trueColor == 0 }

  /// One row of a true-colour image, `width` long.
  func row(_ y: Int) -> UnsafeMutablePointer<Int32> {
    guard let row = gd.pointee.tpixels[y] else {
      preconditionFailure("libgd allocates every row together with the image")
    }
    return row
  }

  /// The colour at a pixel of the image; both coordinates must lie inside.
  package subscript(x: Int, y: Int) -> RGBA {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height)
      return TrueColour(raw: gdImageGetTrueColorPixel(gd, Int32(x), Int32(y))).rgba
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height && !isPalette)
      row(y)[x] = TrueColour(newValue).raw
    }
  }

  /// What the image's alpha channel holds.
  package enum Transparency: Comparable, Sendable {
    case none
    /// Some pixels are fully transparent, all others opaque.
    case cutOut
    /// Some pixels are partly transparent.
    case partial
  }

  /// One pass over all pixels, until a partly transparent one is met.
  package var transparency: Transparency {
    if isPalette { return paletteTransparency }
    var found = Transparency.none
    for y in 0..<height {
      let row = row(y)
      // All alphas of the row ORed together: opaque rows, nearly all, need no branch a pixel.
      var union: Int32 = 0
      for x in 0..<width { union |= row[x] }
      if TrueColour(raw: union).transparency == 0 { continue }
      for x in 0..<width {
        switch TrueColour(raw: row[x]).transparency {
        case 0: break
        case TrueColour.transparent: found = .cutOut
        default: return .partial
        }
      }
    }
    return found
  }
}
