extension Image {
  /// The image at a smaller size, on white: each pixel is the mean of what it covers of this image,
  /// pixels at its edge by the part that it covers.
  ///
  /// - Parameters:
  ///   - width: in pixels, from 1 to this image's.
  ///   - height: likewise.
  /// - Returns: an opaque image in true colour.
  /// - Throws: `RasterError.cannotAllocate`.
  /// - Complexity: one pass over the pixels of this image.
  package func shrunk(width: Int, height: Int) throws(RasterError) -> Image {
    var shrinking = try RowShrinking(
      width: self.width, height: self.height, to: width, height)
    var source = OpaqueRows(of: self)
    for y in 0..<self.height { source.withRow(y) { shrinking.add($0) } }
    return shrinking.image
  }
}

/// An image's rows in true colour, laid on white where they are transparent.
private struct OpaqueRows {
  private let image: Image
  /// The colours of a palette image, laid on white; empty for one in true colour.
  private let palette: [Int32]
  private var row: [Int32]

  init(of image: Image) {
    self.image = image
    palette =
      image.isPalette
      ? (0..<Palette.capacity).map { TrueColour(image.paletteColour(UInt8($0))).onWhite.raw } : []
    row = [Int32](repeating: 0, count: image.width)
  }

  mutating func withRow(_ y: Int, _ body: (UnsafePointer<Int32>) -> Void) {
    if image.isPalette {
      let indices = image.indexRow(y)
      for x in row.indices { row[x] = palette[Int(indices[x])] }
    } else {
      let source = image.row(y)
      var union: Int32 = 0
      for x in 0..<image.width { union |= source[x] }
      if TrueColour(raw: union).transparency == 0 { return body(source) }
      for x in row.indices { row[x] = TrueColour(raw: source[x]).onWhite.raw }
    }
    row.withUnsafeBufferPointer { row in
      if let start = row.baseAddress { body(start) }
    }
  }
}

extension TrueColour {
  /// The colour laid on white.
  fileprivate var onWhite: TrueColour {
    let opacity = Self.transparent - transparency
    func mix(_ value: Int32) -> Int32 {
      (value * opacity + 255 * transparency + Self.transparent / 2) / Self.transparent
    }
    return TrueColour(red: mix(red), green: mix(green), blue: mix(blue), transparency: 0)
  }
}
