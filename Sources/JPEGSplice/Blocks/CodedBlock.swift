/// What one scan says of a block.
///
/// Coefficients are in zigzag order. In a first scan of a progressive picture they are without the
/// bits that later scans code; in a refinement of AC coefficients they are -1, 0 or 1: those that it
/// makes nonzero.
struct CodedBlock {
  private(set) var coefficients = InlineArray<64, Int16>(repeating: 0)
  /// The coefficients that are not zero, as a bit each.
  private(set) var nonzero: UInt64 = 0
  /// In a refinement: the coefficients with nonzero history (T.81, G.1.2.3), as a bit each.
  var history: UInt64 = 0
  /// In a refinement: the next bit of each of them, its correction.
  var corrections: UInt64 = 0

  /// Sets a coefficient that is still zero.
  @inline(__always)
  mutating func set(_ index: Int, _ value: Int16) {
    coefficients[index] = value
    nonzero |= (value == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: index)
  }

  /// Makes it a block of zeros; quick where few coefficients are not zero.
  @inline(__always)
  mutating func clear() {
    for index in Bits(nonzero) { coefficients[index] = 0 }
    (nonzero, history, corrections) = (0, 0, 0)
  }
}

/// The numbers of the bits that are set, ascending.
struct Bits: Sequence, IteratorProtocol {
  private var rest: UInt64

  @inline(__always)
  init(_ bits: UInt64) { rest = bits }

  @inline(__always)
  mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

extension UInt64 {
  /// The bits of a band of coefficients.
  init(_ band: ClosedRange<Int>) {
    self = ~0 << UInt64(band.lowerBound) & ~0 >> UInt64(63 - band.upperBound)
  }
}

extension CodedBlock {
  /// What a scan says of a block with these coefficients.
  ///
  /// - Parameters:
  ///   - block: 64 coefficients.
  ///   - coding: the scan's.
  init(_ block: UnsafePointer<Int16>, in coding: Scan.Coding) {
    self.init()
    switch coding {
    case .sequential:
      for index in 0..<64 { set(index, block[index]) }
    case .dcFirst(let low):
      set(0, block[0] >> Int16(low))
    case .dcRefinement(let low):
      set(0, block[0] >> Int16(low) & 1)
    case .acFirst(let band, let low):
      for index in band { set(index, block[index].dividedByPower(low)) }
    case .acRefinement(let band, let low):
      for index in band {
        let value = block[index].dividedByPower(low)
        if value.magnitude == 1 {
          set(index, value)
        } else if value != 0 {
          history |= 1 << UInt64(index)
          corrections |= UInt64(value.magnitude & 1) << UInt64(index)
        }
      }
    }
  }

  /// Puts what the scan says into a block's coefficients, which hold what earlier scans said.
  ///
  /// - Parameters:
  ///   - block: 64 coefficients.
  ///   - coding: the scan's.
  func apply(to block: UnsafeMutablePointer<Int16>, in coding: Scan.Coding) {
    switch coding {
    case .sequential:
      for index in Bits(nonzero) { block[index] = coefficients[index] }
    case .dcFirst(let low):
      block[0] = coefficients[0] &<< Int16(low)
    case .dcRefinement(let low):
      block[0] |= coefficients[0] &<< Int16(low)
    case .acFirst(_, let low):
      for index in Bits(nonzero) { block[index] = coefficients[index] &<< Int16(low) }
    case .acRefinement(_, let low):
      let step = Int16(1) &<< Int16(low)
      for index in Bits(nonzero) { block[index] = coefficients[index] &* step }
      for index in Bits(corrections & ~nonzero) {
        block[index] &+= block[index] < 0 ? -step : step
      }
    }
  }
}

extension Int16 {
  /// Divided by a power of two, rounded towards zero: the point transform of T.81, G.1.2.2.
  fileprivate func dividedByPower(_ power: Int) -> Int16 {
    let magnitude = Int16(truncatingIfNeeded: self.magnitude >> UInt16(power))
    return self < 0 ? -magnitude : magnitude
  }
}
