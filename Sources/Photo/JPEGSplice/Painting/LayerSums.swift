/// The means of a layer's pixels in a row of samples.
struct LayerSums {
  /// Of eight samples: how much of the picture the layer hides, 0 to 1, and what it has of each
  /// colour, 0 to 255, so far as it hides the picture.
  struct Colours {
    var share: SIMD8<Float>
    var red: SIMD8<Float>
    var green: SIMD8<Float>
    var blue: SIMD8<Float>
  }

  private let layer: Layer
  private let across: SamplingRatio
  /// The layer's pixels on the picture.
  private let columns: Range<Int>
  /// By sample, its pixels among those that are summed up.
  private let ranges: [Range<Int>]
  /// How many samples from the first on have two pixels each, all of them one after another; eight or
  /// more times eight, or none.
  private let paired: Int
  /// By column of blocks, the part of a row of pixels that one of them is.
  private let parts: [SIMD8<Float>]
  /// The picture's column where the sums begin.
  private let firstPixel: Int
  /// How many sums there are of each colour.
  private let length: Int
  /// By column of pixels, one colour after another.
  private var pixelSums: [Float]
  /// By sample in the same way; empty where a sample covers one pixel.
  private var sampleSums: [Float]
  private var scale: Float = 1
  private var isEmpty = true
  /// The samples past the picture's last column in the last column of blocks.
  private let bare: Int

  init(_ coverage: LayerCoverage) {
    let (layer, sampling) = (coverage.layer, coverage.sampling)
    let samples = 8 * coverage.touched.columns.lowerBound..<8 * coverage.touched.columns.upperBound
    let pixels = samples.map { sampling.across.pixels(of: $0, in: sampling.width) }
    let first = pixels.first?.lowerBound ?? 0
    self.layer = layer
    across = sampling.across
    columns = layer.columns.clamped(to: 0..<sampling.width)
    firstPixel = first
    parts = coverage.touched.columns.indices.map { index in
      let start = 8 * (index - coverage.touched.columns.startIndex)
      var part = SIMD8<Float>.zero
      for sample in 0..<8 { part[sample] = 1 / Float(max(1, pixels[start + sample].count)) }
      return part
    }
    // Eight pixels are added at once, so there is room after the last.
    length = max(samples.count, (pixels.last?.upperBound ?? 0) - first) + 8
    pixelSums = .init(repeating: 0, count: 4 * length)
    ranges = across.isOne ? [] : pixels.map { $0.lowerBound - first..<$0.upperBound - first }
    let pairs = ranges.enumerated().prefix { $1 == 2 * $0..<2 * $0 + 2 }
    paired = pairs.count & ~7
    sampleSums = across.isOne ? [] : .init(repeating: 0, count: 4 * length)
    bare = max(0, samples.upperBound - sampling.across.samples(in: sampling.width))
  }

  /// Starts over.
  mutating func clear() {
    if !isEmpty { pixelSums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
    isEmpty = true
  }

  /// Adds a row of the layer's pixels, eight at a time.
  ///
  /// - Parameter row: the number of one of its rows.
  mutating func add(row: Int) {
    precondition(row >= 0 && row < layer.height)
    if columns.isEmpty { return }
    isEmpty = false
    let start = row * layer.width + columns.lowerBound - layer.x
    let (count, place, length) = (columns.count, columns.lowerBound - firstPixel, length)
    precondition(place >= 0 && place + count + 8 <= length)
    layer.pixels.withUnsafeBytes { pixels in
      pixelSums.withUnsafeMutableBytes { sums in
        @inline(__always)
        func add(_ words: SIMD8<UInt32>, _ index: Int) {
          let share = Self.byte(words, 24) / 255
          var offset = (place + index) * MemoryLayout<Float>.stride
          @inline(__always)
          func add(_ value: SIMD8<Float>) {
            let sum = sums.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            sums.storeBytes(of: sum + value, toByteOffset: offset, as: SIMD8<Float>.self)
            offset += length * MemoryLayout<Float>.stride
          }
          add(share)
          add(share * Self.byte(words, 0))
          add(share * Self.byte(words, 8))
          add(share * Self.byte(words, 16))
        }
        let size = MemoryLayout<Layer.Pixel>.stride
        let tail = count & ~7
        for index in stride(from: 0, to: tail, by: 8) {
          let offset = (start + index) * size
          if Self.areClear(pixels, offset) { continue }
          add(pixels.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self), index)
        }
        var rest = SIMD8<UInt32>.zero
        for index in tail..<count {
          rest[index - tail] = pixels.loadUnaligned(
            fromByteOffset: (start + index) * size, as: UInt32.self)
        }
        if tail < count { add(rest, tail) }
      }
    }
  }

