import Formats

/// The symbol and length of the code that begins with each value of sixteen bits.
///
/// A first part has an entry for each value of the ``width`` highest bits. Where longer codes begin
/// so, that entry says which of the parts after it has one for each value of the bits below.
struct DecodingTable: Sendable {
  /// The symbol in the high byte, the code's length in the low one; 0 where no code begins so. In the
  /// first part also ``link`` in the low byte and the number of a further part in the high one.
  let entries: [UInt16]

  private static let width = 10
  private static let furtherWidth = HuffmanTable.maximumLength - width
  /// No code is as long.
  private static let link: UInt16 = 0x80

  /// A table of no codes at all.
  static let empty = [UInt16](repeating: 0, count: 1 << width)

  /// - Returns: nil for a table that is not one: too many codes for their lengths.
  init?(_ table: HuffmanTable) {
    guard let codes = table.codes else { return nil }
    var entries = Self.empty
    for code in codes {
      let entry = UInt16(code.symbol) << 8 | UInt16(code.length)
      let start = Int(code.bits) << (HuffmanTable.maximumLength - code.length)
      if code.length <= Self.width {
        let place = start >> Self.furtherWidth
        for index in place..<place + 1 << (Self.width - code.length) { entries[index] = entry }
        continue
      }
      // At most 256 codes, so as many parts.
      let prefix = start >> Self.furtherWidth
      if entries[prefix] == 0 {
        let part = (entries.count - Self.empty.count) >> Self.furtherWidth
        entries[prefix] = UInt16(part) << 8 | Self.link
        entries += repeatElement(0, count: 1 << Self.furtherWidth)
      }
      let place = Self.place(entries[prefix], start)
      for index in place..<place + 1 << (HuffmanTable.maximumLength - code.length) {
        entries[index] = entry
      }
    }
    self.entries = entries
  }

  /// Where the entry of sixteen bits is in the part that a link names.
  @inline(__always)
  private static func place(_ entry: UInt16, _ bits: Int) -> Int {
    1 << width &+ Int(entry >> 8) << furtherWidth &+ bits & (1 << furtherWidth &- 1)
  }

  /// Looks up the code that some bits begin with.
  ///
  /// - Parameters:
  ///   - table: all entries of a table.
  ///   - bits: sixteen bits.
  /// - Returns: the symbol in the high byte, the code's length in the low one; 0 where there is none.
  @inline(__always)
  static func entry(_ table: UnsafePointer<UInt16>, _ bits: Int) -> UInt16 {
    let entry = table[bits >> furtherWidth]
    return entry & link == 0 ? entry : table[place(entry, bits)]
  }
}

/// The decoding tables of a scan, one after another.
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

  /// Gives the tables, which stay alive for that time.
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

  /// The ``DecodingTable`` for DC coefficients of a component of the scan.
  @inline(__always)
  func dc(_ slot: Int) -> UnsafePointer<UInt16> { base + places[slot].dc }

  /// The ``DecodingTable`` for its other coefficients.
  @inline(__always)
  func ac(_ slot: Int) -> UnsafePointer<UInt16> { base + places[slot].ac }
}
