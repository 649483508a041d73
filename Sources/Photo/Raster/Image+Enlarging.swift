extension Image {
  /// A part of the image at a larger size: each pixel a mix of the four that are nearest (bilinear).
  ///
  /// - Parameters:
  ///   - part: inside the image, at least one pixel.
  ///   - width: of the new image, in pixels.
  ///   - height: likewise.
  /// - Returns: an opaque image in true colour.
  /// - Throws: `RasterError.cannotAllocate`.
  /// - Precondition: this image is in true colour and opaque.
  package func enlarged(
    _ part: PixelRectangle, width: Int, height: Int
  ) throws(RasterError) -> Image {
    precondition(!isPalette)
    let large = try Image(width: width, height: height)
    let columns = Self.steps(from: part.x, part.width, to: width)
    let rows = Self.steps(from: part.y, part.height, to: height)
    for (y, down) in rows.enumerated() {
      let (above, below) = (row(down.first), row(down.second))
      let target = large.row(y)
      for (x, right) in columns.enumerated() {
        let top = Self.mix(above[right.first], above[right.second], right.share)
        let bottom = Self.mix(below[right.first], below[right.second], right.share)
        target[x] = Self.mix(top, bottom, down.share)
      }
    }
    return large
  }

  /// For each new pixel the two old ones beside its middle, and the second one's share in 256ths.
  private static func steps(
    from start: Int, _ count: Int, to wanted: Int
  ) -> [(first: Int, second: Int, share: Int32)] {
    (0..<wanted).map { index in
      let middle = (Double(index) + 0.5) * Double(count) / Double(wanted) - 0.5
      let place = min(max(middle, 0), Double(count - 1))
      let first = Int(place)
      return (
        start + first, start + min(first + 1, count - 1), Int32((place - Double(first)) * 256)
      )
    }
  }

  private static func mix(_ first: Int32, _ second: Int32, _ share: Int32) -> Int32 {
    let (a, b) = (TrueColour(raw: first), TrueColour(raw: second))
    func mix(_ a: Int32, _ b: Int32) -> Int32 { (a * (256 - share) + b * share + 128) >> 8 }
    return TrueColour(
      red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue),
      transparency: 0
    ).raw
  }
}
