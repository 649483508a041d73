/// Passes over the units of a sequential scan, adding up what their first coefficients are.
struct SequentialSkip: Sendable {
  /// A block of the unit: where its tables are, and its component in the scan.
  private struct Step {
    let differences: Int
    let coefficients: Int
    let slot: Int
  }

  private let steps: [Step]
  private let differences: [Int32]
  private let coefficients: [UInt16]
  private let dcCodes: [UInt16]
  private let acCodes: [UInt16]

  /// - Parameter tables: a decoding table for every slot that the scan names.
  init(of scan: Scan, units: ScanUnits, tables: [HuffmanSlot: DecodingTable]) {
    var differences: [Int32] = []
    var coefficients: [UInt16] = []
    var (dcCodes, acCodes): ([UInt16], [UInt16]) = ([], [])
    var places: [HuffmanSlot: Int] = [:]
    for (slot, table) in tables {
      switch slot.kind {
      case .dc:
        places[slot] = differences.count >> DifferenceTable.width
        differences += DifferenceTable(table).entries
        dcCodes += table.entries
      case .ac:
        places[slot] = coefficients.count >> SkippingTable.width
        coefficients += SkippingTable(table).entries
        acCodes += table.entries
      }
    }
    steps = units.members.map { member in
      let component = scan.components[member.slot]
      return Step(
        differences: places[component.dcTable, default: 0],
        coefficients: places[component.acTable, default: 0], slot: member.slot)
    }
    self.differences = differences
    self.coefficients = coefficients
    self.dcCodes = dcCodes
    self.acCodes = acCodes
  }

  /// Passes over units.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - reader: at the first bit of the first; afterwards behind the last of the last.
  ///   - predictors: by component of the scan, the first coefficients of the blocks before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func skip(
    _ count: Int, _ reader: inout BitReader, _ predictors: inout Predictors
  ) throws(JPEGError) {
    if count == 0 { return }
    var local = reader
    var sums = predictors
    try withTables { tables throws(JPEGError) in
      for _ in 0..<count {
        for step in tables.steps {
          sums[step.slot] &+= try Self.skipDifference(
            &local, tables.differences + step.differences << DifferenceTable.width,
            tables.dcCodes + step.differences << HuffmanTable.maximumLength)
          try Self.skipCoefficients(
            &local, tables.coefficients + step.coefficients << SkippingTable.width,
            tables.acCodes + step.coefficients << HuffmanTable.maximumLength)
        }
        if local.hasReadPastEnd { throw local.failure(.endsEarly) }
      }
    }
    reader = local
    predictors = sums
  }

  private struct Tables {
    let steps: UnsafeBufferPointer<Step>
    let differences: UnsafePointer<Int32>
    let coefficients: UnsafePointer<UInt16>
    let dcCodes: UnsafePointer<UInt16>
    let acCodes: UnsafePointer<UInt16>
  }

  @inline(__always)
  private func withTables(_ body: (Tables) throws(JPEGError) -> Void) throws(JPEGError) {
    try steps.withUnsafeBufferPointer { steps throws(JPEGError) in
      try differences.withUnsafeBufferPointer { differences throws(JPEGError) in
        try coefficients.withUnsafeBufferPointer { coefficients throws(JPEGError) in
          try dcCodes.withUnsafeBufferPointer { dcCodes throws(JPEGError) in
            try acCodes.withUnsafeBufferPointer { acCodes throws(JPEGError) in
              guard let differences = differences.baseAddress,
                let coefficients = coefficients.baseAddress, let dcCodes = dcCodes.baseAddress,
                let acCodes = acCodes.baseAddress
              else { return }
              try body(
                Tables(
                  steps: steps, differences: differences, coefficients: coefficients,
                  dcCodes: dcCodes, acCodes: acCodes))
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func skipDifference(
    _ reader: inout BitReader, _ table: UnsafePointer<Int32>, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> Int32 {
    reader.refill()
    let entry = table[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - DifferenceTable.width))]
    if entry != 0 {
      reader.consume(Int(entry & 0xFF))
      return entry >> 16
    }
    return try SequentialCoding.readDifference(&reader, codes)
  }

  @inline(__always)
  private static func skipCoefficients(
    _ reader: inout BitReader, _ table: UnsafePointer<UInt16>, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) {
    var next = 1
    while true {
      reader.refill()
      let entry = table[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - SkippingTable.width))]
      let after = next &+ SkippingTable.passed(entry)
      if entry != 0, after < 64 {
        reader.consume(SkippingTable.taken(entry))
        if SkippingTable.ends(entry) { return }
        next = after
      } else {
        // Near the block's last coefficient an entry may reach into the next block.
        next = try skipCode(&reader, from: next, codes)
        if next > 63 { return }
      }
    }
  }

  /// Passes over one code.
  ///
  /// - Returns: the next coefficient; 64 at the block's end.
  @inline(never)
  private static func skipCode(
    _ reader: inout BitReader, from next: Int, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> Int {
    let symbol = try reader.symbol(codes)
    let (run, size) = (symbol >> 4, symbol & 0x0F)
    if size == 0, run < 15 { return 64 }
    if size > 0 { _ = reader.read(size) }
    guard next + run < 64 else { throw reader.failure(.runPastEnd) }
    return next + run + 1
  }
}

/// The first coefficients of the blocks before, by component of a scan.
typealias Predictors = SIMD4<Int32>
