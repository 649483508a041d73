import Formats

/// How two pictures of one frame differ.
package struct BlockComparison: Hashable, Sendable {
  /// How many blocks were compared, of all components.
  package let compared: Int
  /// By component, how many of them differ in a coefficient.
  package let different: [Int]
}

extension JPEGPicture {
  /// Compares all blocks with those of another picture, except those under some pixels.
  ///
  /// Takes 256 bytes of memory a block.
  ///
  /// - Parameters:
  ///   - other: the other picture.
  ///   - areas: the pixels that are left out.
  /// - Returns: nil where size, sampling or quantisation differ.
  /// - Throws: ``JPEGError`` where the entropy-coded data of one are damaged.
  package func comparison(
    with other: JPEGPicture, outside areas: [PixelArea]
  ) throws(JPEGError) -> BlockComparison? {
    guard frame.hasSameBlocks(as: other.frame), quantization == other.quantization else {
      return nil
    }
    let all = frame.components.map(BlockArea.init(allOf:))
    let (own, others) = (
      try PictureReader(self, areas: all).store, try PictureReader(other, areas: all).store
    )
    var compared = 0
    var different = all.map { _ in 0 }
    for (index, component) in frame.components.enumerated() {
      let leftOut = areas.map { area in
        PixelArea(
          columns: Self.blocks(of: area.columns, component.horizontal, frame.maxHorizontal),
          rows: Self.blocks(of: area.rows, component.vertical, frame.maxVertical))
      }
      for row in all[index].rows {
        for column in all[index].columns
        where !leftOut.contains(where: { $0.contains(column: column, row: row) }) {
          compared += 1
          if !own.isEqual(to: others, index, column: column, row: row) { different[index] += 1 }
        }
      }
    }
    return BlockComparison(compared: compared, different: different)
  }

  /// The blocks of a component that hold samples of some pixels, in one direction.
  private static func blocks(of pixels: Range<Int>, _ factor: Int, _ largest: Int) -> Range<Int> {
    let start = max(0, pixels.lowerBound) * factor / largest / 8
    let end = (max(0, pixels.upperBound) * factor + 8 * largest - 1) / (8 * largest)
    return start..<max(start, end)
  }
}

extension JPEGFrameHeader {
  /// Whether another frame is of the same size and sampling, whatever its process and its numbers of
  /// components and tables.
  fileprivate func hasSameBlocks(as other: JPEGFrameHeader) -> Bool {
    width == other.width && height == other.height
      && components.map(\.horizontal) == other.components.map(\.horizontal)
      && components.map(\.vertical) == other.components.map(\.vertical)
  }
}

extension CoefficientStore {
  fileprivate func isEqual(
    to other: CoefficientStore, _ component: Int, column: Int, row: Int
  ) -> Bool {
    let isEqual = read(component, column: column, row: row) { own in
      other.read(component, column: column, row: row) { block in
        (0..<64).allSatisfy { own[$0] == block[$0] }
      }
    }
    return isEqual == .some(.some(true))
  }
}
