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
    let ink = try GlyphRaster.coverage(
      of: glyphs, baseline: (geometry.baseline - Double(top)) * fine, emSize: fineEm,
      width: width * factor, height: height * factor)

    var layers: [(colour: RGBA, mask: Coverage)] = []
    if let background = style.background {
      var local = box
      local.x -= Double(left)
      local.y -= Double(top)
      let plate = Plate(behind: local, emSize: geometry.emSize)
      layers.append((background, plate.coverage(width: width, height: height)))
    }
    if let outline = style.outline {
      let grown = ink.dilated(by: Self.outlineWidth * fineEm)
      layers.append((outline, grown.averaged(by: factor)))
    }
    layers.append((style.colour, ink.averaged(by: factor)))

    self.overlay = Overlay(layers: layers, width: width, height: height)
    (self.x, self.y) = (left, top)
  }
}

extension Overlay {
  /// Lays masks in one colour each over one another, the first at the bottom.
  ///
  /// Source-over in straight alpha (Porter and Duff 1984); every mask has the given size.
  fileprivate init(layers: [(colour: RGBA, mask: Coverage)], width: Int, height: Int) {
    self.init(width: width, height: height)
    for (colour, mask) in layers {
      for index in pixels.indices where mask.values[index] > 0 {
        let alpha = (Int(colour.alpha) * Int(mask.values[index]) + 127) / 255
        pixels[index] = colour.with(alpha: UInt8(alpha)).over(pixels[index])
      }
    }
  }
}

extension RGBA {
  fileprivate func with(alpha: UInt8) -> RGBA {
    RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// This colour laid over another one.
  fileprivate func over(_ below: RGBA) -> RGBA {
    if alpha == 255 || below.alpha == 0 { return self }
    // Both weights are in units of 1/255²; their sum is the alpha of the result.
    let (above, rest) = (Int(alpha) * 255, Int(below.alpha) * (255 - Int(alpha)))
    let sum = above + rest
    if sum == 0 { return self }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * above + Int(b) * rest + sum / 2) / sum)
    }
    return RGBA(
      red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue),
      alpha: UInt8((sum + 127) / 255))
  }
}
