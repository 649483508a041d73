import TestSupport

@testable import JPEGSplice

/// Bits, and the coded data that hold them, made one bit at a time.
struct StuffedBits {
  let bits: [Bool]
  let bytes: [UInt8]
  /// The place of every bit, and the one behind the last.
  private(set) var positions: [BitPosition] = []

  /// The last byte is filled with ones.
  init(_ bits: [Bool]) {
    self.bits = bits
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    for index in 0...bits.count {
      positions.append(BitPosition(byte: bytes.count, bit: index % 8))
      if index == bits.count { break }
      byte = byte << 1 | (bits[index] ? 1 : 0)
      if index % 8 == 7 {
        bytes += byte == 0xFF ? [0xFF, 0] : [byte]
        byte = 0
      }
    }
    if bits.count % 8 > 0 {
      for _ in bits.count % 8..<8 { byte = byte << 1 | 1 }
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
    }
    self.bytes = bytes
  }

  /// Random bits in which bytes of ones are common.
  static func random(_ count: Int, _ random: inout SplitMix64) -> StuffedBits {
    var bits: [Bool] = []
    while bits.count < count {
      let isOnes = Bool.random(using: &random)
      let length = Int.random(in: 1...(isOnes ? 40 : 90), using: &random)
      bits += (0..<length).map { _ in isOnes || Bool.random(using: &random) }
    }
    return StuffedBits(Array(bits.prefix(count)))
  }
}
