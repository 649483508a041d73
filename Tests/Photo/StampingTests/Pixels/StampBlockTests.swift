import Formats
import Raster
import TestSupport
import Testing

@Suite("A stamp's record in a file")
struct StampBlockTests {
  static let formats = PhotoFormat.allCases.filter(\.carriesStampBlock)

  private func file(_ format: PhotoFormat) throws -> PhotoFile {
    var image = try MadePhoto.image(width: 33, height: 21)
    if format == .gif { image = try Image(decoding: PhotoFile(image.encoded(as: Encoding(.gif)))) }
    return try PhotoFile(image.encoded(as: Encoding(format)))
  }

  @Test("is read as it was put in", arguments: formats, [0, 1, 254, 255, 256, 70_001])
  func lengths(format: PhotoFormat, count: Int) throws {
    let record = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let plain = try file(format)
    #expect(plain.structure.stampBlock == nil)
    let stamped = try PhotoFile(#require(plain.structure.holding(stamp: record)))
    #expect(try #require(stamped.structure.stampBlock?.record).elementsEqual(record))
    #expect(stamped.header.isComplete)
    #expect(stamped.header.width == plain.header.width)
    #expect(stamped.metadata.kinds == plain.metadata.kinds)
    let colours = try [plain, stamped].map { try Image(decoding: $0).encoded(as: Encoding(.png)) }
    #expect(colours[0] == colours[1])
  }

  @Test(
    "is refused where it is there twice, of a format that shows it",
    arguments: [
      PhotoFormat.png, .webp, .gif,
    ])
  func twice(format: PhotoFormat) throws {
    let once = try PhotoFile(#require(file(format).structure.holding(stamp: [1])))
    let twice: [UInt8]
    if case .webp = once.structure {
      let chunk = Array("DAYS".utf8) + [1, 0, 0, 0, 1, 0]
      var bytes = once.bytes + chunk
      bytes[4] += UInt8(chunk.count)
      twice = bytes
    } else {
      twice = try #require(once.structure.holding(stamp: [2]))
    }
    let block = try #require(PhotoFile(twice).structure.stampBlock)
    #expect(block.record == nil)
  }

  @Test("of a WebP is not drawn over where damage shifts its chunk, so that it is not found")
  func shifted() throws {
    var bytes = try #require(file(.webp).structure.holding(stamp: [1]))
    bytes.insert(contentsOf: [0xFF, 0xD0], at: 60)
    let photo = try PhotoFile(bytes)
    #expect(photo.structure.stampBlock == nil)
    #expect(throws: RasterError.self) { try Image(decoding: photo) }
  }

  @Test("of a PNG is refused where a bit of its chunk's type is wrong")
  func type() throws {
    let bytes = try #require(file(.png).structure.holding(stamp: [1, 2, 3]))
    let type = try #require(bytes.firstRange(of: Array("daYS".utf8)))
    for place in type {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        let block = try #require(PhotoFile(damaged).structure.stampBlock)
        #expect(block.record == nil)
        #expect(block.offset == type.lowerBound - 4)
      }
    }
  }

  @Test("of a PNG is refused where its checksum is wrong")
  func checksum() throws {
    var bytes = try #require(file(.png).structure.holding(stamp: [1, 2, 3]))
    let type = try #require(bytes.firstRange(of: Array("daYS".utf8)))
    bytes[type.upperBound] ^= 1
    let block = try #require(PhotoFile(bytes).structure.stampBlock)
    #expect(block.record == nil)
    #expect(block.offset == type.lowerBound - 4)
  }

  @Test("has no place in other formats", arguments: [PhotoFormat.jpeg])
  func others(format: PhotoFormat) throws {
    #expect(try file(format).structure.holding(stamp: [1]) == nil)
  }
}
