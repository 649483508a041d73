/// A glyph that a font has as a picture in colour, as ink of one colour: what is as bright as most of it
/// covers all, what is dark little, so that a face keeps its eyes.
struct ColourGlyph: Sendable {
  /// Pictures of fonts have some hundred pixels.
  static let longestSide = 1_024
  /// How much the darkest part of a picture covers of what its mean does.
  private static let darkest = 0.15
  /// Below this difference in brightness, of 255, a picture is a shape of one colour.
  private static let leastContrast = 32.0

  private let ink: Coverage
  /// From the pen to the picture's left edge, and up to its top edge, in its own pixels.
  private let left: Int
  private let top: Int

  static let blank = ColourGlyph(width: 0, height: 0, left: 0, top: 0) { _, _ in (0, 0, 0, 0) }

  /// - Parameters:
  ///   - width: the picture's, in pixels.
  ///   - height: likewise.
  ///   - left: from the pen to its left edge.
  ///   - top: from the baseline up to its top edge.
  ///   - pixel: gives blue, green, red, multiplied by alpha, and alpha.
  init(
    width: Int, height: Int, left: Int, top: Int,
    pixel: (_ x: Int, _ y: Int) -> (blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8)
  ) {
    (self.left, self.top) = (left, top)
    var alphas: [Double] = []
    var brightness: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        let (blue, green, red, alpha) = pixel(x, y)
        // ITU-R BT.709.
        let luma = 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
        alphas.append(Double(alpha))
        brightness.append(alpha == 0 ? 0 : min(luma * 255 / Double(alpha), 255))
      }
    }
    let seen = zip(alphas, brightness).filter { $0.0 >= 128 }.map(\.1)
    let (least, mean) = (seen.min() ?? 0, seen.reduce(0, +) / Double(max(seen.count, 1)))
    var ink = Coverage(width: width, height: height)
    for (index, alpha) in alphas.enumerated() {
      var share = 1.0
      if mean - least >= Self.leastContrast {
        let place = min(max((brightness[index] - least) / (mean - least), 0), 1)
        share = Self.darkest + (1 - Self.darkest) * place
      }
      ink.values[index] = UInt8((alpha * share).rounded())
    }
    self.ink = ink
  }

  /// The glyph in another size: every pixel the mean of what it covers, or, where the picture is enlarged,
  /// of its nearest ones.
  ///
  /// - Parameter factor: more than 0.
  /// - Returns: the mask, its pen at the corner of a pixel.
  /// - Throws: `RasterError.cannotAllocate` for a boundless one.
  func mask(scaledBy factor: Double) throws(RasterError) -> GlyphMask {
    if ink.values.isEmpty { return .blank }
    func pixels(_ length: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((Double(length) * factor).rounded(rule), -1e8), 1e8))
    }
    let (first, last) = (pixels(left, .down), pixels(left + ink.width, .up))
    let (above, below) = (pixels(-top, .down), pixels(-top + ink.height, .up))
    let (width, height) = (last - first, below - above)
    guard width > 0, height > 0 else { return .blank }
    guard width <= Self.mostPixels / height else {
      throw .cannotAllocate(width: width, height: height)
    }
    let columns = (first..<last).map { Self.weights($0, factor, from: left, of: ink.width) }
    var mask = Coverage(width: width, height: height)
    for y in 0..<height {
      let rows = Self.weights(above + y, factor, from: -top, of: ink.height)
      for x in 0..<width {
        var sum = 0.0
        for (row, down) in rows {
          for (column, across) in columns[x] { sum += down * across * Double(ink[column, row]) }
        }
        mask.values[y * width + x] = UInt8(min(sum.rounded(), 255))
      }
    }
    return GlyphMask(ink: mask, left: first, top: above)
  }

  private static let mostPixels = 1 << 28

  /// The picture's pixels that one of the mask's is made of in one direction, and their shares.
  private static func weights(
    _ place: Int, _ factor: Double, from start: Int, of count: Int
  ) -> [(index: Int, share: Double)] {
    let middle = (Double(place) + 0.5) / factor - Double(start)
    let half = max(1 / factor, 1) / 2
    let (low, high) = (middle - half, middle + half)
    let range = Int(low.rounded(.down))..<Int(high.rounded(.up))
    return range.clamped(to: 0..<count).map { index in
      (index, max(0, min(high, Double(index + 1)) - max(low, Double(index))) / (2 * half))
    }
  }
}
