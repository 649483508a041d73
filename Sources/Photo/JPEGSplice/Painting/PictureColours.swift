import Formats

/// The colours of a picture, where its blocks have been read.
package struct PictureColours {
  private let store: CoefficientStore
  private let picture: JPEGPicture
  private let colour: ComponentColour

  init(_ store: CoefficientStore, of picture: JPEGPicture, colour: ComponentColour) {
    (self.store, self.picture, self.colour) = (store, picture, colour)
  }

  /// The pixels of a rectangle that lies on the coded picture.
  ///
  /// - Parameter area: what lies outside the picture is clear.
  /// - Returns: row by row, from the lowest byte: red, green, blue and alpha, which is 255, or 0 where the
  ///   pixel's block was not read.
  package func words(of area: PixelArea) -> [UInt32] {
    let columns = area.columns.clamped(to: 0..<picture.frame.width)
    let planes = picture.frame.components.indices.map { plane($0, area, columns) }
    var words = [UInt32](repeating: 0, count: area.columns.count * area.rows.count)
    for y in area.rows.clamped(to: 0..<picture.frame.height) {
      let start =
        (y - area.rows.lowerBound) * area.columns.count + columns.lowerBound
        - area.columns.lowerBound
      func line(_ component: Int, absent: Int16 = SamplePlane.middle) -> [Int16] {
        planes.indices.contains(component)
          ? planes[component].line(y, unread: SamplePlane.middle)
          : .init(repeating: absent, count: columns.count)
      }
      let first = planes[0].line(y, unread: SamplePlane.unknown)
      let (second, third, fourth) = (line(1), line(2), line(3, absent: 255))
      for index in first.indices where first[index] != SamplePlane.unknown {
        words[start + index] = colour.word(
          Int32(first[index]), Int32(second[index]), Int32(third[index]), Int32(fourth[index]))
      }
    }
    return words
  }

  /// The samples of a component, as far as they are for pixels of an area.
  private func plane(
    _ component: Int, _ area: PixelArea, _ pixels: Range<Int>
  ) -> SamplePlane {
    let sampling = Sampling(of: picture.frame.components[component], in: picture.frame)
    func blocks(_ ratio: SamplingRatio, _ pixels: Range<Int>, _ size: Int) -> Range<Int> {
      let samples = ratio.samples(of: pixels, in: size)
      return samples.lowerBound / 8..<(samples.upperBound + 7) / 8
    }
    let columns = blocks(sampling.across, area.columns, sampling.width)
    let rows = blocks(sampling.down, area.rows, sampling.height)
    var plane = SamplePlane(sampling, columns: columns, rows: rows, of: pixels)
    BlockScaling(picture.quantization[component]).withTables { tables in
      for row in rows {
        for column in columns {
          let samples = store.read(component, column: column, row: row) { tables.samples($0) }
          if let samples { plane.set(samples, column: column, row: row) }
        }
      }
    }
    return plane
  }
}

/// Samples of a component, in some of the blocks of a rectangle.
private struct SamplePlane {
  private let sampling: Sampling
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// For each pixel of a row the column of its sample.
  private let places: [Int]
  /// From 0 to 255; ``unknown`` where no block was read.
  private var samples: [Int16]
  private var width: Int { 8 * columns.count }

  static let unknown: Int16 = -1
  /// Gray has this much of both differences of colour.
  static let middle: Int16 = 128

  init(_ sampling: Sampling, columns: Range<Int>, rows: Range<Int>, of pixels: Range<Int>) {
    (self.sampling, self.columns, self.rows) = (sampling, columns, rows)
    places = pixels.map { sampling.across.sample(of: $0) - 8 * columns.lowerBound }
    samples = .init(repeating: Self.unknown, count: 64 * columns.count * rows.count)
  }

  mutating func set(_ block: SampleBlock, column: Int, row: Int) {
    let start = 8 * (row - rows.lowerBound) * width + 8 * (column - columns.lowerBound)
    for line in 0..<8 {
      for place in 0..<8 {
        let value = (block[line][place] + 128).rounded()
        samples[start + line * width + place] = Int16(min(max(value, 0), 255))
      }
    }
  }

  /// The samples for the pixels of a row.
  ///
  /// - Parameters:
  ///   - y: the row of the picture.
  ///   - unread: stands for samples that were not read.
  /// - Returns: a sample for each pixel.
  func line(_ y: Int, unread: Int16) -> [Int16] {
    let row = sampling.down.sample(of: y) - 8 * rows.lowerBound
    guard row >= 0, row < 8 * rows.count else {
      return .init(repeating: unread, count: places.count)
    }
    let start = row * width
    return places.map { place in
      guard place >= 0, place < width else { return unread }
      let sample = samples[start + place]
      return sample == Self.unknown ? unread : sample
    }
  }
}

extension ComponentColour {
  /// The colour of four components: red, green, blue and 255, from the lowest byte on.
  @inline(__always)
  fileprivate func word(_ first: Int32, _ second: Int32, _ third: Int32, _ fourth: Int32) -> UInt32
  {
    switch self {
    case .gray: Self.word(first, first, first)
    case .rgb: Self.word(first, second, third)
    case .ycc: Self.word(ofYCC: first, second, third)
    case .cmyk: Self.word(first * fourth / 255, second * fourth / 255, third * fourth / 255)
    case .ycck: Self.printed(Self.word(ofYCC: first, second, third), black: fourth)
    case .inks:
      Self.word(
        (255 - first) * (255 - fourth) / 255, (255 - second) * (255 - fourth) / 255,
        (255 - third) * (255 - fourth) / 255)
    }
  }

  /// JFIF 1.02, page 3, in units of 2⁻¹⁶.
  @inline(__always)
  private static func word(ofYCC y: Int32, _ cb: Int32, _ cr: Int32) -> UInt32 {
    let (blue, red) = (cb - 128, cr - 128)
    return word(
      y + (91_881 * red + 32_768) >> 16, y - (22_554 * blue + 46_802 * red + 32_768) >> 16,
      y + (116_130 * blue + 32_768) >> 16)
  }

  /// Coloured inks, which the three colours say how much there is of, under black, 255 being none.
  private static func printed(_ inks: UInt32, black: Int32) -> UInt32 {
    func light(_ shift: UInt32) -> Int32 { (255 - Int32(inks >> shift & 0xFF)) * black / 255 }
    return word(light(0), light(8), light(16))
  }

  @inline(__always)
  private static func word(_ red: Int32, _ green: Int32, _ blue: Int32) -> UInt32 {
    func byte(_ value: Int32) -> UInt32 { UInt32(min(max(value, 0), 255)) }
    return 0xFF00_0000 | byte(blue) << 16 | byte(green) << 8 | byte(red)
  }
}
