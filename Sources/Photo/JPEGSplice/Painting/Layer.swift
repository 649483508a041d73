import Formats

/// A small picture with transparency, to be laid over a JPEG's picture as it is coded.
package struct Layer: Sendable, Hashable {
  /// A colour with straight (not premultiplied) alpha; 0 is transparent, 255 opaque.
  package struct Pixel: Sendable, Hashable {
    /// From the lowest byte: red, green, blue and alpha.
    package let word: UInt32

    package var red: UInt8 { UInt8(truncatingIfNeeded: word) }
    package var green: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
    package var blue: UInt8 { UInt8(truncatingIfNeeded: word >> 16) }
    package var alpha: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      word = UInt32(alpha) << 24 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
    }

    /// A pixel of four bytes in memory: red, green, blue and alpha.
    @inlinable
    package init(bytes: UInt32) { word = UInt32(littleEndian: bytes) }
  }

  /// Where its top left pixel lies on the coded picture; may be outside.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// `width * height`, row by row.
  package let pixels: [Pixel]

  /// - Precondition: there are `width * height` pixels.
  package init(x: Int, y: Int, width: Int, height: Int, pixels: [Pixel]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.pixels = pixels
  }

  /// The pixels of the coded picture that it covers.
  package var area: PixelArea { PixelArea(columns: columns, rows: rows) }
}

/// A rectangle of pixels, or of blocks.
package struct PixelArea: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    (self.columns, self.rows) = (columns, rows)
  }

  func contains(column: Int, row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
}

/// The blocks that a layer covers of the components that have one sampling.
struct LayerCoverage {
  let layer: Layer
  let sampling: Sampling
  /// The blocks with a sample that does not stay as it is.
  private(set) var touched: BlockArea

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - sampling: the components'.
  init(_ layer: Layer, _ sampling: Sampling) {
    (self.layer, self.sampling) = (layer, sampling)
    let columns = sampling.across.samples(
      of: layer.x..<layer.x + layer.width, in: sampling.width)
    let rows = sampling.down.samples(of: layer.y..<layer.y + layer.height, in: sampling.height)
    guard !columns.isEmpty, !rows.isEmpty else {
      touched = BlockArea(columns: 0..<0, rows: 0..<0)
      return
    }
    touched = BlockArea(
      columns: columns.lowerBound / 8..<(columns.upperBound + 7) / 8,
      rows: rows.lowerBound / 8..<(rows.upperBound + 7) / 8)
    let spans = touched.columns.map { column in
      (column, Self.pixels(ofBlock: column, sampling.across, in: sampling.width, layer.columns))
    }
    for row in touched.rows {
      let lines = Self.pixels(ofBlock: row, sampling.down, in: sampling.height, layer.rows)
      for (column, span) in spans
      where lines.contains(where: { layer.hasInk(in: span, row: $0) }) {
        touched.insert(column: column, row: row)
      }
    }
  }

  /// The pixels of a layer that any of a block's samples is for, in one direction.
  private static func pixels(
    ofBlock block: Int, _ ratio: SamplingRatio, in size: Int, _ layer: Range<Int>
  ) -> Range<Int> {
    let first = ratio.pixels(of: 8 * block, in: size).lowerBound
    let last = ratio.pixels(of: 8 * block + 7, in: size).upperBound
    return (first..<max(first, last)).clamped(to: layer)
  }
}

extension Layer {
  /// Where it lies on the coded picture.
  var columns: Range<Int> { x..<x + width }
  var rows: Range<Int> { y..<y + height }

  /// Whether some of the pixels in a row, which must be among its own, are not wholly transparent.
  @inline(__always)
  fileprivate func hasInk(in columns: Range<Int>, row: Int) -> Bool {
    let start = (row - y) * width - x
    var words: UInt32 = 0
    for index in start + columns.lowerBound..<start + columns.upperBound {
      words |= pixels[index].word
    }
    return words > 0x00FF_FFFF
  }
}

/// How samples of a component stand to pixels, in one direction.
struct SamplingRatio: Hashable {
  private let factor: Int
  private let largest: Int

  /// - Parameters:
  ///   - factor: the component's sampling factor.
  ///   - largest: that of the component with the most samples.
  init(of factor: Int, to largest: Int) {
    (self.factor, self.largest) = (factor, largest)
  }

  /// Whether each sample covers one pixel.
  var isOne: Bool { factor == largest }

  /// The number of samples for `size` pixels (T.81, A.1.1).
  func samples(in size: Int) -> Int { (size * factor + largest - 1) / largest }

  /// The pixels, of `size`, that a sample covers.
  func pixels(of sample: Int, in size: Int) -> Range<Int> {
    let end = min(size, (sample * largest + largest + factor - 1) / factor)
    return min(sample * largest / factor, end)..<end
  }

  /// The sample that covers a pixel, or the first of several.
  @inline(__always)
  func sample(of pixel: Int) -> Int { isOne ? pixel : pixel * factor / largest }

  /// The samples that cover any of some pixels, in a picture of `size` pixels.
  func samples(of pixels: Range<Int>, in size: Int) -> Range<Int> {
    let seen = pixels.clamped(to: 0..<size)
    if seen.isEmpty { return 0..<0 }
    let end = (seen.upperBound * factor + largest - 1) / largest
    return seen.lowerBound * factor / largest..<end
  }
}

/// How a component's samples stand to the picture's pixels.
struct Sampling: Hashable {
  let across: SamplingRatio
  let down: SamplingRatio
  /// The picture's size in pixels.
  let width: Int
  let height: Int

  init(of component: JPEGFrameHeader.Component, in frame: JPEGFrameHeader) {
    across = SamplingRatio(of: component.horizontal, to: frame.maxHorizontal)
    down = SamplingRatio(of: component.vertical, to: frame.maxVertical)
    (width, height) = (frame.width, frame.height)
  }
}
