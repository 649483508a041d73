/// A filter's table as the pixels of a photo are looked up in it: a word for each entry, so that one
/// multiplication weighs three channels, on machines without newer vector instructions too.
///
/// A word has three fields of 21 bits, blue in the lowest. An entry has 13 of them, 32 for each step of a
/// byte: weighed by 256 in all, it still fits. What comes out is rounded once, from a value that is within
/// a tenth of a step of what ``FilterTable/colour(at:)`` gives.
///
/// Words are what entries have more than the vignette's colour, so that weights of less than 256 give a mix
/// with that. Fields below 0 borrow from those above them, and it is all made good when the colour is added.
struct FilterKernel: Sendable {
  private let words: [UInt64]
  /// The vignette's colour, black where there is none, and half a step of a byte, in sums.
  private let base: UInt64

  /// How many pixels go together through each stage; what these keep stays in the nearest cache.
  private static let block = 256

  init(_ table: FilterTable, _ vignette: Vignette?) {
    func word(_ colour: SIMD3<UInt16>) -> UInt64 {
      func field(_ value: UInt16) -> UInt64 { (UInt64(value) * 255 * 32 + 32767) / 65535 }
      return field(colour.x) << SumFields.red | field(colour.y) << SumFields.green | field(colour.z)
    }
    let colour = (vignette?.colour ?? 0).colour * 65535
    let shade = word(SIMD3<UInt16>(colour, rounding: .toNearestOrEven))
    words = table.entries.map { word($0) &- shade }
    base = shade << 8 + SumFields.half
  }

  /// Gives a row of pixels their colours; what they have in the highest byte stays.
  ///
  /// - Parameters:
  ///   - row: four bytes a pixel, 0x??RRGGBB.
  ///   - shade: the vignette's part of the row, nil where the filter has none.
  func apply(to row: UnsafeMutableRawBufferPointer, _ shade: VignetteShade.Row?) {
    guard let pixels = row.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
    let groups = Self.block / Corners.lanes
    withUnsafeTemporaryAllocation(of: Corners.self, capacity: groups) { corners in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.block) { sums in
        guard let corners = corners.baseAddress, let sums = sums.baseAddress else { return }
        for x in stride(from: 0, to: row.count / 4, by: Self.block) {
          let count = min(Self.block, row.count / 4 - x)
          let groups = (count + Corners.lanes - 1) / Corners.lanes
          Self.place(pixels + x, count, corners)
          if let shade, !shade.isClear(from: x, through: x + count - 1) {
            Self.fade(corners, groups, shade, x)
          }
          lookUp(corners, groups, sums)
          store(sums, pixels + x, count)
        }
      }
    }
  }

  /// Finds the four entries between which each pixel lies, and its shares of them; see
  /// ``FilterTable/colour(at:)``.
  ///
  /// The caller guarantees as many pixels as the count says, and room for as many groups as they fill, the
  /// last one perhaps in part. In vectors of eight without a branch, which takes a quarter of the time of
  /// one pixel after the other.
  private static func place(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ corners: UnsafeMutablePointer<Corners>
  ) {
    let lanes = Corners.lanes
    let whole = count / lanes
    for group in 0..<whole {
      let start = UnsafeRawPointer(pixels + group &* lanes)
      corners[group] = Corners(
        of: start.loadUnaligned(as: Corners.Pixels.self),
        start.loadUnaligned(fromByteOffset: 16, as: Corners.Pixels.self))
    }
    if whole * lanes < count {
      var rest = (Corners.Pixels(), Corners.Pixels())
      withUnsafeMutableBytes(of: &rest) {
        $0.copyMemory(
          from: UnsafeRawBufferPointer(
            start: pixels + whole * lanes, count: 4 * (count - whole * lanes)))
      }
      corners[whole] = Corners(of: rest.0, rest.1)
    }
  }

  /// Takes the vignette's share from the weights; the caller guarantees this many groups, the first of which
  /// begins at a column of the photo.
  private static func fade(
    _ corners: UnsafeMutablePointer<Corners>, _ groups: Int, _ shade: VignetteShade.Row, _ x: Int
  ) {
    for group in 0..<groups {
      let x = x &+ group &* Corners.lanes
      corners[group].fade(shade.amounts(x), shade.amounts(x &+ 4))
    }
  }

  /// Sums up each pixel's four entries by their weights.
  ///
  /// The caller guarantees groups that ``place(_:_:_:)`` made, which name no entry that there is not, and
  /// room for a sum for each of their lanes.
  private func lookUp(
    _ corners: UnsafePointer<Corners>, _ groups: Int, _ sums: UnsafeMutablePointer<UInt64>
  ) {
    let lanes = Corners.lanes
    words.withUnsafeBufferPointer { words in
      guard let words = words.baseAddress else { return }
      for group in 0..<groups {
        // Lanes of a vector in memory are far quicker to read than those of one in a register.
        let values = UnsafeRawPointer(corners + group).assumingMemoryBound(to: UInt16.self)
        for half in 0..<2 {
          for pixel in 0..<4 {
            let lane = 2 &* pixel &+ half
            let darkest = Int(values[lane])
            let second = Int(values[lane &+ lanes])
            let third = Int(values[lane &+ 2 &* lanes])
            sums[group &* lanes &+ 4 &* half &+ pixel] =
              words[darkest] &* UInt64(values[lane &+ 3 &* lanes])
              &+ words[second] &* UInt64(values[lane &+ 4 &* lanes])
              &+ words[third] &* UInt64(values[lane &+ 5 &* lanes])
              &+ words[darkest &+ Corners.diagonal] &* UInt64(values[lane &+ 6 &* lanes])
          }
        }
      }
    }
  }

  /// Rounds sums and stores them as colours; the caller guarantees that both have this many.
  private func store(
    _ sums: UnsafePointer<UInt64>, _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count {
      let sum = sums[index] &+ base
      let colour =
        sum &>> (SumFields.red - 3) & 0xff_0000 | sum &>> (SumFields.green + 5) & 0xff00
        | sum &>> 13 & 0xff
      pixels[index] = pixels[index] & 0xff00_0000 | UInt32(truncatingIfNeeded: colour)
    }
  }
}

