/// Writes blocks of progressive scans of coefficients after the first, gathering those that end
/// alike into one code (`encode_mcu_AC_first` and `encode_mcu_AC_refine` of libjpeg's jcphuff.c say
/// the same).
struct BlockRunWriter {
  private let slot: HuffmanSlot
  private let band: ClosedRange<Int>
  /// Blocks that have nothing more, not yet written, and the corrections that belong to them.
  private var run = 0
  private var pending: [Corrections] = []
  private var pendingCount = 0

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
    run += 1
    if run == Self.longestRun || pendingCount > Self.mostPending { finish(&writer) }
  }

  /// Writes what was kept back.
  mutating func finish(_ writer: inout SymbolWriter) {
    if run > 0 {
      let exponent = Int.bitWidth - 1 - run.leadingZeroBitCount
      writer.write(UInt8(exponent << 4), slot, UInt32(run - (1 << exponent)), exponent)
      run = 0
    }
    for index in pending.indices { pending[index].write(&writer) }
    pending.removeAll(keepingCapacity: true)
    pendingCount = 0
  }
}

/// Bits of a block's coefficients that earlier scans brought, in the order of coding.
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
