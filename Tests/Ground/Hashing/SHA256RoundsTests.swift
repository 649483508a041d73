import TestSupport
import Testing

@testable import Hashing

@Suite(
  "The processor's rounds of SHA-256 beside those in Swift",
  .enabled(if: ProcessorRounds.hasInstructions, "This processor has no instructions for SHA-256."))
struct SHA256RoundsTests {
  @Test("Any number of blocks leads from any hash value to the same one, at any address")
  func blocks() throws {
    var random = SplitMix64(seed: 11)
    for count in 0...20 {
      for start in 0..<16 {
        let bytes = [UInt8].random(start + 64 * count, using: &random)
        let blocks = bytes.span.bytes.extracting(start...)
        var processor = Self.randomState(using: &random)
        var swift = processor
        ProcessorRounds.mix(blocks, into: &processor)
        SwiftRounds.mix(blocks, into: &swift)
        try #require(processor.bytes == swift.bytes, "\(count) blocks from byte \(start) on")
      }
    }
  }

  @Test("Messages of 0 to 300 bytes have the same digest, whole and in parts")
  func lengths() throws {
    var random = SplitMix64(seed: 12)
    for length in 0...300 {
      let bytes = [UInt8].random(length, using: &random)
      let digest = Way.swift.digest(of: [bytes])
      try #require(Way.processor.digest(of: [bytes]) == digest, "\(length) bytes")
      for longest in [7, 64, 150] {
        let parts = bytes.parts(atMost: longest, using: &random)
        try #require(Way.processor.digest(of: parts) == digest, "parts of \(parts.map(\.count))")
      }
    }
  }

  @Test("So have large ones", arguments: [65_536, 1_000_003, 3_000_000])
  func large(length: Int) {
    var random = SplitMix64(seed: 13)
    let bytes = [UInt8].random(length, using: &random)
    let digest = Way.swift.digest(of: [bytes])
    #expect(Way.processor.digest(of: [bytes]) == digest)
    #expect(Way.processor.digest(of: bytes.parts(atMost: 100_000, using: &random)) == digest)
  }

  private static func randomState(using random: inout SplitMix64) -> SHA256State {
    var word: UInt32 { UInt32(truncatingIfNeeded: random.next()) }
    return SHA256State(a: word, b: word, c: word, d: word, e: word, f: word, g: word, h: word)
  }
}
