package import Formats

/// The samples of a rectangle of pixels as a TIFF has them, to be drawn in: of any depth from 1 to 64
/// bits, together or in planes, without a detour through eight bits.
package struct SampleGrid: Sendable {
  package let width: Int
  package let height: Int
  package let samples: TIFFSamples
  /// The samples of all pixels, or of one sample each; rows begin at a byte.
  package var planes: [[UInt8]]
  /// Of samples of 16 bits and more.
  let byteOrder: ByteOrder
  /// Whether a palette lacked a colour that was drawn.
  package private(set) var hasApproximatedColours = false
  private var entries: [UInt32: Int] = [:]

  /// Nil where there are fewer bytes than the pixels take.
  ///
  /// - Parameters:
  ///   - planes: as many as the samples say.
  ///   - width: of a row, in pixels.
  ///   - height: the rows.
  ///   - samples: what they are.
  ///   - byteOrder: nil for that of this machine.
  package init?(
    planes: [[UInt8]], width: Int, height: Int, samples: TIFFSamples, byteOrder: ByteOrder? = nil
  ) {
    let needed = samples.rowBytes(width) * height
    guard planes.count == (samples.isPlanar ? samples.count : 1),
      planes.allSatisfy({ $0.count >= needed })
    else { return nil }
    (self.planes, self.width, self.height, self.samples) = (planes, width, height, samples)
    self.byteOrder = byteOrder ?? (1.littleEndian == 1 ? .littleEndian : .bigEndian)
  }

  /// Lays an overlay over the pixels: source-over in straight alpha (Porter and Duff 1984). What falls
  /// outside is cut off, and pixels under wholly transparent ones keep their samples.
  ///
  /// - Parameters:
  ///   - overlay: turned as the picture is coded.
  ///   - x: where its left edge lies.
  ///   - y: where its top edge does.
  package mutating func blend(_ overlay: Overlay, x: Int, y: Int) {
    let columns = max(0, x)..<max(max(0, x), min(width, x + overlay.width))
    let rows = max(0, y)..<max(max(0, y), min(height, y + overlay.height))
    for row in rows {
      for column in columns {
        let colour = overlay.pixels[(row - y) * overlay.width + column - x]
        if colour.alpha > 0 { blend(colour, x: column, y: row) }
      }
    }
  }

  private mutating func blend(_ colour: RGBA, x: Int, y: Int) {
    let (red, green, blue) = (colour.redShare, colour.greenShare, colour.blueShare)
    let opacity = Double(colour.alpha) / 255
    let gray = 0.299 * red + 0.587 * green + 0.114 * blue
    switch samples.colour {
    case .blackIsZero: mix([gray], opacity, x, y)
    case .whiteIsZero: mix([1 - gray], opacity, x, y)
    case .rgb, .ycc: mix([red, green, blue], opacity, x, y)
    case .palette: blendIntoPalette(colour, x, y)
    case .cmyk:
      // As on a JPEG in ink: black ink is what the largest component lacks, and a half-transparent
      // colour changes the hue as far as it is bright.
      let largest = max(red, green, blue)
      let bright = opacity * largest
      let all = bright + 1 - opacity
      let hue = all == 0 ? 1 : bright / all
      let inks = [red, green, blue].map { largest == 0 ? 0 : 1 - $0 / largest }
      mix(inks + [1 - largest], x, y, opacities: [hue, hue, hue, opacity])
    }
  }

  private mutating func mix(_ colour: [Double], _ opacity: Double, _ x: Int, _ y: Int) {
    mix(colour, x, y, opacities: [opacity, opacity, opacity, opacity])
  }

  private mutating func mix(_ colour: [Double], _ x: Int, _ y: Int, opacities: [Double]) {
    let cover = opacities[colour.count - 1]
    let below =
      samples.alpha == .unassociated ? share(x: x, y: y, sample: colour.count) : 1
    for (sample, value) in colour.enumerated() {
      let old = share(x: x, y: y, sample: sample)
      let opacity = opacities[sample]
      let sum = opacity + below * (1 - opacity)
      let new = sum == 0 ? old : (value * opacity + old * below * (1 - opacity)) / sum
      set(new, x: x, y: y, sample: sample)
    }
    if samples.alpha != .none {
      let old = share(x: x, y: y, sample: colour.count)
      set(cover + old * (1 - cover), x: x, y: y, sample: colour.count)
    }
  }

  /// Takes the entry with the colour nearest to the mixed one.
  private mutating func blendIntoPalette(_ colour: RGBA, _ x: Int, _ y: Int) {
    let below = palette(Int(raw(x: x, y: y, sample: 0)))
    func mixed(_ above: UInt8, _ below: Int) -> Int {
      (Int(above) * Int(colour.alpha) + below * (255 - Int(colour.alpha)) + 127) / 255
    }
    let wanted = [
      mixed(colour.red, below[0]), mixed(colour.green, below[1]), mixed(colour.blue, below[2]),
    ]
    let key = UInt32(wanted[0] << 16 | wanted[1] << 8 | wanted[2])
    let entry = entries[key] ?? nearest(to: wanted)
    entries[key] = entry
    setRaw(UInt64(entry), x: x, y: y, sample: 0)
  }

  private mutating func nearest(to colour: [Int]) -> Int {
    var (best, least) = (0, Int.max)
    for entry in 0..<samples.palette.count / 3 {
      let distance = zip(palette(entry), colour).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      if distance < least { (best, least) = (entry, distance) }
    }
    if least > 0 { hasApproximatedColours = true }
    return best
  }

  /// An entry's red, green and blue, from 0 to 255.
  func palette(_ entry: Int) -> [Int] {
    let count = samples.palette.count / 3
    guard entry < count else { return [0, 0, 0] }
    return (0..<3).map { Int(samples.palette[$0 * count + entry] >> 8) }
  }
}

