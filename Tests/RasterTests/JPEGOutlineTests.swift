import Testing

@testable import Raster

@Suite struct JPEGOutlineTests {
  private func outline(_ bytes: [UInt8]) -> JPEGOutline {
    bytes.withUnsafeBufferPointer { JPEGOutline($0) }
  }

  private static let header: [UInt8] = [0xff, 0xd8, 0xff, 0xe1, 0, 4, 0xff, 0xd9]
  private static let scan: [UInt8] = [0xff, 0xda, 0, 3, 9]

  @Test("the end is the first EOI that is not inside a segment")
  func end() {
    let bytes = Self.header + Self.scan + [1, 0xff, 0, 0xff, 0xd3, 2] + [0xff, 0xd9, 0xff, 0xd9]
    #expect(outline(bytes).end == 19)
    #expect(!outline(bytes).hasJunkInHeader)
  }

  @Test("fill bytes belong to the marker that follows")
  func fill() {
    let bytes = Self.header + Self.scan + [1, 0xff, 0xff, 0xff, 0xd9]
    #expect(outline(bytes).end == 16)
  }

  @Test("bytes between segments are junk, coded data is not")
  func junk() {
    #expect(outline(Self.header + [7] + Self.scan + [1, 0xff, 0xd9]).hasJunkInHeader)
    #expect(!outline(Self.header + Self.scan + [1, 2, 3, 0xff, 0xd9]).hasJunkInHeader)
  }

  @Test("a file that ends anywhere has no end")
  func truncated() {
    let whole = Self.header + Self.scan + [1, 0xff, 0, 2]
    for count in 0...whole.count { #expect(outline(Array(whole[..<count])).end == nil) }
  }

  @Test("messages of libjpeg are told apart")
  func warnings() {
    #expect(
      JPEGWarning(message: "Corrupt JPEG data: 12 extraneous bytes before marker 0xd9")
        == .extraneousBytes(count: 12, marker: 0xd9))
    #expect(JPEGWarning(message: "Corrupt JPEG data: bad Huffman code") == .loss)
    #expect(JPEGWarning(message: "Premature end of JPEG file") == .loss)
    #expect(
      JPEGWarning(message: "Corrupt JPEG data: found marker 0xd9 instead of RST7") == .loss)
    #expect(JPEGWarning(message: "Invalid SOS parameters for sequential JPEG") == .harmless)
    #expect(JPEGWarning(message: "") == .loss)
  }
}
