import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Writing bits")
struct BitWriterTests {
  private func writer(_ bits: some Sequence<Bool>) -> BitWriter {
    var writer = BitWriter()
    for bit in bits { writer.write(bit ? 1 : 0, 1) }
    return writer
  }

  @Test("Bits come out in order, with a zero after every byte of ones and ones at the end")
  func writing() {
    var random = SplitMix64(seed: 1)
    for count in 0..<200 {
      let expected = StuffedBits.random(count, &random)
      var writer = writer(expected.bits)
      #expect(writer.position == expected.positions[count])
      writer.finish()
      #expect(writer.bytes == expected.bytes)
    }
  }

  @Test("Numbers of any length come out as their bits")
  func numbers() {
    var random = SplitMix64(seed: 2)
    var (bits, writer) = ([Bool](), BitWriter())
    for _ in 0..<500 {
      let length = Int.random(in: 0...32, using: &random)
      let number =
        UInt32.random(in: 0...UInt32.max, using: &random) & UInt32((1 << UInt64(length)) - 1)
      writer.write(number, length)
      bits += (0..<length).reversed().map { number >> UInt32($0) & 1 == 1 }
    }
    writer.finish()
    #expect(writer.bytes == StuffedBits(bits).bytes)
  }

  @Test("Numbers that are written in one go come out as their bits")
  func numbersInOneGo() {
    var random = SplitMix64(seed: 3)
    var (bits, writer) = ([Bool](), BitWriter())
    for _ in 0..<200 {
      let count = Int.random(in: 0...20, using: &random)
      // Nothing but ones takes the most memory: a zero is stuffed after every byte.
      let hasOnesOnly = Bool.random(using: &random)
      writer.write(most: 32 * count) { sink in
        for _ in 0..<count {
          let length = hasOnesOnly ? 32 : Int.random(in: 0...32, using: &random)
          let number =
            (hasOnesOnly ? .max : UInt32.random(in: 0...UInt32.max, using: &random))
            & UInt32((1 << UInt64(length)) - 1)
          sink.write(number, length)
          bits += (0..<length).reversed().map { number >> UInt32($0) & 1 == 1 }
        }
      }
      writer.write(1, 1)
      bits.append(true)
    }
    writer.finish()
    #expect(writer.bytes == StuffedBits(bits).bytes)
  }

  @Test("Copies from any bit to any bit are those that a copy bit by bit makes", arguments: 0..<8)
  func copying(sourceBit: Int) {
    var random = SplitMix64(seed: UInt64(sourceBit))
    for targetBit in 0..<8 {
      for _ in 0..<60 {
        let source = StuffedBits.random(400, &random)
        let start = 8 * Int.random(in: 0..<8, using: &random) + sourceBit
        let end = Int.random(in: start...400, using: &random)
        let before = StuffedBits.random(
          8 * Int.random(in: 0..<3, using: &random) + targetBit, &random)
        var writer = writer(before.bits)
        source.bytes.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          writer.copy(base, from: source.positions[start], to: source.positions[end])
        }
        let expected = StuffedBits(before.bits + source.bits[start..<end])
        let position = writer.position
        writer.finish()
        #expect(writer.bytes == expected.bytes)
        #expect(position == expected.positions[expected.bits.count])
      }
    }
  }

  @Test("A byte that is not whole can be dropped for bytes as they are")
  func dropping() {
    var writer = writer(StuffedBits([true, false, true, true, true, true, true, true, true]).bits)
    writer.dropPartialByte()
    writer.append(contentsOf: [0xFF, 0xD9])
    #expect(writer.bytes == [0b1011_1111, 0xFF, 0xD9])
    writer.truncate(to: 1)
    #expect(writer.position == BitPosition(byte: 1, bit: 0))
  }
}
