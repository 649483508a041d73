/// Writes CBOR (RFC 8949) as CTAP2 has it: lengths in their shortest form; entries in the order in which
/// they are given.
package enum CBORWriter {
  package static func integer(_ value: Int64) -> [UInt8] {
    value < 0 ? head(1, UInt64(~value)) : head(0, UInt64(value))
  }

  package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, UInt64(bytes.count)) + bytes }

  package static func text(_ text: String) -> [UInt8] {
    head(3, UInt64(text.utf8.count)) + Array(text.utf8)
  }

  package static func array(_ items: [[UInt8]]) -> [UInt8] {
    items.reduce(head(4, UInt64(items.count)), +)
  }

  /// The entries as they stand: keys and values, each written already.
  package static func map(_ entries: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
    entries.reduce(head(5, UInt64(entries.count))) { $0 + $1.key + $1.value }
  }

  /// The first bytes of an item: its major type, and its value or length (RFC 8949, section 3).
  package static func head(_ major: UInt8, _ number: UInt64) -> [UInt8] {
    let size: Int
    switch number {
    case 0..<24: return [major << 5 | UInt8(number)]
    case 24...0xff: size = 0
    case 0x100...0xffff: size = 1
    case 0x1_0000...0xffff_ffff: size = 2
    default: size = 3
    }
    let bytes = (0..<1 << size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return [major << 5 | UInt8(24 + size)] + bytes
  }
}
