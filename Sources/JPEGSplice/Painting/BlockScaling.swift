import Formats

/// Takes a component's quantised coefficients to samples and back.
struct BlockScaling {
  /// In zigzag order: what takes quantised coefficients to those that ``CosineTransform`` wants.
  private var fromQuantized = [Float](repeating: 0, count: 64)
  /// Transposed, what takes those that it gives to quantised ones.
  private var toQuantized = [SIMD8<Float>](repeating: .zero, count: 8)
  /// By place in zigzag order, where a transposed block has the coefficient, in bytes.
  private var offsets = [Int](repeating: 0, count: 64)

  /// - Parameter table: 64 divisors in zigzag order, none of them 0.
  init(_ table: [UInt16]) {
    for index in 0..<64 {
      let (row, column) = (ZigzagOrder.natural[index] >> 3, ZigzagOrder.natural[index] & 7)
      let scale = CosineTransform.scales[row] * CosineTransform.scales[column]
      fromQuantized[index] = Float(table[index]) * scale / 8
      toQuantized[column][row] = 1 / (Float(table[index]) * scale * 8)
      offsets[index] = (column << 3 | row) * MemoryLayout<Float>.stride
    }
  }

  /// Gives the numbers, which stay alive meanwhile.
  func withTables(_ body: (Tables) -> Void) {
    fromQuantized.withUnsafeBufferPointer { fromQuantized in
      toQuantized.withUnsafeBufferPointer { toQuantized in
        offsets.withUnsafeBufferPointer { offsets in
          guard let first = fromQuantized.baseAddress, let second = toQuantized.baseAddress,
            let third = offsets.baseAddress
          else { return }
          body(Tables(fromQuantized: first, toQuantized: second, offsets: third))
        }
      }
    }
  }

  /// The memory of the numbers, for the time that ``withTables(_:)`` gives it.
  struct Tables {
    fileprivate let fromQuantized: UnsafePointer<Float>
    fileprivate let toQuantized: UnsafePointer<SIMD8<Float>>
    fileprivate let offsets: UnsafePointer<Int>
  }

  /// 1.5 · 2²³: of a small number added to it, a float has room for the nearest whole number alone, in
  /// its lowest bits.
  fileprivate static let rounder: Float = 12_582_912
}

extension BlockScaling.Tables {
  /// Samples around 0.
  ///
  /// - Parameter block: 64 coefficients, quantised, in zigzag order.
  /// - Returns: the samples.
  @inline(__always)
  func samples(_ block: UnsafePointer<Int16>) -> SampleBlock {
    var coefficients = SampleBlock(repeating: .zero)
    withUnsafeMutableBytes(of: &coefficients) { coefficients in
      for start in stride(from: 0, to: 64, by: 4) {
        // Past the first of them most are zeros.
        if UnsafeRawPointer(block + start).loadUnaligned(as: UInt64.self) == 0 { continue }
        for index in start..<start + 4 {
          coefficients.storeBytes(
            of: Float(block[index]) * fromQuantized[index], toByteOffset: offsets[index],
            as: Float.self)
        }
      }
    }
    return CosineTransform.inverse(coefficients)
  }

  /// Quantises samples around 0: the coefficients are the nearest whole numbers that baseline codes have
  /// room for (T.81, tables F.1 and F.2). Samples as they came from ``samples(_:)`` give the
  /// coefficients they came from.
  ///
  /// - Parameters:
  ///   - samples: the samples.
  ///   - block: for 64 coefficients in zigzag order.
  @inline(__always)
  func quantize(_ samples: SampleBlock, into block: UnsafeMutablePointer<Int16>) {
    let (least, most) = (SIMD8<Float>(repeating: -1023), SIMD8<Float>(repeating: 1023))
    var coefficients = CosineTransform.forward(samples)
    for row in 0..<8 {
      var scaled = coefficients[row] * toQuantized[row]
      scaled.replace(with: least, where: scaled .< least)
      scaled.replace(with: most, where: scaled .> most)
      coefficients[row] = scaled + BlockScaling.rounder
    }
    withUnsafeBytes(of: &coefficients) { rounded in
      for index in 0..<64 {
        let bits = rounded.load(fromByteOffset: offsets[index], as: UInt32.self)
        block[index] = Int16(truncatingIfNeeded: bits)
      }
    }
  }
}
