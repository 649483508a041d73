import Testing

@testable import Raster

@Suite struct CharacterMapTests {
  /// A `cmap` with one subtable.
  private func table(platform: UInt16 = 3, encoding: UInt16, _ subtable: [UInt16]) -> BigEndianBytes
  {
    let words: [UInt16] = [0, 1, platform, encoding, 0, 12] + subtable
    return BigEndianBytes(words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }[...])
  }

  @Test("format 4: by delta, by the glyph array, and at the ends of segments")
  func segments() throws {
    // Three segments: A…C by delta, a…c by the array, and the closing one.
    let map = try #require(
      CharacterMap(
        table(
          encoding: 1,
          [
            4, 0, 0, 6, 0, 0, 0,
            0x43, 0x63, 0xffff, 0,
            0x41, 0x61, 0xffff,
            UInt16(bitPattern: -0x40), 10, 1,
            0, 4, 0,
            7, 0, 9,
          ])))
    #expect(map.glyph(for: "A") == 1)
    #expect(map.glyph(for: "C") == 3)
    #expect(map.glyph(for: "D") == nil)
    #expect(map.glyph(for: "a") == 17)
    #expect(map.glyph(for: "b") == nil)
    #expect(map.glyph(for: "c") == 19)
    #expect(map.glyph(for: "\u{ffff}") == nil)
    #expect(map.glyph(for: "😀") == nil)
  }

  @Test("format 12: groups, also beyond the Basic Multilingual Plane")
  func groups() throws {
    let map = try #require(
      CharacterMap(
        table(
          encoding: 10,
          [12, 0, 0, 40, 0, 0, 0, 2] + [0, 0x41, 0, 0x43, 0, 5] + [1, 0xf600, 1, 0xf610, 0, 100])))
    #expect(map.glyph(for: "A") == 5)
    #expect(map.glyph(for: "C") == 7)
    #expect(map.glyph(for: "D") == nil)
    #expect(map.glyph(for: "😀") == 100)
  }

  @Test("lengths that reach outside the table find nothing")
  func outside() {
    let long = CharacterMap(table(encoding: 1, [4, 0, 0, 0xffff, 0, 0, 0, 0x41]))
    #expect(long?.glyph(for: "A") == nil)
    let many = CharacterMap(table(encoding: 10, [12, 0, 0, 16, 0, 0, 0xffff, 0xffff]))
    #expect(many?.glyph(for: "A") == nil)
  }

  @Test("a map of symbols or of another format is not taken")
  func others() {
    #expect(CharacterMap(table(encoding: 0, [4, 0, 0, 0])) == nil)
    #expect(CharacterMap(table(platform: 1, encoding: 0, [4, 0, 0, 0])) == nil)
    #expect(CharacterMap(table(encoding: 1, [6, 0, 0, 0])) == nil)
  }
}
