import Formats

/// Writes a scan's blocks one after another, as ``BlockReader`` reads them.
struct BlockWriter {
  var symbols: SymbolWriter
  /// By component of the scan, the DC coefficient of the block before.
  var predictors = DCPredictors.zero

  private let scan: Scan
  private var eobRuns: EOBRunWriter?

  init(_ symbols: SymbolWriter, scan: Scan) {
    self.symbols = symbols
    self.scan = scan
    switch scan.coding {
    case .acFirst(let band, _), .acRefinement(let band, _):
      eobRuns = EOBRunWriter(scan.components[0].acTable, band: band)
    case .sequential, .dcFirst, .dcRefinement: break
    }
  }

  mutating func write(_ block: CodedBlock, slot: Int) {
    let component = scan.components[slot]
    switch scan.coding {
    case .sequential:
      writeDC(block, slot)
      SequentialCoding.writeCoefficients(block, &symbols, component.acTable)
    case .dcFirst: writeDC(block, slot)
    case .dcRefinement: symbols.bits.write(UInt32(block.coefficients[0]), 1)
    case .acFirst: eobRuns?.writeFirst(block, &symbols)
    case .acRefinement: eobRuns?.writeRefinement(block, &symbols)
    }
  }

  /// Writes no EOB run that is longer than those that the tables have codes for.
  mutating func limitEOBRuns() { eobRuns?.limit(to: symbols) }

  /// Writes the EOB run that is open, where the blocks that follow stay as they are.
  mutating func finishEOBRun() { eobRuns?.finish(&symbols) }

  private mutating func writeDC(_ block: CodedBlock, _ slot: Int) {
    let value = Int32(block.coefficients[0])
    SequentialCoding.writeDifference(
      value &- predictors[slot], &symbols, scan.components[slot].dcTable)
    predictors[slot] = value
  }
}

/// Writes blocks of progressive scans of AC coefficients, gathering the ends of blocks into EOB runs
/// (`encode_mcu_AC_first` and `encode_mcu_AC_refine` of libjpeg's jcphuff.c do the same).
struct EOBRunWriter {
  private let slot: HuffmanSlot
  private let band: ClosedRange<Int>
  /// Blocks that have nothing more, not yet written, and the corrections that belong to them.
  private var eobRun = 0
  private var pending: [Corrections] = []
  private var pendingCount = 0

  /// The longest EOB run that is written, and at first that has a code.
  private var longestEOBRun = 0x7FFF
  /// Corrections kept back at most, so that decoders with a buffer of libjpeg's size do well.
  private static let mostPending = 937

  init(_ slot: HuffmanSlot, band: ClosedRange<Int>) {
    self.slot = slot
    self.band = band
  }

  /// Keeps to the EOB runs that the writer has codes for, where it has any for the shortest.
  mutating func limit(to writer: SymbolWriter) {
    let missing = (UInt8(0)..<15).first { !writer.hasCode($0 << 4, slot) } ?? 15
    if missing > 0 { longestEOBRun = min(longestEOBRun, 1 << Int(missing) - 1) }
  }

  /// Writes a block of a first scan.
  mutating func writeFirst(_ block: CodedBlock, _ writer: inout SymbolWriter) {
    var next = band.lowerBound
    for index in Bits(block.nonzero) {
      finish(&writer)
      var zeros = index - next
      while zeros > 15 {
        writer.write(0xF0, slot)
        zeros -= 16
      }
      let (bits, size) = Int32(block.coefficients[index]).magnitudeBits
      writer.write(UInt8(zeros << 4 | size), slot, bits, size)
      next = index + 1
    }
    if next <= band.upperBound { endBlock(&writer) }
  }

  /// Writes a block of a refinement.
  mutating func writeRefinement(_ block: CodedBlock, _ writer: inout SymbolWriter) {
    let lastNew = 63 - block.nonzero.leadingZeroBitCount
    var zeros = 0
    var corrections = Corrections()
    if lastNew >= band.lowerBound {
      for index in band.lowerBound...lastNew {
        if block.history &>> UInt64(index) & 1 != 0 {
          corrections.append(block.corrections &>> UInt64(index) & 1)
          // A run of zeros is written as soon as a sixteenth one comes before a further coefficient.
          continue
        }
        let value = block.coefficients[index]
        if value == 0 {
          zeros += 1
          if zeros < 16 { continue }
        }
        finish(&writer)
        if value == 0 {
          writer.write(0xF0, slot)
        } else {
          writer.write(UInt8(zeros << 4 | 1), slot, value > 0 ? 1 : 0, 1)
        }
        corrections.write(&writer)
        zeros = 0
      }
    }
    if lastNew == band.upperBound { return }
    for index in Bits(block.history & UInt64(max(lastNew + 1, band.lowerBound)...band.upperBound)) {
      corrections.append(block.corrections &>> UInt64(index) & 1)
    }
    if corrections.count > 0 { pending.append(corrections) }
    pendingCount += corrections.count
    endBlock(&writer)
  }

  private mutating func endBlock(_ writer: inout SymbolWriter) {
    eobRun += 1
    if eobRun == longestEOBRun || pendingCount > Self.mostPending { finish(&writer) }
  }

  /// Writes the EOB run that is open, and its corrections.
  mutating func finish(_ writer: inout SymbolWriter) {
    if eobRun > 0 {
      let exponent = Int.bitWidth - 1 - eobRun.leadingZeroBitCount
      writer.write(UInt8(exponent << 4), slot, UInt32(eobRun - (1 << exponent)), exponent)
      eobRun = 0
    }
    for index in pending.indices { pending[index].write(&writer) }
    pending.removeAll(keepingCapacity: true)
    pendingCount = 0
  }
}

