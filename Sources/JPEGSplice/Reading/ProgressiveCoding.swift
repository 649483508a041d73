import Formats

/// Blocks of progressive scans of coefficients after the first (T.81, G.1.2.2 and G.1.2.3).
///
/// One code may end this block and many after it; how many are left is kept in a run.
enum ProgressiveCoding {
  /// Reads a block of a first scan.
  ///
  /// - Parameters:
  ///   - reader: at its first bit; afterwards behind its last.
  ///   - codes: a ``DecodingTable``.
  ///   - band: the coefficients that the scan holds.
  ///   - run: how many blocks have nothing more, this one included.
  ///   - block: of zeros.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readFirst(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, band: ClosedRange<Int>,
    run: inout Int, into block: inout CodedBlock
  ) throws(JPEGError) {
    if run > 0 {
      run -= 1
      return
    }
    var next = band.lowerBound
    while next <= band.upperBound {
      let symbol = try reader.symbol(codes)
      let (zeros, size) = (symbol >> 4, symbol & 0x0F)
      if size == 0, zeros < 15 {
        run = readRun(&reader, zeros) - 1
        return
      }
      next += zeros
      guard next <= band.upperBound else { throw reader.failure(.runPastEnd) }
      block.set(next, Int16(truncatingIfNeeded: reader.magnitude(size)))
      next += 1
    }
  }

  /// Reads a block of a refinement.
  ///
  /// - Parameters:
  ///   - reader: at its first bit; afterwards behind its last.
  ///   - codes: a ``DecodingTable``.
  ///   - band: the coefficients that the scan holds.
  ///   - run: how many blocks have nothing more than corrections, this one included.
  ///   - block: of zeros, but knows its history, which says where bits are to be read.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readRefinement(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, band: ClosedRange<Int>,
    run: inout Int, into block: inout CodedBlock
  ) throws(JPEGError) {
    var next = band.lowerBound
    if run == 0 {
      while next <= band.upperBound {
        let symbol = try reader.symbol(codes)
        var (zeros, size) = (symbol >> 4, symbol & 0x0F)
        if size == 0, zeros < 15 {
          run = readRun(&reader, zeros)
          break
        }
        guard size <= 1 else { throw reader.failure(.coefficientTooLarge) }
        let value: Int16 = size == 0 ? 0 : reader.read(1) == 0 ? -1 : 1
        while next <= band.upperBound {
          if block.history &>> UInt64(next) & 1 != 0 {
            block.corrections |= UInt64(reader.read(1)) &<< UInt64(next)
          } else if zeros == 0 {
            break
          } else {
            zeros -= 1
          }
          next += 1
        }
        guard next <= band.upperBound || value == 0 else { throw reader.failure(.runPastEnd) }
        if value != 0 { block.set(next, value) }
        next += 1
      }
    }
    if run > 0 {
      readCorrections(&reader, next, band.upperBound, into: &block)
      run -= 1
    }
  }

  private static func readCorrections(
    _ reader: inout BitReader, _ start: Int, _ end: Int, into block: inout CodedBlock
  ) {
    guard start <= end else { return }
    for index in Bits(block.history & UInt64(start...end)) {
      block.corrections |= UInt64(reader.read(1)) &<< UInt64(index)
    }
  }

  private static func readRun(_ reader: inout BitReader, _ exponent: Int) -> Int {
    (1 << exponent) + (exponent == 0 ? 0 : reader.read(exponent))
  }
}
