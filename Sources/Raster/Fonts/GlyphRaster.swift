import CGD

/// A character, the font that draws it, and where its pen starts.
package struct PositionedGlyph: Sendable {
  package var scalar: Unicode.Scalar
  package var font: Font
  /// In pixels from the left edge of the mask.
  package var x: Double

  package init(scalar: Unicode.Scalar, font: Font, x: Double) {
    self.scalar = scalar
    self.font = font
    self.x = x
  }
}

/// Draws glyphs into masks with libgd (which asks FreeType).
package enum GlyphRaster {
  /// Below this em size in pixels the glyphs are drawn a whole number of times larger and averaged
  /// down. libgd hints glyphs and puts them on whole pixels, which would make small text another
  /// picture than large text; Nanum Gothic Bold's own hints thin its strokes by 8 % up to here.
  private static let smallestDrawnEm = 128.0
  /// Text smaller than this is nothing but a shade, and not drawn larger still.
  private static let smallestLegibleEm = 4.0

  /// How much of each pixel the glyphs cover together.
  ///
  /// Each glyph is drawn alone, its pen where the caller puts it: libgd's own advances are hinted.
  ///
  /// - Parameters:
  ///   - glyphs: in any order; each is drawn at its own pen position.
  ///   - baseline: in pixels from the mask's top edge.
  ///   - emSize: in pixels, more than 0.
  ///   - width: of the mask, in pixels, at least 1; what reaches beyond it is cut off.
  ///   - height: of the mask, likewise.
  /// - Returns: a mask of `width` × `height`.
  /// - Throws: `RasterError.cannotDraw` when a font file is gone or broken, `cannotAllocate`.
  package static func coverage(
    of glyphs: [PositionedGlyph], baseline: Double, emSize: Double, width: Int, height: Int
  ) throws(RasterError) -> Coverage {
    let drawn = smallestDrawnEm / max(emSize, smallestLegibleEm)
    let factor = max(1, Int(drawn.rounded(.up)))
    let canvas = try Image(width: width * factor, height: height * factor)
    for glyph in glyphs {
      try draw(
        glyph.scalar, of: glyph.font, on: canvas, x: glyph.x * Double(factor),
        y: baseline * Double(factor), emSize: emSize * Double(factor))
    }
    return Coverage(averaging: canvas, by: factor)
  }

  /// Draws one glyph in white, its pen rounded to the nearest whole pixel.
  private static func draw(
    _ scalar: Unicode.Scalar, of font: Font, on canvas: Image, x: Double, y: Double, emSize: Double
  ) throws(RasterError) {
    let white = TrueColour(red: 255, green: 255, blue: 255, transparency: 0).raw
    var extra = gdFTStringExtra()
    extra.flags = gdFTEX_RESOLUTION | gdFTEX_CHARMAP | gdFTEX_DISABLE_KERNING
    extra.charmap = gdFTEX_Unicode
    // At 72 dots an inch a point is a pixel.
    (extra.hdpi, extra.vdpi) = (72, 72)
    let failure = gdImageStringFTEx(
      canvas.gd, nil, white, font.path, emSize, 0, pixel(x), pixel(y),
      String(Character(scalar)), &extra)
    if let failure {
      throw .cannotDraw(font: font.path, detail: String(cString: failure))
    }
  }
}

/// The nearest whole pixel, kept where libgd's sums of coordinates do not overflow.
private func pixel(_ position: Double) -> Int32 {
  Int32(min(max(position.rounded(), -1e9), 1e9))
}

extension Coverage {
  /// The brightness of a canvas drawn on in white, each value the mean of factor × factor pixels.
  ///
  /// The factor is at least 1, and the canvas's sides are whole multiples of it.
  fileprivate init(averaging canvas: Image, by factor: Int) {
    self.init(width: canvas.width / factor, height: canvas.height / factor)
    let width = width
    let area = Int32(factor * factor)
    var sums = [Int32](repeating: 0, count: width)
    for y in 0..<height {
      values.withUnsafeMutableBufferPointer { values in
        if factor == 1 {
          let row = canvas.row(y)
          for x in 0..<width { values[y * width + x] = UInt8(truncatingIfNeeded: row[x]) }
          return
        }
        sums.withUnsafeMutableBufferPointer { sums in
          sums.update(repeating: area / 2)
          for fineY in y * factor..<(y + 1) * factor {
            addRuns(of: canvas.row(fineY), by: factor, to: sums)
          }
          for x in 0..<width { values[y * width + x] = UInt8(truncatingIfNeeded: sums[x] / area) }
        }
      }
    }
  }
}

/// Adds to each sum the coverage of its run of pixels: the lowest channel, white on black.
///
/// The row holds `factor` pixels for every sum.
private func addRuns(
  of row: UnsafePointer<Int32>, by factor: Int, to sums: UnsafeMutableBufferPointer<Int32>
) {
  var pixel = row
  for x in 0..<sums.count {
    for _ in 0..<factor {
      sums[x] &+= pixel.pointee & 0xff
      pixel += 1
    }
  }
}
