/// Blocks of sequential scans, and of the first scans of progressive ones that bring the first
/// coefficients (T.81, F.1.2 and G.1.2.1).
enum SequentialCoding {
  /// The largest difference of first coefficients takes 11 bits, other coefficients 10 (T.81, tables
  /// F.1 and F.2); decoders take 15 and more, so encoders that overstep are read.
  private static let largestSize = 15

  /// Reads the difference to the block before.
  static func readDifference(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> Int32 {
    let size = try reader.symbol(codes)
    guard size <= largestSize else { throw reader.failure(.coefficientTooLarge) }
    return Int32(reader.magnitude(size))
  }

  /// Reads the coefficients after the first.
  static func readCoefficients(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, into block: inout CodedBlock
  ) throws(JPEGError) {
    var next = 1
    while next < 64 {
      let symbol = try reader.symbol(codes)
      let (run, size) = (symbol >> 4, symbol & 0x0F)
      if size == 0, run < 15 { return }
      guard next + run < 64 else { throw reader.failure(.runPastEnd) }
      next += run
      block.coefficients[next] = Int16(truncatingIfNeeded: reader.magnitude(size))
      next += 1
    }
  }

  static func writeDifference(_ difference: Int32, _ writer: inout SymbolWriter, _ slot: HuffmanSlot)
  {
    let (bits, size) = difference.magnitudeBits
    writer.write(UInt8(size), slot, bits, size)
  }

  static func writeCoefficients(
    _ block: CodedBlock, _ writer: inout SymbolWriter, _ slot: HuffmanSlot
  ) {
    var run = 0
    for index in 1..<64 {
      let value = Int32(block.coefficients[index])
      if value == 0 {
        run += 1
        continue
      }
      while run > 15 {
        writer.write(0xF0, slot)
        run -= 16
      }
      let (bits, size) = value.magnitudeBits
      writer.write(UInt8(run << 4 | size), slot, bits, size)
      run = 0
    }
    if run > 0 { writer.write(0, slot) }
  }
}

extension Int32 {
  /// The bits that follow a code, and how many (T.81, F.1.2.1.1).
  var magnitudeBits: (bits: UInt32, size: Int) {
    let size = 32 - magnitude.leadingZeroBitCount
    let bits = self < 0 ? UInt32(bitPattern: self &- 1) & ((1 << UInt32(size)) - 1) : magnitude
    return (bits, size)
  }
}