/// Correction bits of a block's coefficients with nonzero history, in the order of coding.
private struct Corrections {
  /// In the lowest places, at most 63.
  private var bits: UInt64 = 0
  private(set) var count = 0

  mutating func append(_ bit: UInt64) {
    bits = bits &<< 1 | bit
    count &+= 1
  }

  /// Writes them and leaves none.
  mutating func write(_ writer: inout SymbolWriter) {
    if count > 32 {
      writer.bits.write(UInt32(truncatingIfNeeded: bits >> 32), count - 32)
      count = 32
    }
    writer.bits.write(UInt32(truncatingIfNeeded: bits), count)
    (bits, count) = (0, 0)
  }
}

/// Writes codes of one table, and numbers after them, into a ``BitSink``.
struct SymbolSink {
  fileprivate var bits: BitSink
  fileprivate let codes: UnsafePointer<UInt32>
  /// Symbols that have no code.
  fileprivate var uncoded: [UInt8] = []

  /// Writes the code of a symbol, 0 to 255, and up to 16 bits after it, which are the lowest of a
  /// number that has no others.
  @inline(__always)
  mutating func write(_ symbol: Int, _ extra: UInt32 = 0, _ extraCount: Int = 0) {
    let code = codes[symbol & 0xFF]
    if code == 0 { return uncoded.append(UInt8(truncatingIfNeeded: symbol)) }
    let length = UInt32(truncatingIfNeeded: extraCount)
    bits.write((code &>> 16) &<< length | extra, Int(code & 0xFFFF) &+ extraCount)
  }
}

/// Writes codes of symbols, and counts those that the tables have no code for.
struct SymbolWriter {
  var bits: BitWriter
  /// By slot and symbol: the code in the high 16 bits, its length in the low ones; 0 for symbols
  /// without one.
  private var codes = [UInt32](repeating: 0, count: HuffmanSlot.count << 8)
  /// By slot and symbol, how often a symbol came that has no code.
  private var uncoded = [Int](repeating: 0, count: HuffmanSlot.count << 8)

  /// - Parameters:
  ///   - bits: what the codes are written after.
  ///   - tables: ones with codes that fit their lengths. Without any, nothing is written and all symbols
  ///     are counted.
  init(_ bits: BitWriter, tables: [HuffmanSlot: HuffmanTable]) {
    self.bits = bits
    for (slot, table) in tables {
      for code in table.codes ?? [] {
        codes[slot.index << 8 | Int(code.symbol)] = UInt32(code.bits) << 16 | UInt32(code.length)
      }
    }
  }

  /// What could not be written; where there is any, the data are of no use.
  var missing: [HuffmanSlot: Set<UInt8>] {
    counts.mapValues { counts in
      Set((0...255).filter { counts[Int($0)] > 0 })
    }
  }

  /// How often each symbol came that has no code, for tables with such symbols.
  var counts: [HuffmanSlot: [Int]] {
    var counts: [HuffmanSlot: [Int]] = [:]
    for kind in [HuffmanTable.Kind.dc, .ac] {
      for slot in (0..<4).map({ HuffmanSlot(kind: kind, number: $0) }) {
        let own = uncoded[slot.index << 8..<(slot.index + 1) << 8]
        if own.contains(where: { $0 > 0 }) { counts[slot] = Array(own) }
      }
    }
    return counts
  }

  /// Writes many symbols of one table, and numbers after them.
  ///
  /// - Parameters:
  ///   - most: how many bits at most.
  ///   - slot: the table's.
  ///   - body: writes them.
  @inline(__always)
  mutating func write(most: Int, _ slot: HuffmanSlot, _ body: (inout SymbolSink) -> Void) {
    let codes = codes
    var missing: [UInt8] = []
    codes.withUnsafeBufferPointer { codes in
      guard let base = codes.baseAddress else { return }
      bits.write(most: most) { bits in
        var sink = SymbolSink(bits: bits, codes: base + slot.index << 8)
        body(&sink)
        (bits, missing) = (sink.bits, sink.uncoded)
      }
    }
    for symbol in missing { uncoded[slot.index << 8 | Int(symbol)] += 1 }
  }

  func hasCode(_ symbol: UInt8, _ slot: HuffmanSlot) -> Bool {
    codes[slot.index << 8 | Int(symbol)] != 0
  }

  /// Writes the code of a symbol and bits after it.
  ///
  /// - Parameters:
  ///   - symbol: the symbol.
  ///   - slot: the table's.
  ///   - extra: the bits after the code, in the lowest places, and no others.
  ///   - extraCount: how many, 0 to 32.
  @inline(__always)
  mutating func write(
    _ symbol: UInt8, _ slot: HuffmanSlot, _ extra: UInt32 = 0, _ extraCount: Int = 0
  ) {
    let index = slot.index << 8 | Int(symbol)
    let code = codes[index]
    if code == 0 {
      uncoded[index] += 1
      return
    }
    if extraCount <= 16 {
      let length = UInt32(truncatingIfNeeded: extraCount)
      bits.write((code >> 16) &<< length | extra, Int(code & 0xFFFF) &+ extraCount)
    } else {
      bits.write(code >> 16, Int(code & 0xFFFF))
      bits.write(extra, extraCount)
    }
  }
}
