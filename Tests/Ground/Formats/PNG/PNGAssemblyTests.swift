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

  private static let colours = PNGChunk.serialized(
    "PLTE", [1, 2, 3, 40, 50, 60, 7, 7, 7, 40, 50, 60])

  @Test(
    "The background's colour is said in the new samples, and left out where they have no such colour",
    arguments: [
      (3, [1], 2, [0, 40, 0, 50, 0, 60]), (3, [2], 0, [0, 7]), (3, [1], 0, nil), (3, [9], 2, nil),
      (3, [3], 3, [3]), (2, [0, 40, 0, 50, 0, 60], 3, [1]), (2, [0, 7, 0, 7, 0, 7], 4, [0, 7]),
      (2, [0, 9, 0, 9, 0, 9], 3, nil), (0, [0, 8], 6, [0, 8, 0, 8, 0, 8]), (0, [1, 8], 2, nil),
      (2, [0, 8], 2, nil), (6, [0, 1, 0, 2, 0, 3], 2, [0, 1, 0, 2, 0, 3]),
    ] as [(UInt8, [UInt8], UInt8, [UInt8]?)])
  func background(
    from type: UInt8, _ data: [UInt8], to other: UInt8, expected: [UInt8]?
  ) throws {
    func png(_ type: UInt8, _ chunks: [[UInt8]] = []) -> [UInt8] {
      Sample.png(colourType: type, beforeData: (type == 3 ? [Self.colours] : []) + chunks)
    }
    let original = png(type, [PNGChunk.serialized("bKGD", data)])
    let made = try PNGStructure(transferred(original, into: png(other)).bytes)
    #expect(made.first("bKGD").map { Array(made.data($0)) } == expected)
    let types = made.chunks.map(\.type)
    let background = try types.firstIndex(of: "bKGD") ?? #require(types.firstIndex(of: "IDAT"))
    #expect(types.firstIndex(of: "PLTE") ?? 0 < background)
  }

  @Test("The background's samples are scaled to another depth", arguments: [1, 15] as [UInt8])
  func depth(value: UInt8) throws {
    var file = Sample.png(colourType: 0, beforeData: [PNGChunk.serialized("bKGD", [0, value])])
    file[24] = 4
    let background = try #require(PNGStructure(file).background)
    let wide = 17 * value
    #expect(background.data(colourType: 0, bitDepth: 16, palette: nil) == [wide, wide])
    #expect(background.data(colourType: 0, bitDepth: 8, palette: nil) == [0, wide])
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
