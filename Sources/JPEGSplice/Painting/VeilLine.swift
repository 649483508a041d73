/// What a layer's pixels add up to in a row of samples.
struct VeilLine {
  /// By column of the layer, the samples that the pixel belongs to; none past the picture's edge.
  private let samples: [Range<Int>]
  /// By sample, how many columns of pixels it is for.
  private let widths: [Float]
  private let firstSample: Int
  /// By sample: the sum of its pixels' alpha, and of their light.
  private var sums: [SIMD2<Float>]
  private(set) var isEmpty = true

  /// - Parameters:
  ///   - layer: lies on the coded picture.
  ///   - ratio: of samples to pixels.
  ///   - columns: the samples that the layer may reach.
  ///   - width: the picture's, in pixels.
  init(_ layer: Layer, _ ratio: SamplingRatio, columns: Range<Int>, in width: Int) {
    samples = (layer.x..<layer.x + layer.width).map { ratio.samples(of: $0..<$0 + 1, in: width) }
    widths = columns.map { Float(ratio.pixels(of: $0, in: width).count) }
    firstSample = columns.lowerBound
    sums = .init(repeating: .zero, count: columns.count)
  }

  /// Adds a row of the layer's pixels.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - row: the number of one of its rows.
  ///   - weights: what the component takes of each colour.
  mutating func add(_ layer: Layer, row: Int, _ weights: ComponentColour.Weights) {
    let pixels = layer.pixels[row * layer.width..<(row + 1) * layer.width]
    for (pixel, samples) in zip(pixels, samples) where pixel.alpha != 0 {
      let share = Float(pixel.alpha) / 255
      let light = share * weights.value(of: pixel)
      for sample in samples { sums[sample - firstSample] += SIMD2(share, light) }
      isEmpty = false
    }
  }

  /// Gives what the picture's light is multiplied by and what is added to it, for each sample that
  /// does not stay as it is, and begins anew.
  ///
  /// - Parameters:
  ///   - pixelRows: how many rows of pixels the samples are for.
  ///   - body: takes a sample's column and both numbers.
  mutating func takeSums(pixelRows: Int, _ body: (Int, Float, Float) -> Void) {
    for index in sums.indices where sums[index].x != 0 {
      let mean = sums[index] / (Float(pixelRows) * widths[index])
      body(firstSample + index, 1 - mean.x, mean.y)
      sums[index] = .zero
    }
    isEmpty = true
  }
}
