/// A rectangle of whole pixels.
package struct PixelRectangle: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The part of it that lies on an image.
  func clipped(to image: Image) -> (columns: Range<Int>, rows: Range<Int>) {
    let (left, top) = (min(max(x, 0), image.width), min(max(y, 0), image.height))
    return (
      left..<max(left, min(x + width, image.width)), top..<max(top, min(y + height, image.height))
    )
  }
}

extension Image {
  /// Gives pixels a colour, whatever they had.
  ///
  /// - Parameters:
  ///   - rectangle: which ones; what lies outside the image is cut off.
  ///   - colour: the colour.
  /// - Precondition: it is in true colour.
  package func fill(_ rectangle: PixelRectangle, with colour: RGBA) {
    precondition(!isPalette)
    let raw = TrueColour(colour).raw
    let (columns, rows) = rectangle.clipped(to: self)
    for y in rows {
      let row = row(y)
      for x in columns { row[x] = raw }
    }
  }

  /// Lays a colour over the pixels that a mask covers.
  ///
  /// - Parameters:
  ///   - colour: opaque.
  ///   - mask: how much of each pixel it covers.
  ///   - x: where the mask's left edge comes to lie.
  ///   - y: where its top edge does; what lies outside the image is cut off.
  /// - Precondition: it is in true colour and opaque.
  package func paint(_ colour: RGBA, through mask: Coverage, x: Int, y: Int) {
    precondition(!isPalette && colour.alpha == 255)
    let colour = TrueColour(colour)
    let (columns, rows) = PixelRectangle(x: x, y: y, width: mask.width, height: mask.height)
      .clipped(to: self)
    mask.values.withUnsafeBufferPointer { values in
      for row in rows {
        let pixels = self.row(row)
        let start = (row - y) * mask.width - x
        for column in columns {
          switch values[start + column] {
          case 0: break
          case 255: pixels[column] = colour.raw
          case let share: pixels[column] = TrueColour(raw: pixels[column]).mixed(colour, share).raw
          }
        }
      }
    }
  }
}

extension TrueColour {
  /// This opaque colour under a share, in 255ths, of another one.
  fileprivate func mixed(_ above: TrueColour, _ share: UInt8) -> TrueColour {
    let share = Int32(share)
    func mix(_ above: Int32, _ below: Int32) -> Int32 {
      (above * share + below * (255 - share) + 127) / 255
    }
    return TrueColour(
      red: mix(above.red, red), green: mix(above.green, green), blue: mix(above.blue, blue),
      transparency: 0)
  }
}
