extension CodedBlock {
  /// What a scan says of a block with these coefficients.
  init(_ block: UnsafePointer<Int16>, in coding: Scan.Coding) {
    self.init()
    switch coding {
    case .sequential:
      for index in 0..<64 { coefficients[index] = block[index] }
    case .dcFirst(let low):
      coefficients[0] = block[0] >> Int16(low)
    case .dcRefinement(let low):
      coefficients[0] = block[0] >> Int16(low) & 1
    case .acFirst(let band, let low):
      for index in band { coefficients[index] = block[index].dividedByPower(low) }
    case .acRefinement(let band, let low):
      for index in band {
        let value = block[index].dividedByPower(low)
        if value.magnitude == 1 {
          coefficients[index] = value
        } else if value != 0 {
          history |= 1 << UInt64(index)
          corrections |= UInt64(value.magnitude & 1) << UInt64(index)
        }
      }
    }
  }

  /// Puts what the scan says into a block's coefficients.
  func apply(to block: UnsafeMutablePointer<Int16>, in coding: Scan.Coding) {
    switch coding {
    case .sequential:
      for index in 0..<64 { block[index] = coefficients[index] }
    case .dcFirst(let low):
      block[0] = coefficients[0] &<< Int16(low)
    case .dcRefinement(let low):
      block[0] |= coefficients[0] &<< Int16(low)
    case .acFirst(let band, let low):
      for index in band { block[index] = coefficients[index] &<< Int16(low) }
    case .acRefinement(let band, let low):
      let step = Int16(1) &<< Int16(low)
      for index in band {
        if coefficients[index] != 0 {
          block[index] = coefficients[index] &* step
        } else if corrections >> UInt64(index) & 1 != 0 {
          block[index] &+= block[index] < 0 ? -step : step
        }
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