extension RGBA {
  fileprivate var redShare: Double { Double(red) / 255 }
  fileprivate var greenShare: Double { Double(green) / 255 }
  fileprivate var blueShare: Double { Double(blue) / 255 }
}

/// The samples by their places, which must be inside.
extension SampleGrid {
  /// The highest value of a whole-numbered sample.
  private var highest: Double { Double((UInt64(1) << UInt64(min(samples.bits, 63))) - 1) }

  /// A sample from 0 to 1; of a floating-point one its value.
  package func share(x: Int, y: Int, sample: Int) -> Double {
    let raw = raw(x: x, y: y, sample: sample)
    switch (samples.kind, samples.bits) {
    case (.unsigned, _): return Double(raw) / highest
    case (.float, 16): return Double(Float16(bitPattern: UInt16(truncatingIfNeeded: raw)))
    case (.float, 32): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
    case (.float, _): return Double(bitPattern: raw)
    }
  }

  private mutating func set(_ share: Double, x: Int, y: Int, sample: Int) {
    let raw: UInt64 =
      switch (samples.kind, samples.bits) {
      case (.unsigned, _): UInt64(max(0, min(1, share)) * highest + 0.5)
      case (.float, 16): UInt64(Float16(share).bitPattern)
      case (.float, 32): UInt64(Float(share).bitPattern)
      case (.float, _): share.bitPattern
      }
    setRaw(raw, x: x, y: y, sample: sample)
  }

  /// The plane of a sample, and the first of its bits there.
  private func place(_ x: Int, _ y: Int, _ sample: Int) -> (plane: Int, bit: Int) {
    let row = y * samples.rowBytes(width) * 8
    return samples.isPlanar
      ? (sample, row + x * samples.bits) : (0, row + (x * samples.count + sample) * samples.bits)
  }

  /// A sample's bits.
  package func raw(x: Int, y: Int, sample: Int) -> UInt64 {
    let (plane, bit) = place(x, y, sample)
    let bits = samples.bits
    if bits == 8 { return UInt64(planes[plane][bit >> 3]) }
    var value: UInt64 = 0
    if bits >= 16 {
      let (start, size) = (bit >> 3, bits >> 3)
      for index in 0..<size {
        let byte = planes[plane][start + (byteOrder == .bigEndian ? index : size - 1 - index)]
        value = value << 8 | UInt64(byte)
      }
      return value
    }
    // The highest bit first (TIFF 6.0, FillOrder 1; libtiff turns the other round).
    for index in bit..<bit + bits {
      value = value << 1 | UInt64(planes[plane][index >> 3] >> UInt8(7 - index & 7) & 1)
    }
    return value
  }

  private mutating func setRaw(_ value: UInt64, x: Int, y: Int, sample: Int) {
    let (plane, bit) = place(x, y, sample)
    let bits = samples.bits
    if bits == 8 {
      planes[plane][bit >> 3] = UInt8(truncatingIfNeeded: value)
    } else if bits >= 16 {
      let (start, size) = (bit >> 3, bits >> 3)
      for index in 0..<size {
        let shift = UInt64(8 * (byteOrder == .bigEndian ? size - 1 - index : index))
        planes[plane][start + index] = UInt8(truncatingIfNeeded: value >> shift)
      }
    } else {
      for index in 0..<bits {
        let mask = UInt8(1) << UInt8(7 - (bit + index) & 7)
        if value >> UInt64(bits - 1 - index) & 1 == 1 {
          planes[plane][(bit + index) >> 3] |= mask
        } else {
          planes[plane][(bit + index) >> 3] &= ~mask
        }
      }
    }
  }

  /// Whether all bytes of a row are those of another grid of the same size.
  package func isRow(_ y: Int, asIn other: SampleGrid) -> Bool {
    let size = samples.rowBytes(width)
    let bytes = y * size..<(y + 1) * size
    return planes.indices.allSatisfy { planes[$0][bytes] == other.planes[$0][bytes] }
  }

  /// Whether the samples of the colours in a rectangle are from 0 to 1, with some room for rounding;
  /// whole-numbered ones always are.
  package func isInRange(columns: Range<Int>, rows: Range<Int>) -> Bool {
    guard samples.kind == .float else { return true }
    return rows.clamped(to: 0..<height).allSatisfy { y in
      columns.clamped(to: 0..<width).allSatisfy { x in
        (0..<samples.colour.sampleCount).allSatisfy {
          (-0.01...1.01).contains(share(x: x, y: y, sample: $0))
        }
      }
    }
  }
}
