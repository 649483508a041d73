import Files
import Formats
package import Raster

/// A label as it is asked for: what it says, how it looks, and the faces it is set in.
package struct LabelDesign: Sendable {
  package var style: LabelStyle
  package var text: LabelText
  package var fonts: LabelFonts

  package init(style: LabelStyle, text: LabelText, fonts: LabelFonts) {
    (self.style, self.text, self.fonts) = (style, text, fonts)
  }

  /// The lines for one photo, and the characters of what it says that no face has: those are left out,
  /// for nobody chose them for a label.
  ///
  /// - Throws: ``LabelError``.
  func words(
    _ values: LabelValues, requiresFields: Bool
  ) throws(LabelError) -> (lines: [String], lacking: [Character]) {
    var lacking: [Character] = []
    var known: [LabelField: String] = [:]
    for field in text.fields {
      guard let value = values[field] else { continue }
      let lost = fonts.lacking(in: value)
      lacking += lost.filter { !lacking.contains($0) }
      known[field] = value.filter { !lost.contains($0) }
    }
    let shown = LabelValues(time: values.time) { [known] in known[$0] }
    return (try text.lines(for: shown, requiresFields: requiresFields), lacking)
  }

  /// - Throws: as ``LabelLook/text()``.
  package init(_ look: LabelLook, fonts: LabelFonts) throws {
    self.init(style: look.style, text: try look.text(), fonts: fonts)
  }
}

/// The label of one photo: its words, and where they stand.
struct PhotoLabel {
  /// The lines, one after another.
  let text: String
  let geometry: LabelGeometry
  private let lines: [TextLine]
  private let style: LabelStyle
  private let lacking: [Character]

  /// Sets the words in the fonts, and lays them out on the frame.
  ///
  /// - Parameters:
  ///   - words: the lines.
  ///   - lacking: characters that were left out of them.
  ///   - design: the label as it is asked for.
  ///   - frame: the photo's.
  /// - Throws: ``StampError/label(_:)``.
  init(
    _ words: [String], lacking: [Character], _ design: LabelDesign, frame: Frame
  ) throws(StampError) {
    var lines: [TextLine] = []
    for line in words {
      lines.append(try rethrowing(design.fonts.line(line), as: StampError.label))
    }
    // Characters that are not drawn at all may be all that there is.
    guard let first = lines.first, lines.contains(where: { !$0.isEmpty }) else {
      throw .label(.emptyTemplate)
    }
    let extents = LabelGeometry.TextExtents(
      widths: lines.map(\.width), ascent: first.fonts.ascent, descent: first.fonts.descent)
    geometry = try rethrowing(
      LabelGeometry(frame: frame, style: design.style, text: extents), as: StampError.label)
    self.lacking = lacking
    (self.text, self.lines, style) = (words.joined(separator: "\n"), lines, design.style)
  }

  /// What a person should know about it.
  var warnings: [StampWarning] {
    var warnings: [StampWarning] = []
    if !lacking.isEmpty { warnings.append(.lackingGlyphs(lacking)) }
    if geometry.shrink < 1 { warnings.append(.shrunk(factor: geometry.shrink)) }
    if geometry.emSize < Self.smallestLegible {
      warnings.append(.smallText(emPixels: geometry.emSize))
    }
    return warnings
  }

  /// The em in pixels below which digits are guessed rather than read.
  private static let smallestLegible = 7.0

  /// Draws the label; some megabytes on a large photo.
  func drawing() throws(StampError) -> LabelDrawing {
    try rethrowing(
      LabelDrawing(lines, geometry: geometry, style: style), as: StampError.raster)
  }
}

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
