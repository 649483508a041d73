import CGD

/// One glyph at one size: the pixels that it covers, and where they lie from its pen.
struct GlyphMask: Sendable {
  /// Cropped to what is covered.
  let ink: Coverage
  /// From the pen to the ink's left and top edge, in pixels; up is negative.
  let left: Int
  let top: Int
}

extension GlyphMask {
  /// Below this em size in pixels a glyph is drawn a whole number of times larger and averaged
  /// down. libgd hints glyphs, which would make small text another picture than large text; Nanum
  /// Gothic Bold's own hints thin its strokes by 8 % up to here.
  private static let smallestDrawnEm = 128.0
  /// Text smaller than this is nothing but a shade, and not drawn larger still.
  private static let smallestLegibleEm = 4.0
  /// Room for ink around the line box, in em.
  private static let overhang = 0.5

  /// Draws a glyph with libgd, which asks FreeType.
  ///
  /// - Throws: `RasterError.cannotDraw` when the font file is gone or broken, `cannotAllocate`.
  init(_ scalar: Unicode.Scalar, font: Font, emSize: Double) throws(RasterError) {
    let factor = max(
      1, Int((Self.smallestDrawnEm / max(emSize, Self.smallestLegibleEm)).rounded(.up)))
    func pixels(_ em: Double) -> Int { Int((em * emSize).rounded(.up)) }
    let left = pixels(Self.overhang)
    let baseline = pixels(font.ascent + Self.overhang)
    let canvas = try Image(
      width: (left + pixels(font.advance(of: scalar) + Self.overhang)) * factor,
      height: (baseline + pixels(font.descent + Self.overhang)) * factor)
    try canvas.draw(
      scalar, of: font, x: left * factor, y: baseline * factor, emSize: emSize * Double(factor))
    let (ink, x, y) = Coverage(averaging: canvas, by: factor).croppedToInk()
    self.init(ink: ink, left: x - left, top: y - baseline)
  }

  /// The glyph with a line around it, `radius` pixels wide; see ``Coverage/dilated(by:)``.
  func grown(by radius: Double) -> GlyphMask {
    if ink.values.isEmpty { return self }
    let margin = Int(radius.rounded(.up))
    return GlyphMask(
      ink: ink.padded(by: margin).dilated(by: radius), left: left - margin, top: top - margin)
  }
}

extension Image {
  /// Draws one glyph in white, its pen at a whole pixel.
  fileprivate func draw(
    _ scalar: Unicode.Scalar, of font: Font, x: Int, y: Int, emSize: Double
  ) throws(RasterError) {
    let white = TrueColour(red: 255, green: 255, blue: 255, transparency: 0).raw
    var extra = gdFTStringExtra()
    extra.flags = gdFTEX_RESOLUTION | gdFTEX_CHARMAP | gdFTEX_DISABLE_KERNING
    extra.charmap = gdFTEX_Unicode
    // At 72 dots an inch a point is a pixel.
    (extra.hdpi, extra.vdpi) = (72, 72)
    let failure = gdImageStringFTEx(
      gd, nil, white, font.path, emSize, 0, Int32(clamping: x), Int32(clamping: y),
      String(Character(scalar)), &extra)
    if let failure {
      throw .cannotDraw(font: font.path, detail: String(cString: failure))
    }
  }
}

extension Coverage {
  /// The brightness of a canvas drawn on in white, each value the mean of factor × factor pixels.
  ///
  /// The factor is at least 1, and the canvas's sides are whole multiples of it: every index lies
  /// within its rows.
  fileprivate init(averaging canvas: Image, by factor: Int) {
    self.init(width: canvas.width / factor, height: canvas.height / factor)
    let area = UInt32(factor * factor)
    var sums = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      let rows = (y * factor..<(y + 1) * factor).map(canvas.row).filter { row in
        // Most of a canvas is bare.
        var ink: Int32 = 0
        for x in 0..<canvas.width { ink |= row[x] }
        return ink & 0xff > 0
      }
      if rows.isEmpty { continue }
      for x in 0..<width { sums[x] = area / 2 }
      for row in rows {
        for x in 0..<width {
          for fineX in x * factor..<(x + 1) * factor { sums[x] += UInt32(row[fineX] & 0xff) }
        }
      }
      for x in 0..<width where sums[x] >= area { self[x, y] = UInt8(sums[x] / area) }
    }
  }

  /// The smallest part of the mask with all of its ink, and that part's place; 0 × 0 without ink.
  fileprivate func croppedToInk() -> (ink: Coverage, x: Int, y: Int) {
    var rows: [Int] = []
    var columns = [UInt8](repeating: 0, count: width)
    values.withUnsafeBufferPointer { values in
      for y in 0..<height {
        let row = UnsafeBufferPointer(rebasing: values[y * width..<(y + 1) * width])
        if row.reduce(0, |) == 0 { continue }
        rows.append(y)
        for x in 0..<width { columns[x] |= row[x] }
      }
    }
    guard let top = rows.first, let bottom = rows.last,
      let left = columns.firstIndex(where: { $0 > 0 }),
      let right = columns.lastIndex(where: { $0 > 0 })
    else { return (Coverage(width: 0, height: 0), 0, 0) }
    var ink = Coverage(width: right - left + 1, height: bottom - top + 1)
    for y in 0..<ink.height {
      for x in 0..<ink.width { ink[x, y] = self[left + x, top + y] }
    }
    return (ink, left, top)
  }
}
