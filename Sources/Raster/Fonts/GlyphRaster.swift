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
  /// How much of each pixel the glyphs cover together, or a line around them.
  ///
  /// Each glyph is put where the caller's pen is, to the nearest pixel: libgd's own advances are
  /// hinted. Text so small that half a pixel matters is drawn larger, and averaged by the caller.
  ///
  /// What is near one of several glyphs is near them all together, so a line's outline is put
  /// together from those of its glyphs, each measured once (see ``Coverage/dilated(by:)``).
  ///
  /// - Parameters:
  ///   - glyphs: in any order; each is drawn at its own pen position.
  ///   - outline: how far the mask reaches around the glyphs, in pixels; nil for the glyphs alone.
  ///   - baseline: in pixels from the mask's top edge.
  ///   - emSize: in pixels, more than 0.
  ///   - width: of the mask, in pixels, at least 1; what reaches beyond it is cut off.
  ///   - height: of the mask, likewise.
  /// - Returns: a mask of `width` × `height`.
  /// - Throws: `RasterError.cannotDraw` when a font file is gone or broken, `cannotAllocate`.
  package static func coverage(
    of glyphs: [PositionedGlyph], outline: Double? = nil, baseline: Double, emSize: Double,
    width: Int, height: Int
  ) throws(RasterError) -> Coverage {
    var line = Coverage(width: width, height: height)
    for glyph in glyphs {
      let mask = try GlyphCache.mask(
        of: glyph.scalar, font: glyph.font, emSize: emSize, outline: outline)
      let (x, y) = (wholePixel(glyph.x) + mask.left, wholePixel(baseline) + mask.top)
      if outline == nil { line.add(mask.ink, x: x, y: y) } else { line.unite(mask.ink, x: x, y: y) }
    }
    return line
  }
}

/// The nearest whole pixel, kept where sums of coordinates do not overflow.
private func wholePixel(_ position: Double) -> Int {
  Int(min(max(position.rounded(), -1e9), 1e9))
}
