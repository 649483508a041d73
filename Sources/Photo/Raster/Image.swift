import CCodecs.GD
package import Formats

/// A raster image of libgd: true colour with seven bits of alpha, or up to 256 colours of a palette.
///
/// Owns its `gdImage`; not Sendable, because libgd guards no image against a second thread.
package final class Image {
  package let width: Int
  package let height: Int
  /// Whether `blend` found the palette full and took the nearest colour for one that was wanted.
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
    libgd.gdImageDestroy(gd)
  }

  static func allocate(width: Int, height: Int) throws(RasterError) -> gdImagePtr {
    let (gd, _) = LibGD.recordingMessages { () -> gdImagePtr? in
      guard let width = Int32(exactly: width), let height = Int32(exactly: height) else {
        return nil
      }
      return libgd.gdImageCreateTrueColor(width, height)
    }
    guard let gd else { throw .cannotAllocate(width: width, height: height) }
    return gd
  }
}

extension Image {
  /// Whether the pixels are numbers of palette entries.
  package var isPalette: Bool { gd.pointee.trueColor == 0 }

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
      return TrueColour(raw: libgd.gdImageGetTrueColorPixel(gd, Int32(x), Int32(y))).rgba
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

extension Image {
  /// A new image that shows this one's pixels in other places.
  ///
  /// - Parameters:
  ///   - width: the new image's, in pixels.
  ///   - height: likewise.
  ///   - placement: where the new image's pixels lie on this one; all of them inside.
  /// - Returns: an image in true colour.
  /// - Throws: `RasterError.cannotAllocate`.
  package func turned(
    width: Int, height: Int, through placement: Placement
  ) throws(RasterError) -> Image {
    let turned = try Image(width: width, height: height)
    let isPalette = isPalette
    for y in 0..<height {
      let row = turned.row(y)
      var sourceX = placement.originX + y * placement.down.dx
      var sourceY = placement.originY + y * placement.down.dy
      for x in 0..<width {
        row[x] =
          isPalette
          ? libgd.gdImageGetTrueColorPixel(gd, Int32(sourceX), Int32(sourceY))
          : self.row(sourceY)[sourceX]
        sourceX += placement.right.dx
        sourceY += placement.right.dy
      }
    }
    return turned
  }
}

/// Why an image could not be made, read, drawn on or written.
package enum RasterError: Error, Hashable, Sendable {
  /// The bytes are not an image of this kind, or of a variant that the decoder does not know.
  case cannotDecode(PhotoFormat, detail: String)
  /// The bytes are an image, but pixels are missing or wrong, in the decoder's words.
  case damaged(PhotoFormat, detail: String)
  case cannotEncode(PhotoFormat, detail: String)
  /// The format cannot hold a side of this many pixels.
  case sideTooLong(PhotoFormat, observed: Int, limit: Int)
  /// The decoder finds another size in the file than its header says.
  case otherSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// No memory for an image of this size, or more pixels than libgd counts.
  case cannotAllocate(width: Int, height: Int)
  /// The decoder, in a process of its own, did not come to an end.
  case decoder(PhotoFormat, DecoderFailure)
  /// libgd could not draw with a font file.
  case cannotDraw(font: String, detail: String)
}

extension PixelSize {
  /// Checks a decoder's answer, before it takes memory for pixels, against the size that the file's
  /// reader has found.
  func expect(width: Int, height: Int) throws(RasterError) {
    guard (width, height) == (self.width, self.height) else {
      throw .otherSize(
        width: width, height: height, expectedWidth: self.width, expectedHeight: self.height)
    }
  }
}
