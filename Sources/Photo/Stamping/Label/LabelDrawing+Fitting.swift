import JPEGSplice
import Raster

extension LabelDrawing {
  /// The label as it suits the picture under it.
  ///
  /// - Parameters:
  ///   - picture: the picture as it is coded.
  ///   - words: gives the pixels of an area of it, as `Backdrop` takes them.
  /// - Returns: nil where it stays as it is.
  func fitted(on picture: CodedFrame, words: (PixelArea) -> [UInt32]) -> LabelDrawing? {
    fitted { rows in
      let placement = Placement(
        x: x, y: y, orientation: picture.orientation, codedWidth: picture.width,
        codedHeight: picture.height)
      let first = placement.place(x: 0, y: rows.lowerBound)
      let last = placement.place(x: overlay.width - 1, y: rows.upperBound - 1)
      let area = PixelArea(
        columns: min(first.x, last.x)..<max(first.x, last.x) + 1,
        rows: min(first.y, last.y)..<max(first.y, last.y) + 1)
      return Backdrop(
        width: overlay.width, height: overlay.height, through: placement,
        part: PixelRectangle(
          x: area.columns.lowerBound, y: area.rows.lowerBound, width: area.columns.count,
          height: area.rows.count), words: words(area))
    }
  }
}

extension PhotoPixels {
  /// The pixels of an area, as `Backdrop` takes them; clear outside the picture.
  func words(of area: PixelArea) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: area.columns.count * area.rows.count)
    let columns = area.columns.clamped(to: 0..<width)
    var colours = [WideColour](repeating: .zero, count: width)
    for y in area.rows.clamped(to: 0..<height) {
      read(row: y, into: &colours)
      let start = (y - area.rows.lowerBound) * area.columns.count - area.columns.lowerBound
      for x in columns {
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: colours[x] &>> 8)
        words[start + x] = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
      }
    }
    return words
  }
}
