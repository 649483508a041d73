/// What a spliced file says of the blocks that change, beside what it should say.
struct ChangedBlocks {
  private let expected: CoefficientStore
  /// What the scans have said so far; nil where each block is in one scan, which says all of it.
  private var store: CoefficientStore?
  /// How many blocks are as they should be, where each is in one scan.
  private var count = 0

  init(_ expected: CoefficientStore, in scans: [Scan]) {
    self.expected = expected
    let isSequential = scans.allSatisfy { $0.coding == .sequential }
    store = isSequential ? nil : CoefficientStore(expected.areas)
  }

  /// Whether all blocks were there, and as they should be.
  var areAll: Bool {
    store.map { $0 == expected } ?? (count == expected.areas.reduce(0) { $0 + $1.count })
  }

  /// The nonzero history of a block for a scan; nil where it is none of those that change.
  func history(_ component: Int, _ column: Int, _ row: Int, _ coding: Scan.Coding) -> UInt64? {
    guard coding.isRefinement else {
      return expected.areas[component].contains(column: column, row: row) ? 0 : nil
    }
    let nonzero = store?.read(component, column: column, row: row, CodedBlock.nonzero)
    return nonzero.map { $0 & UInt64(coding.band) }
  }

  enum Finding {
    /// It is none of the blocks that change.
    case unchanged
    case taken
    case different
  }

  /// Takes what a scan says of a block.
  mutating func take(
    _ block: CodedBlock, _ component: Int, _ column: Int, _ row: Int, _ coding: Scan.Coding
  ) -> Finding {
    if store != nil {
      let isTaken = store?.change(component, column: column, row: row) {
        block.apply(to: $0, in: coding)
      }
      return isTaken == true ? .taken : .unchanged
    }
    guard let isSame = expected.read(component, column: column, row: row, block.isAll(of:)) else {
      return .unchanged
    }
    count += 1
    return isSame ? .taken : .different
  }
}

extension CodedBlock {
  /// Whether 64 coefficients are those of this block of a sequential scan.
  fileprivate func isAll(of block: UnsafePointer<Int16>) -> Bool {
    withUnsafeBytes(of: coefficients) { own in
      own.isEqual(to: UnsafeRawBufferPointer(start: block, count: own.count))
    }
  }
}
