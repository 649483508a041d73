import Files
import Formats
package import Raster

/// A label drawn for one photo: upright pixels and the place of their top left corner.
package struct LabelDrawing: Sendable {
  /// As it is drawn where nothing is known of the picture; has ink wherever it may have any.
  package let overlay: Overlay
  /// In displayed pixels; may lie outside the photo.
  package let x: Int
  package let y: Int
  /// Nil for one that looks the same on every picture.
  private let masks: LabelMasks?

  /// A picture that is drawn as it is.
  package init(overlay: Overlay, x: Int, y: Int) {
    (self.overlay, self.x, self.y, masks) = (overlay, x, y, nil)
  }
}

extension LabelDrawing {
  /// How far ink may reach out of the line box, in em: slanted glyphs, accents, the plate.
  private static let overhang = 0.45
  /// Below this em in pixels glyphs are drawn larger and averaged down, so that a label on a small
  /// photo is the same picture as on a large one, though each glyph starts at a whole pixel.
  private static let smallestDrawnEm = 48.0

  /// Draws lines of text where the geometry puts them.
  ///
  /// - Throws: `RasterError` where a font is broken or memory is short.
  package init(
    _ lines: [TextLine], geometry: LabelGeometry, style: LabelStyle
  ) throws(RasterError) {
    let em = geometry.emSize
    let reach =
      Self.overhang * em + (style.outline ?? style.glow == nil ? 1 : LabelMasks.reach(emSize: em))
    let box = geometry.box
    let left = Int((box.x - reach).rounded(.down))
    let top = Int((box.y - reach).rounded(.down))
    let width = Int((box.x + box.width + reach).rounded(.up)) - left
    let height = Int((box.y + box.height + reach).rounded(.up)) - top

    var plate: Coverage?
    if style.background != nil {
      var local = box
      local.x -= Double(left)
      local.y -= Double(top)
      plate = Plate(behind: local, emSize: em).coverage(width: width, height: height)
    }
    let factor = max(1, Int((Self.smallestDrawnEm / em).rounded(.up)))
    let fine = Double(factor)
    let masks = try LabelMasks(style, emSize: em, plate: plate) {
      (outline, offset) throws(RasterError) in
      var mask = Coverage(width: width * factor, height: height * factor)
      for (line, start) in zip(lines, geometry.lines) {
        try line.draw(
          onto: &mask, outline: outline.map { $0 * fine },
          x: (start.x - Double(left) + offset) * fine,
          baseline: (start.baseline - Double(top) + offset) * fine, emSize: em * fine)
      }
      return mask.averaged(by: factor)
    }
    overlay = masks.overlay(masks.usualFit)
    (self.x, self.y) = (left, top)
    self.masks = masks.dependsOnPicture ? masks : nil
  }

  /// Whether the picture under it counts.
  var dependsOnPicture: Bool { masks != nil }

  /// The label in the tone that suits the photo under it.
  ///
  /// - Parameter backdrop: gives the picture under the overlay's pixels, for at least the given rows of them.
  /// - Returns: nil where it stays as it is.
  func fitted(to backdrop: (_ rows: Range<Int>) -> Backdrop) -> LabelDrawing? {
    guard let masks, let rows = masks.measuredRows else { return nil }
    let fit = masks.fit(backdrop(rows))
    return fit == masks.usualFit ? nil : LabelDrawing(overlay: masks.overlay(fit), x: x, y: y)
  }
}

extension Placement {
  /// Maps pixels that are upright on the displayed photo to the pixels as they are coded.
  ///
  /// The eight values of TIFF 6.0's Orientation tag say where the coded picture's first row and
  /// column lie on the displayed one; this is the way back.
  ///
  /// - Parameters:
  ///   - x: the displayed column where the upright pixel (0, 0) comes to lie.
  ///   - y: its displayed row.
  ///   - orientation: how the coded picture is turned for display.
  ///   - width: the coded picture's width.
  ///   - height: the coded picture's height.
  init(x: Int, y: Int, orientation: Orientation, codedWidth width: Int, codedHeight height: Int) {
    let (lastX, lastY) = (width - 1, height - 1)
    switch orientation {
    case .topLeft: self.init(originX: x, originY: y, right: .right, down: .down)
    case .topRight: self.init(originX: lastX - x, originY: y, right: .left, down: .down)
    case .bottomRight: self.init(originX: lastX - x, originY: lastY - y, right: .left, down: .up)
    case .bottomLeft: self.init(originX: x, originY: lastY - y, right: .right, down: .up)
    case .leftTop: self.init(originX: y, originY: x, right: .down, down: .right)
    case .rightTop: self.init(originX: y, originY: lastY - x, right: .up, down: .right)
    case .rightBottom: self.init(originX: lastX - y, originY: lastY - x, right: .up, down: .left)
    case .leftBottom: self.init(originX: lastX - y, originY: x, right: .down, down: .left)
    }
  }
}

extension Overlay {
  /// Lays masks in one colour each over one another, the first at the bottom.
  ///
  /// Source-over in straight alpha (Porter and Duff 1984); every mask has the given size.
  init(layers: [(colour: RGBA, mask: Coverage)], width: Int, height: Int) {
    self.init(width: width, height: height)
    var ground = RGBA.clear
    for (colour, mask) in layers {
      paint(colour, through: mask, on: ground)
      ground = colour.over(ground)
    }
  }

  /// Lays a colour over the pixels that a mask of the overlay's size covers.
  ///
  /// A loop that takes time, on bare memory. It takes eight pixels at once where the mask is bare or
  /// full, as it is nearly everywhere.
  ///
  /// - Parameters:
  ///   - colour: the new layer's.
  ///   - mask: how much of each pixel it covers.
  ///   - ground: what the layers below make where each covers all; clear where there are none. Most
  ///     covered pixels have it: it is mixed with the new colour beforehand, once for each opacity.
  private mutating func paint(_ colour: RGBA, through mask: Coverage, on ground: RGBA) {
    precondition(mask.values.count == pixels.count)
    let shades = (0...255).map { colour.with(alpha: UInt8((Int(colour.alpha) * $0 + 127) / 255)) }
    let mixed = shades.map { $0.over(ground).word }
    let groundWord = ground.word
    let solid = SIMD8(repeating: colour.word)
    let hidesGround = colour.alpha == 255 || ground.alpha == 0

    pixels.withUnsafeMutableBytes { pixels in
      mask.values.withUnsafeBytes { mask in
        func paintOne(_ index: Int) {
          let opacity = Int(mask[index])
          if opacity == 0 { return }
          let offset = index * MemoryLayout<RGBA>.stride
          let below = pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let word =
            below == groundWord ? mixed[opacity] : shades[opacity].over(RGBA(word: below)).word
          pixels.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        }

        let tail = mask.count & ~7
        for start in stride(from: 0, to: tail, by: 8) {
          let opacities = mask.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          if opacities == 0 { continue }
          if opacities == .max, hidesGround {
            pixels.storeBytes(
              of: solid, toByteOffset: start * MemoryLayout<RGBA>.stride, as: SIMD8<UInt32>.self)
          } else {
            for index in start..<start + 8 { paintOne(index) }
          }
        }
        for index in tail..<mask.count { paintOne(index) }
      }
    }
  }
}

extension RGBA {
  /// The four bytes as they lie in memory.
  fileprivate var word: UInt32 { unsafeBitCast(self, to: UInt32.self) }

  fileprivate init(word: UInt32) { self = unsafeBitCast(word, to: RGBA.self) }

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
