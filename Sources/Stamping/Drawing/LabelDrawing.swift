package import Raster

/// A label drawn for one photo: upright pixels and the place of their top left corner.
package struct LabelDrawing: Sendable {
  package let overlay: Overlay
  /// In displayed pixels; may lie outside the photo.
  package let x: Int
  package let y: Int
}

extension LabelDrawing {
  /// The line around the glyphs, in em.
  private static let outlineWidth = 0.09
  /// How far ink may reach out of the line box, in em: slanted glyphs, accents, the plate.
  private static let overhang = 0.45
  /// Below this em in pixels glyphs are drawn larger and averaged down, so that a label on a small
  /// photo is the same picture as on a large one, not a hinted one.
  private static let smallestDrawnEm = 48.0

  /// Draws a line of text where the geometry puts it.
  ///
  /// - Throws: `RasterError` when libgd cannot draw a glyph.
  package init(_ line: LabelLine, geometry: LabelGeometry, style: LabelStyle) throws(RasterError) {
    let reach = Self.overhang * geometry.emSize
    let box = geometry.box
    let left = Int((box.x - reach).rounded(.down))
    let top = Int((box.y - reach).rounded(.down))
    let width = Int((box.x + box.width + reach).rounded(.up)) - left
    let height = Int((box.y + box.height + reach).rounded(.up)) - top

    let factor = max(1, Int((Self.smallestDrawnEm / geometry.emSize).rounded(.up)))
    let fine = Double(factor)
    let fineEm = geometry.emSize * fine
    let glyphs = line.glyphs.map { glyph in
      PositionedGlyph(
        scalar: glyph.scalar, font: glyph.font,
        x: (geometry.originX - Double(left)) * fine + glyph.pen * fineEm)
    }
    func mask(outline: Double? = nil) throws(RasterError) -> Coverage {
      try GlyphRaster.coverage(
        of: glyphs, outline: outline, baseline: (geometry.baseline - Double(top)) * fine,
        emSize: fineEm, width: width * factor, height: height * factor
      ).averaged(by: factor)
    }

    var layers: [(colour: RGBA, mask: Coverage)] = []
    if let background = style.background {
      var local = box
      local.x -= Double(left)
      local.y -= Double(top)
      let plate = Plate(behind: local, emSize: geometry.emSize)
      layers.append((background, plate.coverage(width: width, height: height)))
    }
    if let outline = style.outline {
      layers.append((outline, try mask(outline: Self.outlineWidth * fineEm)))
    }
    layers.append((style.colour, try mask()))

    self.overlay = Overlay(layers: layers, width: width, height: height)
    (self.x, self.y) = (left, top)
  }
}
