/// The symbol and length of the code that begins with each of the 65,536 values of sixteen bits.
struct DecodingTable: Sendable {
  /// The symbol in the high byte, the code's length in the low one; 0 where no code begins so.
  let entries: [UInt16]

  /// - Returns: nil for a table that is not one: too many codes for their lengths.
  init?(_ table: HuffmanTable) {
    guard let codes = table.codes else { return nil }
    entries = [UInt16](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = 0
      // Codes come in ascending order, so the table is filled from its start to its end.
      for code in codes {
        let entry = UInt16(code.symbol) << 8 | UInt16(code.length)
        let span = 1 << (HuffmanTable.maximumLength - code.length)
        buffer[count..<count + span].initialize(repeating: entry)
        count += span
      }
      buffer[count...].initialize(repeating: 0)
      count = buffer.count
    }
  }
}