  /// A byte of each word as a number: a float of 2²³ and more has whole numbers in its lowest bits.
  @inline(__always)
  private static func byte(_ words: SIMD8<UInt32>, _ shift: UInt32) -> SIMD8<Float> {
    let bits = (words &>> shift) & 0xFF | 0x4B00_0000
    return unsafeBitCast(bits, to: SIMD8<Float>.self) - 8_388_608
  }

  /// Whether eight pixels are wholly transparent.
  @inline(__always)
  private static func areClear(_ pixels: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    var words: UInt64 = 0
    for pair in 0..<4 {
      words |= pixels.loadUnaligned(fromByteOffset: offset + 8 * pair, as: UInt64.self)
    }
    return words & 0xFF00_0000_FF00_0000 == 0
  }

  /// Sums up the pixels of each sample.
  ///
  /// - Parameter pixelRows: how many rows of pixels the samples are for.
  mutating func finish(pixelRows: Int) {
    scale = 1 / Float(max(1, pixelRows))
    if isEmpty || across.isOne { return }
    pixelSums.withUnsafeBufferPointer { pixels in
      sampleSums.withUnsafeMutableBufferPointer { samples in
        for start in stride(from: 0, to: 4 * length, by: length) {
          for sample in stride(from: 0, to: paired, by: 8) {
            let offset = (start + 2 * sample) * MemoryLayout<Float>.stride
            let both = UnsafeRawBufferPointer(pixels).loadUnaligned(
              fromByteOffset: offset, as: SIMD16<Float>.self)
            UnsafeMutableRawBufferPointer(samples).storeBytes(
              of: both.evenHalf + both.oddHalf,
              toByteOffset: (start + sample) * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
          }
          for sample in paired..<ranges.count {
            samples[start + sample] = ranges[sample].reduce(0) { $0 + pixels[start + $1] }
          }
        }
      }
    }
  }

  /// Goes through the means of the columns of blocks.
  ///
  /// - Parameters:
  ///   - covered: takes the number of a column with some of the layer, and its means.
  ///   - uncovered: takes the number of one without.
  @inline(__always)
  func forEachColumn(covered: (Int, Colours) -> Void, uncovered: (Int) -> Void) {
    if isEmpty {
      for column in parts.indices { uncovered(column) }
      return
    }
    (across.isOne ? pixelSums : sampleSums).withUnsafeBytes { sums in
      for column in parts.indices {
        let factor = parts[column] * scale
        @inline(__always)
        func mean(_ colour: Int) -> SIMD8<Float> {
          let offset = (colour * length + 8 * column) * MemoryLayout<Float>.stride
          var mean = sums.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) * factor
          if column == parts.count - 1, bare > 0, bare < 8 {
            for sample in 8 - bare..<8 { mean[sample] = mean[7 - bare] }
          }
          return mean
        }
        let share = mean(0)
        if share.isZero {
          uncovered(column)
        } else {
          covered(column, Colours(share: share, red: mean(1), green: mean(2), blue: mean(3)))
        }
      }
    }
  }
}
