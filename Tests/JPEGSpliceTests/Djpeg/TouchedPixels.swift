import Formats

@testable import JPEGSplice

/// The pixels under the touched blocks of any component, at the picture's size or a fraction of it.
struct TouchedPixels {
  private let frame: JPEGFrameHeader
  private let touched: [BlockArea]
  /// Pixels of the picture to one.
  private let scale: Int

  init(_ touched: [BlockArea], in frame: JPEGFrameHeader, scale: Int = 1) {
    (self.touched, self.frame, self.scale) = (touched, frame, scale)
  }

  /// Blocks that hold a place, which may be two where a block ends in the midst of a pixel.
  private func blocks(_ place: Int, _ factor: Int, _ largest: Int) -> ClosedRange<Int> {
    let (first, last) = (place * scale, place * scale + scale - 1)
    return first * factor / (8 * largest)...(last * factor + factor - 1) / (8 * largest)
  }

  /// The parts of a row of so many pixels that are touched, or those that are not.
  func parts(row: Int, width: Int, touched isTouched: Bool) -> [Range<Int>] {
    var mask = [Bool](repeating: false, count: width)
    for (area, component) in zip(touched, frame.components) {
      for blockRow in blocks(row, component.vertical, frame.maxVertical) {
        for column in area.columns where area.contains(column: column, row: blockRow) {
          let side = 8 * frame.maxHorizontal
          let first = column * side / component.horizontal / scale
          let end = ((column + 1) * side + component.horizontal - 1) / component.horizontal
          for pixel in first..<min((end + scale - 1) / scale, width) { mask[pixel] = true }
        }
      }
    }
    var (parts, start) = ([Range<Int>](), 0)
    for pixel in mask.indices where mask[pixel] != mask[start] {
      if mask[start] == isTouched { parts.append(start..<pixel) }
      start = pixel
    }
    if width > start, mask[start] == isTouched { parts.append(start..<width) }
    return parts
  }

  /// What the rows have in common for which the parts are the same.
  func key(row: Int) -> [ClosedRange<Int>] {
    frame.components.map { blocks(row, $0.vertical, frame.maxVertical) }
  }
}
