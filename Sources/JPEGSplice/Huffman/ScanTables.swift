import Formats

/// The decoding tables of a scan, one behind another.
struct ScanTables: Sendable {
  private let entries: [UInt16]
  private let places: ScanCodes.Places

  init(_ scan: Scan) {
    // What a scan does not name finds no codes.
    var entries = DecodingTable.empty
    var bySlot: [HuffmanSlot: Int] = [:]
    for (slot, table) in scan.tables {
      guard let table = DecodingTable(table) else { continue }
      bySlot[slot] = entries.count
      entries += table.entries
    }
    var places = ScanCodes.Places(repeating: (0, 0))
    for (slot, component) in scan.components.enumerated() {
      places[slot] = (bySlot[component.dcTable] ?? 0, bySlot[component.acTable] ?? 0)
    }
    self.entries = entries
    self.places = places
  }

  /// Gives the tables, which stay alive meanwhile.
  @inline(__always)
  func withCodes<Value>(
    _ body: (ScanCodes) throws(JPEGError) -> Value
  ) throws(JPEGError) -> Value {
    try entries.withUnsafeBufferPointer { buffer throws(JPEGError) in
      guard let base = buffer.baseAddress else { throw .missing(part: "DHT", at: 0) }
      return try body(ScanCodes(base: base, places: places))
    }
  }
}

/// The memory of a scan's decoding tables, which whoever has it keeps alive as long as it is used.
struct ScanCodes {
  /// By component of the scan, where the entries of its tables begin.
  typealias Places = InlineArray<4, (dc: Int, ac: Int)>

  fileprivate let base: UnsafePointer<UInt16>
  fileprivate let places: Places

  /// The ``DecodingTable`` for first coefficients of a component of the scan.
  @inline(__always)
  func dc(_ slot: Int) -> UnsafePointer<UInt16> { base + places[slot].dc }

  /// The ``DecodingTable`` for its other coefficients.
  @inline(__always)
  func ac(_ slot: Int) -> UnsafePointer<UInt16> { base + places[slot].ac }
}
