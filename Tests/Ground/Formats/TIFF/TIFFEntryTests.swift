import Testing

@testable import Formats

@Suite("TIFF entry")
struct TIFFEntryTests {
  @Test("Text ends at the first NUL, whatever the type that holds it")
  func text() {
    #expect(entry(.ascii, Array("2024\0junk".utf8)).text == "2024")
    #expect(entry(.undefined, Array("2024".utf8)).text == "2024")
    #expect(entry(.byte, [0x32, 0xFF]).text == "2\u{FFFD}")
    #expect(entry(.utf8, Array("봄\0".utf8)).text == "봄")
    #expect(entry(.ascii, []).text == "")
    #expect(entry(.short, [0x32, 0x30]).text == nil)
  }

  @Test("Unsigned values are read from every unsigned type and no other")
  func unsigned() {
    #expect(entry(.byte, [7, 255]).unsignedValues == [7, 255])
    #expect(entry(.short, [0, 7, 255, 255]).unsignedValues == [7, 65_535])
    #expect(entry(.long, [255, 255, 255, 255]).unsignedValues == [4_294_967_295])
    #expect(entry(.ifd, [0, 0, 0, 8]).unsigned(at: 0) == 8)
    #expect(entry(.signedShort, [0, 7]).unsigned(at: 0) == nil)
    #expect(entry(.short, [0, 7]).unsigned(at: 1) == nil)
    #expect(entry(.short, [0, 7]).unsigned(at: -1) == nil)
  }

  @Test("Numbers are read from whole and rational types; a denominator of zero gives none")
  func numbers() {
    #expect(entry(.short, [0, 7, 255, 255]).number(at: 1) == 65_535)
    #expect(entry(.rational, [255, 255, 255, 255, 0, 0, 0, 2]).number(at: 0) == 2_147_483_647.5)
    #expect(entry(.signedRational, [255, 255, 255, 255, 0, 0, 0, 2]).number(at: 0) == -0.5)
    #expect(
      entry(.signedRational, [128, 0, 0, 0, 255, 255, 255, 255]).number(at: 0) == 0x8000_0000)
    #expect(entry(.rational, [0, 0, 0, 1, 0, 0, 0, 0]).number(at: 0) == nil)
    #expect(entry(.rational, [0, 0, 0, 1, 0, 0, 0, 1]).number(at: 1) == nil)
    #expect(entry(.ascii, Array("7".utf8)).number(at: 0) == nil)
  }

  @Test("A huge count gives a bounded list")
  func bounded() {
    let values = entry(.byte, [UInt8](repeating: 1, count: 70_000)).unsignedValues
    #expect(values.count == TIFFEntry.unsignedValuesLimit)
  }

  private func entry(_ type: TIFFType, _ bytes: [UInt8]) -> TIFFEntry {
    TIFFEntry(
      tag: .dateTime, type: type, count: bytes.count / type.size, entryOffset: 10, valueOffset: 18,
      bytes: bytes[...], byteOrder: .bigEndian)
  }
}
