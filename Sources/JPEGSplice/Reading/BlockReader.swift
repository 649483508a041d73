/// Reads a scan's blocks one after another.
struct BlockReader {
  var bits: BitReader
  /// By component of the scan, the first coefficient of the block before.
  var predictors: Predictors
  /// How many of the next blocks have nothing more than what refines them.
  private(set) var run = 0

  let scan: Scan
  private let tables: ScanTables

  init(
    _ bits: BitReader, scan: Scan, tables: ScanTables, predictors: Predictors = .zero
  ) {
    self.bits = bits
    self.predictors = predictors
    self.tables = tables
    self.scan = scan
  }

  /// Reads the next block.
  ///
  /// - Parameters:
  ///   - slot: its component's number in the scan.
  ///   - history: for a refinement, what earlier scans brought of it.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  mutating func read(slot: Int, history: UInt64 = 0) throws(JPEGError) -> CodedBlock {
    var block = CodedBlock()
    block.history = history
    switch scan.coding {
    case .sequential:
      try readFirstCoefficient(slot, into: &block)
      try tables.withCodes(slot, .ac) { codes throws(JPEGError) in
        try SequentialCoding.readCoefficients(&bits, codes, into: &block)
      }
    case .dcFirst:
      try readFirstCoefficient(slot, into: &block)
    case .dcRefinement:
      block.coefficients[0] = Int16(bits.read(1))
    case .acFirst(let band, _):
      try tables.withCodes(slot, .ac) { codes throws(JPEGError) in
        try ProgressiveCoding.readFirst(&bits, codes, band: band, run: &run, into: &block)
      }
    case .acRefinement(let band, _):
      try tables.withCodes(slot, .ac) { codes throws(JPEGError) in
        try ProgressiveCoding.readRefinement(&bits, codes, band: band, run: &run, into: &block)
      }
    }
    if bits.hasReadPastEnd { throw bits.failure(.endsEarly) }
    return block
  }

  private mutating func readFirstCoefficient(
    _ slot: Int, into block: inout CodedBlock
  ) throws(JPEGError) {
    try tables.withCodes(slot, .dc) { codes throws(JPEGError) in
      predictors[slot] &+= try SequentialCoding.readDifference(&bits, codes)
    }
    block.coefficients[0] = Int16(truncatingIfNeeded: predictors[slot])
  }
}
