import Files
import Formats
package import Raster

/// A label drawn for one photo: upright pixels and the place of their top left corner.
package struct LabelDrawing: Sendable {
  package let overlay: Overlay
  /// In displayed pixels; may lie outside the photo.
  package let x: Int
  package let y: Int
}

extension LabelDrawing {
  /// The line around the glyphs, in em; and at least so many pixels, or it would be too thin on a small
  /// photo to set off white glyphs from a white ground.
  private static let outlineWidth = 0.09
  private static let leastOutline = 1.25
  /// The light around the glyphs, in em: how far it is even, and how far it fades beyond.
  private static let glowWidth = 0.08
  private static let glowFade = 0.14
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
    let reach = Self.overhang * geometry.emSize + Self.leastOutline
    let box = geometry.box
    let left = Int((box.x - reach).rounded(.down))
    let top = Int((box.y - reach).rounded(.down))
    let width = Int((box.x + box.width + reach).rounded(.up)) - left
    let height = Int((box.y + box.height + reach).rounded(.up)) - top

    let factor = max(1, Int((Self.smallestDrawnEm / geometry.emSize).rounded(.up)))
    let fine = Double(factor)
    let fineEm = geometry.emSize * fine
    func mask(outline: Double? = nil) throws(RasterError) -> Coverage {
      var mask = Coverage(width: width * factor, height: height * factor)
      for (line, start) in zip(lines, geometry.lines) {
        try line.draw(
          onto: &mask, outline: outline, x: (start.x - Double(left)) * fine,
          baseline: (start.baseline - Double(top)) * fine, emSize: fineEm)
      }
      return mask.averaged(by: factor)
    }

    var layers: [(colour: RGBA, mask: Coverage)] = []
    if let background = style.background {
      var local = box
      local.x -= Double(left)
      local.y -= Double(top)
      let plate = Plate(behind: local, emSize: geometry.emSize)
      layers.append((background, plate.coverage(width: width, height: height)))
    }
    let em = geometry.emSize
    if let glow = style.glow {
      let light = try mask(outline: Self.glowWidth * fineEm)
      layers.append((glow, light.blurred(by: Self.glowFade * em)))
    }
    if let outline = style.outline {
      let width = max(Self.outlineWidth * em, Self.leastOutline)
      layers.append((outline, try mask(outline: width * fine)))
    }
    layers.append((style.colour, try mask()))

    self.overlay = Overlay(layers: layers, width: width, height: height)
    (self.x, self.y) = (left, top)
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
