import Formats

/// Reads a scan's blocks one after another.
///
/// Whoever makes a reader keeps the memory of its bits and codes alive for as long as it is used.
struct BlockReader {
  var bits: BitReader
  /// By component of the scan, the first coefficient of the block before.
  var predictors: Predictors
  /// How many of the next blocks have nothing more than what refines them.
  private(set) var run = 0

  private let coding: Scan.Coding
  private let codes: ScanCodes

  init(
    _ bits: BitReader, _ coding: Scan.Coding, codes: ScanCodes, predictors: Predictors = .zero
  ) {
    self.bits = bits
    self.predictors = predictors
    self.codes = codes
    self.coding = coding
  }

  /// Reads the next block.
  ///
  /// - Parameters:
  ///   - slot: its component's number in the scan.
  ///   - history: for a refinement, what earlier scans brought of it.
  ///   - block: what the scan says of it; whatever was in it before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  mutating func read(
    slot: Int, history: UInt64 = 0, into block: inout CodedBlock
  ) throws(JPEGError) {
    block.clear()
    block.history = history
    switch coding {
    case .sequential:
      block.set(0, try firstCoefficient(slot))
      try SequentialCoding.readCoefficients(&bits, codes.ac(slot), into: &block)
    case .dcFirst:
      block.set(0, try firstCoefficient(slot))
    case .dcRefinement:
      block.set(0, Int16(bits.read(1)))
    case .acFirst(let band, _):
      try ProgressiveCoding.readFirst(&bits, codes.ac(slot), band: band, run: &run, into: &block)
    case .acRefinement(let band, _):
      try ProgressiveCoding.readRefinement(
        &bits, codes.ac(slot), band: band, run: &run, into: &block)
    }
    if bits.hasReadPastEnd { throw bits.failure(.endsEarly) }
  }

  private mutating func firstCoefficient(_ slot: Int) throws(JPEGError) -> Int16 {
    predictors[slot] &+= try SequentialCoding.readDifference(&bits, codes.dc(slot))
    // Twice what samples of 8 bits can bring and more; differences to any such fit the codes.
    guard predictors[slot].magnitude < 1 << 14 else { throw bits.failure(.coefficientTooLarge) }
    return Int16(truncatingIfNeeded: predictors[slot])
  }
}
