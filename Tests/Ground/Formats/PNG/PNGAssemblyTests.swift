import Testing

@testable import Formats

@Suite("PNG assembly")
struct PNGAssemblyTests {
  private static let palette = PNGChunk.serialized("PLTE", [1, 2, 3])
  private static let transparency = PNGChunk.serialized("tRNS", [7])
  private static let gamma = PNGChunk.serialized("gAMA", [0, 0, 0xB1, 0x8F])
  private static let background = PNGChunk.serialized("bKGD", [0, 0, 0, 0, 0, 0])
  private static let time = PNGChunk.serialized("tIME", [7, 0xE8, 1, 31, 23, 59, 58])
  private static let copied = PNGChunk.serialized("abCd", [1])
  private static let bound = PNGChunk.serialized("abCD", [2])
  private static let animation = PNGChunk.serialized("acTL", [0, 0, 0, 1, 0, 0, 0, 0])

  private func types(_ png: [UInt8]) throws -> [String] {
    try PNGStructure(png).chunks.map(\.type.description)
  }

  private func transferred(
    _ original: [UInt8], into encoded: [UInt8]
  ) throws -> (bytes: [UInt8], dropped: [MetadataKind]) {
    let photo = try PhotoFile(original)
    let transfer = MetadataTransfer(from: photo, to: .png, orientation: .topLeft)
    return (try transfer.embed(in: encoded), transfer.dropped)
  }

  @Test("Chunks that stay true are carried in their place; those bound to the old picture are not")
  func chunks() throws {
    let original = Sample.png(
      beforeData: [Self.gamma, Self.background, Self.animation, Self.copied, Self.bound],
      afterData: [Self.time])
    let encoded = Sample.png(beforeData: [PNGChunk.serialized("pHYs", [0])], data: [9, 9])
    let (bytes, dropped) = try transferred(original, into: encoded)

    #expect(try types(bytes) == ["IHDR", "gAMA", "abCd", "bKGD", "IDAT", "tIME", "IEND"])
    #expect(dropped == [.block("abCD")])
    let data = try #require(try PNGStructure(bytes).first("IDAT"))
    #expect(Array(bytes[data.data]) == [9, 9])
  }

  @Test("Hints for another colour type are left out; the encoder's palette and tRNS stay in order")
  func colourType() throws {
    let original = Sample.png(beforeData: [Self.background, Self.gamma, Self.transparency])
    let encoded = Sample.png(colourType: 3, beforeData: [Self.palette, Self.transparency])
    let (bytes, dropped) = try transferred(original, into: encoded)
    #expect(try types(bytes) == ["IHDR", "gAMA", "PLTE", "tRNS", "IDAT", "IEND"])
    #expect(dropped.isEmpty)
  }
}
