import Formats

/// Writes a scan's blocks one after another, as ``BlockReader`` reads them.
struct BlockWriter {
  var symbols: SymbolWriter
  /// By component of the scan, the first coefficient of the block before.
  var predictors = Predictors.zero

  private let scan: Scan
  private var runs: BlockRunWriter?

  init(_ symbols: SymbolWriter, scan: Scan) {
    self.symbols = symbols
    self.scan = scan
    switch scan.coding {
    case .acFirst(let band, _), .acRefinement(let band, _):
      runs = BlockRunWriter(scan.components[0].acTable, band: band)
    case .sequential, .dcFirst, .dcRefinement: break
    }
  }

  mutating func write(_ block: CodedBlock, slot: Int) {
    let component = scan.components[slot]
    switch scan.coding {
    case .sequential:
      writeFirstCoefficient(block, slot)
      SequentialCoding.writeCoefficients(block, &symbols, component.acTable)
    case .dcFirst: writeFirstCoefficient(block, slot)
    case .dcRefinement: symbols.bits.write(UInt32(block.coefficients[0]), 1)
    case .acFirst: runs?.writeFirst(block, &symbols)
    case .acRefinement: runs?.writeRefinement(block, &symbols)
    }
  }

  /// Writes what was kept back, where the blocks that follow stay as they are.
  mutating func finishRun() { runs?.finish(&symbols) }

  private mutating func writeFirstCoefficient(_ block: CodedBlock, _ slot: Int) {
    let value = Int32(block.coefficients[0])
    SequentialCoding.writeDifference(
      value &- predictors[slot], &symbols, scan.components[slot].dcTable)
    predictors[slot] = value
  }
}
