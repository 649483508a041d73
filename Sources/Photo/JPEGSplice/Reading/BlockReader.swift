import Formats

/// Reads a scan's blocks one after another.
///
/// Whoever makes a reader keeps the memory of its bits and codes alive for as long as it is used.
struct BlockReader {
  var bits: BitReader
  /// By component of the scan, the DC coefficient of the block before.
  var predictors: DCPredictors
  /// The EOB run (T.81, G.1.2.2): how many of the next blocks have nothing more than what refines them.
  private(set) var eobRun = 0

  private let coding: Scan.Coding
  private let codes: ScanCodes

  init(
    _ bits: BitReader, _ coding: Scan.Coding, codes: ScanCodes, predictors: DCPredictors = .zero,
    eobRun: Int = 0
  ) {
    self.bits = bits
    self.eobRun = eobRun
    self.predictors = predictors
    self.codes = codes
    self.coding = coding
  }

  /// Reads the next block.
  ///
  /// - Parameters:
  ///   - slot: its component's number in the scan.
  ///   - history: for a refinement, the block's nonzero history.
  ///   - block: what the scan says of it; whatever was in it before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  mutating func read(
    slot: Int, history: UInt64 = 0, into block: inout CodedBlock
  ) throws(JPEGError) {
    block.clear()
    block.history = history
    switch coding {
    case .sequential:
      block.set(0, try dcCoefficient(slot))
      try SequentialCoding.readCoefficients(&bits, codes.ac(slot), into: &block)
    case .dcFirst:
      block.set(0, try dcCoefficient(slot))
    case .dcRefinement:
      block.set(0, Int16(bits.read(1)))
    case .acFirst(let band, _):
      try ProgressiveCoding.readFirst(
        &bits, codes.ac(slot), band: band, eobRun: &eobRun, into: &block)
    case .acRefinement(let band, _):
      try ProgressiveCoding.readRefinement(
        &bits, codes.ac(slot), band: band, eobRun: &eobRun, into: &block)
    }
    if bits.hasReadPastEnd { throw bits.failure(.endsEarly) }
  }

  private mutating func dcCoefficient(_ slot: Int) throws(JPEGError) -> Int16 {
    predictors[slot] &+= try SequentialCoding.readDifference(&bits, codes.dc(slot))
    try SequentialCoding.checkDC(predictors[slot], bits)
    return Int16(truncatingIfNeeded: predictors[slot])
  }
}

/// Blocks of progressive scans of AC coefficients (T.81, G.1.2.2 and G.1.2.3).
///
/// One code may end this block and many after it; how many are left is the EOB run.
enum ProgressiveCoding {
  /// Reads a block of a first scan.
  ///
  /// - Parameters:
  ///   - reader: at its first bit; afterwards after its last.
  ///   - codes: a ``DecodingTable``.
  ///   - band: the coefficients that the scan holds.
  ///   - eobRun: how many blocks have nothing more, this one included.
  ///   - block: of zeros.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readFirst(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, band: ClosedRange<Int>,
    eobRun: inout Int, into block: inout CodedBlock
  ) throws(JPEGError) {
    if eobRun > 0 {
      eobRun -= 1
      return
    }
    var next = band.lowerBound
    while next <= band.upperBound {
      let symbol = try reader.symbol(codes)
      let (zeros, size) = (symbol >> 4, symbol & 0x0F)
      if size == 0, zeros < 15 {
        eobRun = readEOBRun(&reader, zeros) - 1
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
  ///   - reader: at its first bit; afterwards after its last.
  ///   - codes: a ``DecodingTable``.
  ///   - band: the coefficients that the scan holds.
  ///   - eobRun: how many blocks have nothing more than corrections, this one included.
  ///   - block: of zeros, but knows its history, which says where bits are to be read.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  static func readRefinement(
    _ reader: inout BitReader, _ codes: UnsafePointer<UInt16>, band: ClosedRange<Int>,
    eobRun: inout Int, into block: inout CodedBlock
  ) throws(JPEGError) {
    var next = band.lowerBound
    if eobRun == 0 {
      while next <= band.upperBound {
        let symbol = try reader.symbol(codes)
        var (zeros, size) = (symbol >> 4, symbol & 0x0F)
        if size == 0, zeros < 15 {
          eobRun = readEOBRun(&reader, zeros)
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
    if eobRun > 0 {
      readCorrections(&reader, next, band.upperBound, into: &block)
      eobRun -= 1
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

  private static func readEOBRun(_ reader: inout BitReader, _ exponent: Int) -> Int {
    (1 << exponent) + (exponent == 0 ? 0 : reader.read(exponent))
  }
}

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

  /// Refuses DC coefficients that are more than twice what samples of 8 bits give; differences between
  /// any two others fit the codes.
  @inline(__always)
  static func checkDC(_ value: Int32, _ reader: BitReader) throws(JPEGError) {
    guard value.magnitude < 1 << 14 else { throw reader.failure(.coefficientTooLarge) }
  }

  /// Reads the AC coefficients.
  ///
  /// - Parameters:
  ///   - reader: at the first code; afterwards after the last.
  ///   - codes: a ``DecodingTable``.
  ///   - block: a block with AC coefficients of zero.
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
      let entry = DecodingTable.entry(codes, local.nextSixteen)
      if entry == 0 { throw local.failure(.unknownCode) }
      let (run, size) = (Int(entry >> 12), Int(entry >> 8 & 0x0F))
      if size == 0, run < 15 { return local.consume(Int(entry & 0xFF)) }
      next += run
      guard next < 64 else {
        local.consume(Int(entry & 0xFF))
        throw local.failure(.runPastEnd)
      }
      let value = local.codeAndMagnitude(Int(entry & 0xFF), size)
      block.set(next, Int16(truncatingIfNeeded: value))
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
    // A code and a number for each of the others.
    writer.write(most: 63 * 32, slot) { sink in
      var next = 1
      for index in Bits(block.nonzero & ~1) {
        var run = index &- next
        while run > 15 {
          sink.write(0xF0)
          run &-= 16
        }
        let (bits, size) = Int32(block.coefficients[index]).magnitudeBits
        sink.write(run &<< 4 | size, bits, size)
        next = index &+ 1
      }
      if next < 64 { sink.write(0) }
    }
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
