import Filters
import Raster

extension PhotoPixels {
  /// The picture with a filter over it, in its place; a palette stays one unless pixels of one colour get
  /// different ones, and gray unless greys get colours.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  func filtered(_ filter: Filter) throws(RasterError) -> PhotoPixels {
    switch self {
    case .libgd(let image): return .libgd(try image.filtered(filter))
    case .samples(let image):
      try image.filter(filter)
      return self
    }
  }
}

extension Image {
  /// The image with a filter over it, in its place; a palette stays one unless pixels of one colour get
  /// different ones.
  fileprivate func filtered(_ filter: Filter) throws(RasterError) -> Image {
    if isPalette, filter.recipe.vignette == nil {
      changePalette { FilterPass(filter, width: $0.count / 4, height: 1).apply(to: $0, y: 0) }
      return self
    }
    let image = try inTrueColour()
    let pass = FilterPass(filter, width: image.width, height: image.height)
    for y in 0..<image.height { image.withRow(y) { pass.apply(to: $0, y: y) } }
    return image
  }
}

extension SampleImage {
  /// Puts a filter over the picture.
  fileprivate func filter(_ filter: Filter) throws(RasterError) {
    if layout.channels == .palette, filter.recipe.vignette == nil {
      let pass = FilterPass(filter, width: palette.count, height: 1)
      var colours = palette.map(\.wide)
      pass.apply(to: &colours, y: 0, depth: .eight)
      palette = colours.map(RGBA.init)
      return
    }
    let pass = FilterPass(filter, width: width, height: height)
    if layout.channels == .palette || layout.channels.isGray && !filter.keepsGray {
      try takeColour()
    }
    var colours = [WideColour](repeating: .zero, count: width)
    for y in 0..<height {
      read(row: y, into: &colours)
      pass.apply(to: &colours, y: y, depth: layout.depth)
      write(row: y, colours)
    }
  }
}

extension FilterPass {
  /// Gives a row of colours the filter's; alpha stays. Those of eight bits become what they become in any
  /// picture of eight bits.
  fileprivate func apply(to row: inout [WideColour], y: Int, depth: SampleLayout.Depth) {
    if depth == .sixteen {
      row.withUnsafeMutableBufferPointer { apply(toWide: $0, y: y) }
      return
    }
    var words = row.map { colour in
      UInt32(colour.x >> 8) << 16 | UInt32(colour.y >> 8) << 8 | UInt32(colour.z >> 8)
    }
    words.withUnsafeMutableBytes { apply(to: $0, y: y) }
    for (x, word) in words.enumerated() {
      func wide(_ shift: UInt32) -> UInt16 { UInt16(word >> shift & 0xff) * 257 }
      row[x] = WideColour(wide(16), wide(8), wide(0), row[x].w)
    }
  }
}