/// The fields of a word of ``FilterKernel``: where they begin, above blue, and what is in them.
enum SumFields {
  static let red: UInt64 = 42
  static let green: UInt64 = 21
  /// The lowest bit of each.
  static let ones: UInt64 = 1 << red | 1 << green | 1
  /// Half a step of a byte, in sums of weight 256.
  static let half = ones << 12
}

/// Of eight pixels, the entries at three corners of each one's tetrahedron (the fourth is a diagonal away
/// from the first), and the weights of all four, 256 together.
///
/// What makes it is inlined by order: as calls, they would take as long as what they do.
struct Corners: BitwiseCopyable {
  typealias Pixels = SIMD4<UInt32>
  typealias Lanes = SIMD8<Int16>
  static let lanes = 8
  private static let strides = FilterTable.strides
  static let diagonal = strides.red + strides.green + strides.blue

  private let first, second, third: Lanes
  private var weights: (Lanes, Lanes, Lanes, Lanes)

  /// The lanes have the first four pixels and the last four in turn: shifts are enough for that.
  @inline(__always)
  init(of first: Pixels, _ last: Pixels) {
    // Vectors on both sides of each operator: with a number on one side it works lane by lane.
    let (byte, upperByte) = (Pixels(repeating: 0xff), Pixels(repeating: 0xff_0000))
    let (eight, sixteen) = (Pixels(repeating: 8), Pixels(repeating: 16))
    let red = first &>> sixteen & byte | last & upperByte
    let green = first &>> eight & byte | last &<< eight & upperByte
    let blue = first & byte | last &<< sixteen & upperByte
    self.init(Place(red), Place(green), Place(blue))
  }

  @inline(__always)
  private init(_ red: Place, _ green: Place, _ blue: Place) {
    func all(_ value: Int) -> Lanes { Lanes(repeating: Int16(value)) }
    let strides = Self.strides
    let most = larger(red.share, larger(green.share, blue.share))
    let least = smaller(red.share, smaller(green.share, blue.share))
    let middle = red.share &+ green.share &+ blue.share &- most &- least
    first =
      red.cell &* all(strides.red) &+ green.cell &* all(strides.green)
      &+ blue.cell &* all(strides.blue)
    // Of equal shares the largest is red's and the least blue's, so that the two are never of one channel.
    second =
      first
      &+ all(strides.blue).replacing(with: all(strides.green), where: green.share .== most)
      .replacing(with: all(strides.red), where: red.share .== most)
    third =
      first
      &+ all(Self.diagonal - strides.red)
      .replacing(with: all(Self.diagonal - strides.green), where: green.share .== least)
      .replacing(with: all(Self.diagonal - strides.blue), where: blue.share .== least)
    weights = (all(256) &- most, most &- middle, middle &- least, least)
  }

  /// Takes from the weights these shares, in 256ths, of the first four pixels and of the last four.
  @inline(__always)
  mutating func fade(_ first: VignetteShade.Amounts, _ last: VignetteShade.Amounts) {
    typealias Words = SIMD8<UInt16>
    let amounts = unsafeBitCast(first | last &<< Pixels(repeating: 16), to: Words.self)
    func faded(_ weights: Lanes) -> Lanes {
      let words = unsafeBitCast(weights, to: Words.self)
      // Rounded down, so that they never exceed the rest for all four.
      let taken = (words &* amounts &+ Words(repeating: 255)) &>> Words(repeating: 8)
      return unsafeBitCast(words &- taken, to: Lanes.self)
    }
    weights.1 = faded(weights.1)
    weights.2 = faded(weights.2)
    weights.3 = faded(weights.3)
    let left = unsafeBitCast(Words(repeating: 256) &- amounts, to: Lanes.self)
    weights.0 = left &- weights.1 &- weights.2 &- weights.3
  }

  /// Where a channel's bytes lie between two entries: `byte * 32 / 255` as a whole number and 256ths; 255
  /// is at the end of the last cell.
  private struct Place {
    let cell, share: Lanes

    @inline(__always)
    init(_ bytes: Pixels) {
      func both(_ value: UInt32) -> Pixels { Pixels(repeating: value << 16 | value) }
      let three = Pixels(repeating: 3)
      cell = unsafeBitCast(bytes &>> three & both(0x1f), to: Lanes.self)
      let share =
        (bytes & both(7)) &<< Pixels(repeating: 5) &+ (bytes &+ both(1)) &>> three & both(0x3f)
      self.share = unsafeBitCast(share, to: Lanes.self)
    }
  }
}

@inline(__always)
private func larger(_ a: Corners.Lanes, _ b: Corners.Lanes) -> Corners.Lanes {
  a.replacing(with: b, where: b .> a)
}

@inline(__always)
private func smaller(_ a: Corners.Lanes, _ b: Corners.Lanes) -> Corners.Lanes {
  a.replacing(with: b, where: b .< a)
}
