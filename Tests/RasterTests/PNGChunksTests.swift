import Testing

@testable import Raster

@Suite struct PNGChunksTests {
  private func chunks(_ bytes: [UInt8]) -> PNGChunks {
    bytes.withUnsafeBufferPointer { PNGChunks($0) }
  }

  private static let file = PNGFile(
    width: 1, height: 1, colour: .rgb, rows: [[1, 2, 3]],
    chunks: [("tEXt", [1, 2, 3]), ("tRNS", [0, 9, 0, 9, 0, 9])])

  @Test("chunks that hold no pixels are left out, the rest is read in order")
  func ranges() {
    // Signature and IHDR take 33 bytes, tEXt 15.
    let bytes = Self.file.bytes
    #expect(chunks(bytes).ranges == [0..<33, 48..<bytes.count])
    #expect(chunks(bytes + [7, 7]).ranges == [0..<33, 48..<bytes.count])
    #expect(chunks(bytes).damagedChunk == nil)
  }

  @Test("a file that ends before IEND is cut, and the rest of it is not read")
  func truncated() {
    let bytes = Self.file.bytes
    for count in 8..<bytes.count {
      let cut = chunks(Array(bytes[..<count]))
      #expect(cut.isCut)
      #expect(cut.ranges.allSatisfy { $0.upperBound <= count })
    }
    #expect(!chunks(bytes).isCut)
    var long = bytes
    long[8] = 0xff
    #expect(chunks(long).isCut)
    #expect(chunks(long).ranges == [0..<8])
  }

  @Test("the first chunk with a wrong checksum is named")
  func damaged() {
    var bytes = Self.file.bytes
    bytes[20] ^= 1
    bytes[bytes.count - 20] ^= 1
    #expect(chunks(bytes).damagedChunk == "IHDR")
  }
}
