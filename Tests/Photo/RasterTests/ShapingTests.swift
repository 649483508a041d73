import Testing

@testable import Raster

/// Expected glyphs from `hb-shape --features=-kern` of HarfBuzz 6.0.0 with the same files.
@Suite struct ShapingTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let font: ScriptFont
    /// From left to right: number, and offset from the pen in thousandths.
    let glyphs: [UInt32]
    let width: Int
    var testDescription: String { text }

    init(_ text: String, _ font: ScriptFont, _ glyphs: [UInt32], width: Int) {
      (self.text, self.font, self.glyphs, self.width) = (text, font, glyphs, width)
    }
  }

  static let samples = [
    // Teh is final, seen initial, beh medial; alef does not join the lam after it.
    Sample("السبت", .arabic, [62, 7, 52, 27, 2], width: 2784),
    // Lam and alef are one glyph, with a mark on the other letter between them.
    Sample("مَلا", .arabic, [30, 19, 40], width: 1124),
    Sample("שלום", .hebrew, [1, 9, 4, 6], width: 2237),
    Sample("שָׁלוֹם", .hebrew, [1, 2, 9, 4, 5, 7, 6], width: 2237),
    // The vowel sign i stands before its consonant, ra before another above it.
    Sample("हिन्दी", .devanagari, [45, 7, 19, 3, 65], width: 1878),
    Sample("क्षि", .devanagari, [47, 14], width: 971),
    Sample("र्क", .devanagari, [2, 15], width: 762),
    // Sara am is two glyphs; the tone mark rises above a vowel.
    Sample("น้ำ", .thai, [15, 9, 8, 17], width: 1019),
    Sample("วันที่", .thai, [23, 4, 15, 22, 19, 3], width: 1714),
    Sample("𐐀𐐨 𐐂", .deseret, [2, 4, 1, 3], width: 2053),
    // Digits run left to right within text that runs right to left, whichever comes first.
    Sample("السبت 2024", .arabic, [71, 74, 71, 22, 1, 62, 7, 52, 27, 2], width: 5332),
    Sample("2024 السبت", .arabic, [62, 7, 52, 27, 2, 1, 71, 74, 71, 22], width: 5332),
  ]

  @Test(
    "a line's glyphs are those that HarfBuzz gives, in the order of their display",
    arguments: samples)
  func shapes(sample: Sample) throws {
    let line = try FontStack([sample.font.path]).line(sample.text)
    #expect(line.glyphs.map(\.id) == sample.glyphs)
    #expect((line.width * 1000).rounded() == Double(sample.width))
  }

  @Test("an isolated time among Arabic words keeps its order")
  func isolated() throws {
    let stack = try FontStack([ScriptFont.arabic.path])
    func drawn(_ text: String) throws -> [UInt32] {
      let space = try stack.line(" ").glyphs[0].id
      return try stack.line(text).glyphs.map(\.id).filter { $0 != space }
    }
    let (word, time) = (try drawn("السبت"), try drawn("2024-01-31"))
    #expect(try drawn("السبت \u{2068}2024-01-31\u{2069}") == time + word)
    #expect(try drawn("السبت 2024-01-31") != time + word)
  }

  @Test("marks stand where the font puts them, off the pen")
  func marks() throws {
    let thai = try FontStack([ScriptFont.thai.path]).line("ปี่").glyphs
    #expect(thai.map { ($0.x * 1000).rounded() } == [0, 605, 467])
    let arabic = try FontStack([ScriptFont.arabic.path]).line("مَ").glyphs
    #expect(arabic.contains { $0.y != 0 })
  }

  @Test("joiners reach the shaper, and are not drawn themselves")
  func joiners() throws {
    let stack = try FontStack([ScriptFont.arabic.path])
    let joined = try stack.line("بت").glyphs.map(\.id)
    // The zero width non-joiner keeps the two letters apart.
    let apart = try stack.line("ب\u{200C}ت")
    #expect(apart.glyphs.filter { $0.id != joined[0] && $0.id != joined[1] }.count >= 2)
    let alone = try ["ب", "ت"].map { try stack.line($0).width }.reduce(0, +)
    #expect(abs(apart.width - alone) < 1e-9)
  }

  @Test(
    "text that is not drawn at all is an empty line",
    arguments: ["", "\u{200D}", "\u{200E}\u{200F}", "\u{3164}", "\u{2060}\u{FE0F}"])
  func invisible(text: String) throws {
    let line = try Face.sans.stack().line(text)
    #expect(line.isEmpty)
    #expect(line.width == 0)
  }

  @Test(
    "what is not drawn changes nothing between letters",
    arguments: ["2\u{200E}4", "2\u{3164}4", "2\u{115F}4", "2\u{2060}4", "2\u{FEFF}4"])
  func hidden(text: String) throws {
    let stack = try Face.sans.stack()
    func ink(_ text: String) throws -> Coverage {
      try stack.line(text).coverage(x: 5, baseline: 40, emSize: 40, width: 80, height: 60)
    }
    #expect(try ink(text) == ink("24"))
  }

  @Test("a character is missing where the face lacks a part that it is drawn with")
  func missingPart() throws {
    let stack = try FontStack([ScriptFont.thaiWithoutNikhahit.path])
    #expect(try stack.line("น").glyphs.count == 1)
    #expect(throws: TextLineError.missingGlyph("น้ำ")) { try stack.line("น้ำ") }
  }
}
