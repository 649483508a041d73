import JPEGSplice
import PhotoFile
import Raster

extension Layer {
  /// A label as it lies on the picture as it is coded; what is bare around it is left out.
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
    var pixels = [Pixel](
      repeating: Pixel(red: 0, green: 0, blue: 0, alpha: 0), count: columns * rows)
    for y in ink.rows {
      for x in ink.columns {
        let place = placement.place(x: x, y: y)
        pixels[(place.y - top) * columns + place.x - left] = Pixel(overlay[x, y])
      }
    }
    self.init(x: left, y: top, width: columns, height: rows, pixels: pixels)
  }

  /// The pixels that it lies on.
  var area: PixelArea { PixelArea(columns: x..<x + width, rows: y..<y + height) }
}

extension Layer.Pixel {
  fileprivate init(_ colour: RGBA) {
    self.init(red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
  }
}

extension Overlay {
  /// The smallest rectangle with all that is not wholly transparent.
  fileprivate var inkedArea: PixelArea {
    let inked = (0..<height).filter { y in
      pixels[y * width..<(y + 1) * width].contains { $0.alpha > 0 }
    }
    guard let first = inked.first, let last = inked.last else {
      return PixelArea(columns: 0..<0, rows: 0..<0)
    }
    var (left, right) = (width, 0)
    for y in inked {
      let row = pixels[y * width..<(y + 1) * width]
      if let index = row.firstIndex(where: { $0.alpha > 0 }) {
        left = min(left, index - row.startIndex)
      }
      if let index = row.lastIndex(where: { $0.alpha > 0 }) {
        right = max(right, index - row.startIndex + 1)
      }
    }
    return PixelArea(columns: left..<right, rows: first..<last + 1)
  }
}
