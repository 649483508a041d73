import Formats
import JPEGSplice
import Raster

extension Layer {
  /// A label turned to the picture as it is coded, without the transparent rows and columns around it.
  ///
  /// - Parameters:
  ///   - label: drawn upright for the photo as it is displayed.
  ///   - orientation: how the coded picture is turned for display.
  ///   - width: the coded picture's width.
  ///   - height: the coded picture's height.
  init(
    _ label: LabelDrawing, orientation: Orientation, codedWidth width: Int, codedHeight height: Int
  ) {
    let overlay = label.overlay
    let ink = overlay.inkedArea
    let placement = Placement(
      x: label.x, y: label.y, orientation: orientation, codedWidth: width, codedHeight: height)
    let corners = [
      placement.place(x: ink.columns.lowerBound, y: ink.rows.lowerBound),
      placement.place(x: ink.columns.upperBound - 1, y: ink.rows.upperBound - 1),
    ]
    let left = min(corners[0].x, corners[1].x)
    let top = min(corners[0].y, corners[1].y)
    let swaps = orientation.swapsAxes
    let columns = swaps ? ink.rows.count : ink.columns.count
    let rows = swaps ? ink.columns.count : ink.rows.count
    guard columns > 0, rows > 0 else {
      self.init(x: 0, y: 0, width: 0, height: 0, pixels: [])
      return
    }
    // The steps in the layer for one pixel to the right, and one down, in the overlay.
    let right = placement.right.dy * columns + placement.right.dx
    let down = placement.down.dy * columns + placement.down.dx
    let start = (corners[0].y - top) * columns + corners[0].x - left
    let pixels = [Pixel](unsafeUninitializedCapacity: columns * rows) { pixels, count in
      overlay.pixels.withUnsafeBufferPointer { overlay in
        for (line, y) in ink.rows.enumerated() {
          var place = start + line * down
          let row = y * label.overlay.width
          for index in row + ink.columns.lowerBound..<row + ink.columns.upperBound {
            pixels.initializeElement(at: place, to: Pixel(overlay[index]))
            place += right
          }
        }
      }
      count = columns * rows
    }
    self.init(x: left, y: top, width: columns, height: rows, pixels: pixels)
  }

  /// The pixels of the coded picture that it covers.
  var area: PixelArea { PixelArea(columns: x..<x + width, rows: y..<y + height) }
}

extension Layer.Pixel {
  fileprivate init(_ colour: RGBA) {
    self.init(red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
  }
}

extension Overlay {
  /// The smallest rectangle that holds every pixel that is not wholly transparent.
  ///
  /// Columns that are known to be inside are not read again.
  fileprivate var inkedArea: PixelArea {
    pixels.withUnsafeBufferPointer { pixels in
      func firstInk(_ row: Int, _ columns: Range<Int>) -> Int? {
        columns.first { pixels[row * width + $0].alpha > 0 }
      }
      let all = 0..<width
      guard let first = (0..<height).first(where: { firstInk($0, all) != nil }),
        let last = (first..<height).last(where: { firstInk($0, all) != nil })
      else { return PixelArea(columns: 0..<0, rows: 0..<0) }
      var (left, right) = (width, 0)
      for row in first...last {
        left = firstInk(row, 0..<left) ?? left
        while let ink = firstInk(row, right..<width) { right = ink + 1 }
      }
      return PixelArea(columns: left..<right, rows: first..<last + 1)
    }
  }
}

/// A rectangle of pixels.
struct PixelArea: Hashable, Sendable {
  var columns: Range<Int>
  var rows: Range<Int>
}
