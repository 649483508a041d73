/// Writes blocks of progressive scans of coefficients after the first, gathering those that end
/// alike into one code (`encode_mcu_AC_first` and `encode_mcu_AC_refine` of libjpeg's jcphuff.c say
/// the same).
struct BlockRunWriter {
  private let slot: HuffmanSlot
  private let band: ClosedRange<Int>
  /// Blocks that have nothing more, not yet written, and the corrections that belong to them.
  private var run = 0
  private var pending: [Bool] = []

  /// The longest run that has a code.
  private static let longestRun = 0x7FFF
  /// Corrections kept back at most, so that decoders with a buffer of libjpeg's size do well.
  private static let mostPending = 937

  init(_ slot: HuffmanSlot, band: ClosedRange<Int>) {
    self.slot = slot
    self.band = band
  }

  /// Writes a block of a first scan.
  mutating func writeFirst(_ block: CodedBlock, _ writer: inout SymbolWriter) {
    var zeros = 0
    for index in band {
      let value = Int32(block.coefficients[index])
      if value == 0 {
        zeros += 1
        continue
      }
      finish(&writer)
      while zeros > 15 {
        writer.write(0xF0, slot)
        zeros -= 16
      }
      let (bits, size) = value.magnitudeBits
      writer.write(UInt8(zeros << 4 | size), slot, bits, size)
      zeros = 0
    }
    if zeros > 0 { endBlock(&writer) }
  }

  /// Writes a block of a refinement.
  mutating func writeRefinement(_ block: CodedBlock, _ writer: inout SymbolWriter) {
    let lastNew = band.last { block.coefficients[$0] != 0 } ?? -1
    var zeros = 0
    var corrections: [Bool] = []
    for index in band {
      if block.history >> UInt64(index) & 1 != 0 {
        corrections.append(block.corrections >> UInt64(index) & 1 != 0)
        // A run of zeros is written as soon as a sixteenth one comes before a further coefficient.
        continue
      }
      let value = block.coefficients[index]
      if value == 0 {
        zeros += 1
        if zeros == 16, index < lastNew {
          finish(&writer)
          writer.write(0xF0, slot)
          Self.write(&corrections, &writer)
          zeros = 0
        }
        continue
      }
      finish(&writer)
      writer.write(UInt8(zeros << 4 | 1), slot, value > 0 ? 1 : 0, 1)
      Self.write(&corrections, &writer)
      zeros = 0
    }
    if zeros > 0 || !corrections.isEmpty {
      pending += corrections
      endBlock(&writer)
    }
  }

  private mutating func endBlock(_ writer: inout SymbolWriter) {
    run += 1
    if run == Self.longestRun || pending.count > Self.mostPending { finish(&writer) }
  }

  /// Writes what was kept back.
  mutating func finish(_ writer: inout SymbolWriter) {
    if run > 0 {
      let exponent = Int.bitWidth - 1 - run.leadingZeroBitCount
      writer.write(UInt8(exponent << 4), slot, UInt32(run - (1 << exponent)), exponent)
      run = 0
    }
    Self.write(&pending, &writer)
  }

  private static func write(_ corrections: inout [Bool], _ writer: inout SymbolWriter) {
    for bit in corrections { writer.bits.write(bit ? 1 : 0, 1) }
    corrections = []
  }
}
