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

/// Draws lines of glyphs into masks.
package enum GlyphRaster {
  /// How much of each pixel the glyphs cover together.
  ///
  /// Each glyph is put where the caller's pen is, to the nearest pixel: libgd's own advances are
  /// hinted. Text so small that half a pixel matters is drawn larger, and averaged by the caller.
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
    var line = Coverage(width: width, height: height)
    for glyph in glyphs {
      let mask = try GlyphCache.mask(of: glyph.scalar, font: glyph.font, emSize: emSize)
      line.add(mask, x: wholePixel(glyph.x), y: wholePixel(baseline))
    }
    return line
  }
}

/// The nearest whole pixel, kept where sums of coordinates do not overflow.
private func wholePixel(_ position: Double) -> Int {
  Int(min(max(position.rounded(), -1e9), 1e9))
}

extension Coverage {
  /// Covers what a glyph covers, its pen at a pixel; what is covered twice is covered as by two
  /// layers.
  fileprivate mutating func add(_ glyph: GlyphMask, x penX: Int, y penY: Int) {
    let (left, top) = (penX + glyph.left, penY + glyph.top)
    let ink = glyph.ink
    let columns = max(0, -left)..<max(max(0, -left), min(ink.width, width - left))
    for row in 0..<ink.height where (0..<height).contains(top + row) {
      let target = (top + row) * width + left
      for column in columns {
        let value = ink.values[row * ink.width + column]
        if value == 0 { continue }
        let below = values[target + column]
        values[target + column] =
          below == 0 ? value : UInt8(255 - (255 - Int(value)) * (255 - Int(below)) / 255)
      }
    }
  }
}
