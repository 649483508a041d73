import TestSupport
import Testing

@testable import AnimationSplice

@Suite("The codes of a GIF")
struct GIFCodesTests {
  private func joined(_ blocks: [UInt8]) -> [UInt8] {
    var (bytes, position) = ([UInt8](), 0)
    while blocks[position] > 0 {
      bytes += blocks[position + 1...position + Int(blocks[position])]
      position += 1 + Int(blocks[position])
    }
    return bytes
  }

  @Test(
    "give the pixels again, whatever these are, and however the table is begun anew",
    arguments: 2...8, [GIFCodes.Style.full, .oneLess])
  func roundTrip(size: Int, style: GIFCodes.Style) throws {
    var random = SplitMix64(seed: UInt64(size))
    let count = 1 << size
    for pixels in [
      [], [0], [UInt8](repeating: 1, count: 70_000),
      (0..<60_000).map { UInt8(($0 * $0 / 7) % count) },
      (0..<60_000).map { _ in UInt8(Int.random(in: 0..<count, using: &random)) },
    ] {
      let blocks = GIFCodes.encoded(pixels, minimumSize: size, style: style)
      #expect(
        GIFCodes.decoded(joined(blocks), minimumSize: size, count: pixels.count) == pixels)
    }
  }

  @Test("that end early, or do not exist, give nothing; that are changed, no more than the pixels")
  func damaged() {
    let pixels = (0..<5_000).map { UInt8(($0 * $0 / 7) % 16) }
    let bytes = joined(GIFCodes.encoded(pixels, minimumSize: 4))
    #expect(GIFCodes.decoded(Array(bytes.dropLast(9)), minimumSize: 4, count: 5_000) == nil)
    // The code after that of the first pixel is not there yet.
    #expect(GIFCodes.decoded([0b10010 | 0b00000, 0b1111_1111], minimumSize: 4, count: 9) == nil)
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<3 { changed[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x5A }
      let decoded = GIFCodes.decoded(changed, minimumSize: 4, count: 5_000)
      #expect(decoded == nil || decoded?.count == 5_000)
    }
  }
}
