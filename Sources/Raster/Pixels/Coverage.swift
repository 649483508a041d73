/// A mask: how much of each pixel a shape covers, 0…255, row by row from the top.
package struct Coverage: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// `width * height` values.
  package var values: [UInt8]

  /// An empty mask.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = [UInt8](repeating: 0, count: width * height)
  }

  package subscript(x: Int, y: Int) -> UInt8 {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }

  /// The mask in the middle of an empty one that is larger by a margin on all sides.
  func padded(by margin: Int) -> Coverage {
    var padded = Coverage(width: width + 2 * margin, height: height + 2 * margin)
    for y in 0..<height {
      let start = (margin + y) * padded.width + margin
      padded.values.replaceSubrange(
        start..<start + width, with: values[y * width..<(y + 1) * width])
    }
    return padded
  }
}
