import Formats

/// Passes over the MCUs of a progressive scan of DC coefficients (T.81, G.1.2.1).
struct DCSkip {
  private let layout: MCULayout
  private let coding: Scan.Coding
  private let codes: ScanCodes

  init(_ layout: MCULayout, _ coding: Scan.Coding, _ codes: ScanCodes) {
    (self.layout, self.coding, self.codes) = (layout, coding, codes)
  }

  /// Passes over MCUs.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - reader: at the first bit of the first; afterwards after the last bit of the last.
  ///   - predictors: by component of the scan, the DC coefficients of the blocks before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func skip(
    _ count: Int, _ reader: inout BitReader, _ predictors: inout DCPredictors
  ) throws(JPEGError) {
    var local = reader
    if coding.hasPrediction {
      for _ in 0..<count {
        for member in layout.members {
          let slot = member.slot
          predictors[slot] &+= try SequentialCoding.readDifference(&local, codes.dc(slot))
          try SequentialCoding.checkDC(predictors[slot], local)
        }
        if local.hasReadPastEnd { throw local.failure(.endsEarly) }
      }
    } else {
      // A bit for each block.
      local.skip(count * layout.members.count)
      if local.hasReadPastEnd { throw local.failure(.endsEarly) }
    }
    reader = local
  }
}
