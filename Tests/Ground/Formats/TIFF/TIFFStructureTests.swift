import TestSupport
import Testing

@testable import Formats

@Suite("TIFF structure")
struct TIFFStructureTests {
  @Test("Values inside and after the entries are read in both byte orders", arguments: orders)
  func values(byteOrder: ByteOrder) throws {
    let directory = try TIFFStructure(sample(byteOrder).bytes[...]).firstDirectory()

    #expect(directory.offset == 8)
    #expect(directory.entries.map(\.tag) == [.orientation, .dateTime, .gpsTimeStamp])
    #expect(directory[.orientation]?.unsigned(at: 0) == 6)
    #expect(directory[.orientation]?.entryOffset == 10)
    #expect(directory[.orientation]?.valueOffset == 18)
    #expect(directory[.dateTime]?.text == "2024:01:31 23:59:58")
    let seconds = try #require(directory[.gpsTimeStamp]?.rational(at: 2))
    #expect(seconds == (5850, 100))
    #expect(directory[.gpsTimeStamp]?.rational(at: 3) == nil)
    #expect(directory[.dateTimeOriginal] == nil)
  }

  @Test("Offsets count from the slice's first byte")
  func slices() throws {
    let bytes = sample(.bigEndian).bytes
    let shifted = [1, 2, 3, 4, 5] + bytes
    let directory = try TIFFStructure(shifted[5...]).firstDirectory()
    #expect(directory[.orientation]?.unsigned(at: 0) == 6)
    #expect(directory[.dateTime]?.text == "2024:01:31 23:59:58")
  }

  @Test("The next directory's offset is given, zero means none", arguments: [0, 8, 4_000_000_000])
  func next(offset: UInt32) throws {
    var sample = sample(.littleEndian)
    sample.next = offset
    let directory = try TIFFStructure(sample.bytes[...]).firstDirectory()
    #expect(directory.nextOffset == (offset == 0 ? nil : Int(offset)))
  }

  @Test("A wrong header is an error that says what was there", arguments: wrongHeaders)
  func header(bytes: [UInt8], error: TIFFError) {
    #expect(throws: error) { try TIFFStructure(bytes[...]) }
  }

  @Test(
    "A directory outside the block is an error",
    arguments: [-1, 0, 7, 1_000, 0xFFFF_FFFF, Int.max])
  func outside(offset: Int) throws {
    let bytes = sample(.littleEndian).bytes
    let structure = try TIFFStructure(bytes[...])
    #expect(throws: TIFFError.directoryOutOfBounds(offset: offset, length: bytes.count)) {
      try structure.directory(at: offset)
    }
  }

  @Test("An entry that cannot be read is left out and its neighbours stay", arguments: damages)
  func unreadable(at offset: Int, with bytes: [UInt8]) throws {
    var file = sample(.littleEndian).bytes
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    let directory = try TIFFStructure(file[...]).firstDirectory()
    #expect(directory.entries.map(\.tag) == [.orientation, .gpsTimeStamp])
  }

  @Test("Cut off at any length it reads what is whole and never traps", arguments: orders)
  func truncated(byteOrder: ByteOrder) throws {
    let bytes = sample(byteOrder).bytes
    for length in 0..<bytes.count {
      guard let structure = try? TIFFStructure(bytes.prefix(length)) else {
        #expect(length < 8)
        continue
      }
      guard let directory = try? structure.firstDirectory() else {
        #expect(length < 10)
        continue
      }
      #expect((directory[.orientation] != nil) == (length >= 22))
      #expect(directory[.gpsTimeStamp] == nil)
    }
  }

  @Test("A thousand seeded mutations are read without a trap")
  func mutations() throws {
    var random = SplitMix64(seed: 2)
    let bytes = sample(.littleEndian).bytes
    for _ in 0..<1_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 4..<mutated.count, using: &random)
        mutated[index] = UInt8.random(in: 0...255, using: &random)
      }
      let structure = try TIFFStructure(mutated[...])
      guard let directory = try? structure.firstDirectory() else { continue }
      for entry in directory.entries {
        #expect(entry.bytes.count == entry.count * entry.type.size)
        _ = (entry.text, entry.unsignedValues, entry.rational(at: 0))
      }
    }
  }

  static let orders: [ByteOrder] = [.littleEndian, .bigEndian]

  static let wrongHeaders: [([UInt8], TIFFError)] = [
    ([], .truncatedHeader(observed: 0, expected: 8)),
    (Array("II*\0\u{8}\0\0".utf8), .truncatedHeader(observed: 7, expected: 8)),
    (Array("Exif\0\0II".utf8), .unknownByteOrder(observed: Array("Ex".utf8))),
    (Array("II,\0\u{8}\0\0\0".utf8), .wrongMagic(observed: 44, expected: 42)),
    (Array("MM*\0\u{8}\0\0\0".utf8), .wrongMagic(observed: 0x2A00, expected: 42)),
  ]

  /// Bytes written over the second entry, which begins at 22: type, count, value offset.
  static let damages: [(Int, [UInt8])] = [
    (24, [0, 0]), (24, [14, 0]), (24, [255, 255]),
    (26, [0xFF, 0xFF, 0xFF, 0xFF]), (26, [0xFF, 0xFF, 0, 0]),
    (30, [0xFF, 0xFF, 0xFF, 0xFF]), (30, [100, 0, 0, 0]),
  ]

  private func sample(_ byteOrder: ByteOrder) -> TIFFSample {
    var sample = TIFFSample(byteOrder: byteOrder)
    sample.fields = [
      sample.short(.orientation, 6),
      sample.text(.dateTime, "2024:01:31 23:59:58"),
      sample.rationals(.gpsTimeStamp, [(23, 1), (59, 1), (5850, 100)]),
    ]
    return sample
  }
}
