import Formats

/// How samples of a component stand to pixels, in one direction.
struct SamplingRatio: Hashable {
  private let factor: Int
  private let largest: Int

  /// - Parameters:
  ///   - factor: the component's sampling factor.
  ///   - largest: that of the component with the most samples.
  init(of factor: Int, to largest: Int) {
    (self.factor, self.largest) = (factor, largest)
  }

  /// Whether each sample is for one pixel.
  var isOne: Bool { factor == largest }

  /// How many samples there are for so many pixels (T.81, A.1.1).
  func samples(in size: Int) -> Int { (size * factor + largest - 1) / largest }

  /// The pixels that a sample is for, of so many.
  func pixels(of sample: Int, in size: Int) -> Range<Int> {
    let end = min(size, (sample * largest + largest + factor - 1) / factor)
    return min(sample * largest / factor, end)..<end
  }

  /// The samples that are for any of some pixels, where there are so many.
  func samples(of pixels: Range<Int>, in size: Int) -> Range<Int> {
    let seen = pixels.clamped(to: 0..<size)
    if seen.isEmpty { return 0..<0 }
    let end = (seen.upperBound * factor + largest - 1) / largest
    return seen.lowerBound * factor / largest..<end
  }
}

/// How a component's samples stand to the picture's pixels.
struct Sampling: Hashable {
  let across: SamplingRatio
  let down: SamplingRatio
  /// The picture's size in pixels.
  let width: Int
  let height: Int

  init(of component: JPEGFrameHeader.Component, in frame: JPEGFrameHeader) {
    across = SamplingRatio(of: component.horizontal, to: frame.maxHorizontal)
    down = SamplingRatio(of: component.vertical, to: frame.maxVertical)
    (width, height) = (frame.width, frame.height)
  }
}
