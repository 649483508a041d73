/// The decoding tables of a scan.
struct ScanTables: Sendable {
  private let scan: Scan
  let bySlot: [HuffmanSlot: DecodingTable]
  private let dc: [[UInt16]]
  private let ac: [[UInt16]]

  init(_ scan: Scan) {
    self.scan = scan
    let bySlot = scan.tables.compactMapValues(DecodingTable.init)
    dc = scan.components.map { bySlot[$0.dcTable]?.entries ?? [] }
    ac = scan.components.map { bySlot[$0.acTable]?.entries ?? [] }
    self.bySlot = bySlot
  }

  /// Gives the 65,536 entries of a table of a component of the scan.
  @inline(__always)
  func withCodes(
    _ slot: Int, _ kind: HuffmanTable.Kind,
    _ body: (UnsafePointer<UInt16>) throws(JPEGError) -> Void
  ) throws(JPEGError) {
    let entries = kind == .dc ? dc[slot] : ac[slot]
    try entries.withUnsafeBufferPointer { buffer throws(JPEGError) in
      guard let base = buffer.baseAddress, buffer.count == 1 << 16 else {
        throw .missing(part: "DHT", at: scan.segment.range.lowerBound)
      }
      try body(base)
    }
  }
}
