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

  /// Puts what the scan says into a block's coefficients, which what earlier scans said is in.
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
