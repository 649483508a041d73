import Formats

/// Blocks of sequential scans, and of the first scans of DC coefficients in progressive pictures
/// (T.81, F.1.2 and G.1.2.1).
enum SequentialCoding {
  /// The largest difference of DC coefficients takes 11 bits, other coefficients 10 (T.81, tables
  /// F.1 and F.2); decoders take 15 and more, so encoders that overstep are read.
  private static let largestSize = 15

  /// Reads the difference to the block before.
  ///
  /// - Parameters:
  ///   - reader: at its code.
  ///   - codes: a ``DecodingTable``.
  /// - Returns: the difference.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readDifference(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> Int32 {
    let size = try reader.symbol(codes)
    guard size <= largestSize else { throw reader.failure(.coefficientTooLarge) }
    return Int32(reader.magnitude(size))
  }

  /// Reads the AC coefficients.
  ///
  /// - Parameters:
  ///   - reader: at the first code; afterwards after the last.
  ///   - codes: a ``DecodingTable``.
  ///   - block: whose AC coefficients are zero.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readCoefficients(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, into block: inout CodedBlock
  ) throws(JPEGError) {
    var local = reader
    defer { reader = local }
    var next = 1
    while next < 64 {
      // Enough for the code and the value after it.
      if local.count < 32 { local.refill() }
      let symbol = try local.symbol(codes)
      let (run, size) = (symbol >> 4, symbol & 0x0F)
      if size == 0, run < 15 { return }
      guard next + run < 64 else { throw local.failure(.runPastEnd) }
      next += run
      block.set(next, Int16(truncatingIfNeeded: local.magnitude(size)))
      next += 1
    }
  }

  static func writeDifference(
    _ difference: Int32, _ writer: inout SymbolWriter, _ slot: HuffmanSlot
  ) {
    let (bits, size) = difference.magnitudeBits
    writer.write(UInt8(size), slot, bits, size)
  }

  static func writeCoefficients(
    _ block: CodedBlock, _ writer: inout SymbolWriter, _ slot: HuffmanSlot
  ) {
    var next = 1
    for index in Bits(block.nonzero & ~1) {
      var run = index - next
      while run > 15 {
        writer.write(0xF0, slot)
        run -= 16
      }
      let (bits, size) = Int32(block.coefficients[index]).magnitudeBits
      writer.write(UInt8(run << 4 | size), slot, bits, size)
      next = index + 1
    }
    if next < 64 { writer.write(0, slot) }
  }
}

extension Int32 {
  /// The bits that follow a code, and how many (T.81, F.1.2.1.1).
  @inline(__always)
  var magnitudeBits: (bits: UInt32, size: Int) {
    let size = 32 &- magnitude.leadingZeroBitCount
    // One less for negative numbers, which come as often as others: no branch.
    let bits = UInt32(bitPattern: self &+ (self &>> 31))
    return (bits & UInt32(truncatingIfNeeded: (1 as UInt64) &<< UInt64(size) &- 1), size)
  }
}
