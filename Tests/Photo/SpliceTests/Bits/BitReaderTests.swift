import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Reading bits")
struct BitReaderTests {
  private func read<Value>(
    _ bytes: [UInt8], _ range: Range<Int>? = nil, _ body: (inout BitReader) -> Value
  ) -> Value? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { base in
        var reader = BitReader(base, range ?? 0..<bytes.count)
        return body(&reader)
      }
    }
  }

  @Test("After any number of bits the place is where the next one is", arguments: 0..<20)
  func position(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let source = StuffedBits.random(8 * 60, &random)
    let places = read(source.bytes + [0xFF, 0xD9]) { reader in
      var (places, place, isRight) = ([0], 0, true)
      while place < source.bits.count {
        let length = min(Int.random(in: 1...16, using: &random), source.bits.count - place)
        let value = reader.read(length)
        let expected = source.bits[place..<place + length].reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
        place += length
        isRight = isRight && value == expected && reader.position == source.positions[place]
        places.append(isRight ? place : -1)
      }
      return places
    }
    #expect(places?.contains(-1) == false)
    #expect(places?.last == source.bits.count)
  }

  @Test("Reading goes on from any place", arguments: 0..<64)
  func start(place: Int) {
    var random = SplitMix64(seed: 3)
    let source = StuffedBits.random(200, &random)
    source.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var reader = BitReader(base, from: source.positions[place], to: source.bytes.count)
      #expect(reader.position == source.positions[place])
      let expected = source.bits[place..<place + 13].reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
      #expect(reader.read(13) == expected)
      #expect(reader.position == source.positions[place + 13])
    }
  }

  @Test("At a marker and at the end zeros are read, and the reader says so")
  func pastEnd() {
    for tail: [UInt8] in [[], [0xFF, 0xD9, 0xAA], [0xFF, 0xFF, 0x00], [0xFF]] {
      let bytes = [0xA5, 0xFF, 0x00] + tail
      let isRight = read(bytes) { reader in
        let whole = reader.read(16) == 0xA5FF && !reader.hasReadPastEnd
        let end = reader.position == BitPosition(byte: 3, bit: 0)
        return whole && end && reader.read(3) == 0 && reader.hasReadPastEnd
      }
      #expect(isRight == true)
    }
  }

  @Test("Bytes after the range are not read")
  func range() {
    let result = read([0x11, 0x22, 0x33], 0..<2) { reader in
      [reader.read(16), reader.read(8), reader.hasReadPastEnd ? 1 : 0]
    }
    #expect(result == [0x1122, 0, 1])
  }

  @Test("Bits that are the same elsewhere are passed, and none that are others", arguments: 0..<8)
  func same(shift: Int) {
    var random = SplitMix64(seed: UInt64(shift))
    for round in 0..<60 {
      let source = StuffedBits.random(8 * 200, &random)
      let before = (0..<8 + shift).map { _ in Bool.random(using: &random) }
      var bits = before + source.bits
      // In most rounds one bit is another.
      let other = round < 20 ? nil : Int.random(in: 0..<source.bits.count, using: &random)
      if let other { bits[before.count + other].toggle() }
      let shifted = StuffedBits(bits)
      let passed = source.bytes.withUnsafeBufferPointer { source in
        read(shifted.bytes + [0xFF, 0xD0]) { reader in
          _ = reader.read(before.count)
          let end = source.baseAddress.map {
            reader.passSame(as: $0, from: 0, to: source.count)
          }
          return (end: end ?? 0, position: reader.position)
        }
      }
      let bit = source.positions.firstIndex { $0.byte == passed?.end && $0.bit == 0 }
      guard let bit, let passed else {
        Issue.record("inside a byte")
        continue
      }
      #expect(passed.position == shifted.positions[before.count + bit])
      #expect(bit <= other ?? source.bits.count)
      #expect(bit > (other ?? source.bits.count) - 8 * 40)
    }
  }

  @Test("A byte of ones among eight is found, and nothing else", arguments: 0..<8)
  func hasFF(place: UInt64) {
    #expect((0xFF << (8 * place) as UInt64).hasFF)
    #expect(!(0xFE << (8 * place) as UInt64).hasFF)
    #expect(!(0x00FF_00FF_00FF_00FF << 4 as UInt64).hasFF)
  }
}

/// Bits, and the coded data that hold them, made one bit at a time.
struct StuffedBits {
  let bits: [Bool]
  let bytes: [UInt8]
  /// The place of every bit, and the one after the last.
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
