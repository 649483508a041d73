import Foundation
import TestSupport
import Testing

@testable import Raster

/// Expected values read with Python fontTools 4 from the same files.
@Suite struct FontStackTests {
  private static let advances: [(face: Face, character: Character, em: Double)] = [
    (.sans, "0", 1169.0 / 2048),
    (.sans, ":", 563.0 / 2048),
    (.sans, "W", 1937.0 / 2048),
    (.sans, "€", 1188.0 / 2048),
    (.hangul, "0", 0.606),
    (.hangul, "년", 0.940),
    (.hangul, "가", 0.940),
    (.hangul, "·", 0.290),
    (.segments, "8", 0.816),
    (.segments, ":", 0.200),
    // Its advance is 0, and there is room on either side of it.
    (.segments, ".", 0.2),
  ]

  @Test("advances are those of hmtx over head's unitsPerEm", arguments: advances)
  func advance(face: Face, character: Character, em: Double) throws {
    #expect(try face.stack().line(String(character)).width == em)
  }

  @Test(
    "pairs are not kerned: nothing moves when the time changes", arguments: ["AV", "11:11", "To"])
  func unkerned(text: String) throws {
    let stack = try Face.sans.stack()
    let sum = try text.map { try stack.line(String($0)).width }.reduce(0, +)
    #expect(abs(try stack.line(text).width - sum) < 1e-9)
  }

  private static let lines: [(face: Face, ascent: Double, descent: Double)] = [
    (.sans, 2189.0 / 2048, 600.0 / 2048),
    (.hangul, 0.920, 0.230),
    // USE_TYPO_METRICS is set; both tables say the same.
    (.segments, 1, 0),
  ]

  @Test("line measures come from hhea, or from OS/2 where the font prefers it", arguments: lines)
  func lineMetrics(face: Face, ascent: Double, descent: Double) throws {
    let stack = try face.stack()
    #expect(stack.ascent == ascent)
    #expect(stack.descent == descent)
  }

  @Test(
    "a face has the characters of its cmap and no others",
    arguments: [
      (Face.sans, "2024-01-31 23:59 AWÀ€·", "년가😀\u{ffff}"),
      (.hangul, "2024년 01월 31일 뷁€·", "😀\u{0378}"),
      (.segments, "0123456789-:. ", "년€·'😀"),
    ])
  func has(face: Face, present: String, absent: String) throws {
    let stack = try face.stack()
    for character in present { #expect(try !stack.line(String(character)).isEmpty) }
    for character in absent {
      #expect(throws: TextLineError.missingGlyph(character)) { try stack.line(String(character)) }
    }
  }

  @Test("a path with a semicolon is a path like any other")
  func semicolon() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Face.segments.path, as: "a;b.ttf")
    #expect(try FontStack([path]).line("8").width == 0.816)
  }

  @Test("a file that is not there or not a font is an error that names it")
  func unreadable() throws {
    #expect(throws: FontError.unreadable(path: "/nowhere/x.ttf", code: 2)) {
      try FontStack(["/nowhere/x.ttf"])
    }
    #expect(throws: FontError.notAFont(path: "/dev/zero")) { try FontStack(["/dev/zero"]) }
    #expect(throws: FontError.notAFont(path: #filePath)) { try FontStack([#filePath]) }
    let folder = try TemporaryFolder()
    let empty = try folder.write([], to: "empty.ttf")
    #expect(throws: FontError.notAFont(path: empty)) { try FontStack([empty]) }
  }

  @Test("only the first file is opened before a character is asked of another")
  func lazy() throws {
    let stack = try FontStack([Face.segments.path, "/nowhere/x.ttf"])
    #expect(try stack.line("24:00").width > 3)
    #expect(
      throws: TextLineError.font(.unreadable(path: "/nowhere/x.ttf", code: 2))
    ) { try stack.line("년") }
  }

  @Test("each character is of the first face that has all of it")
  func fallback() throws {
    let stack = try FontStack(
      [Face.segments.path, Face.sans.path, ScriptFont.devanagari.path, Face.hangul.path])
    // The vowel sign and the virama stay with their consonants, and so does a mark that the first
    // face lacks with a letter that it has.
    let faces = try stack.line("1e\u{301} क्षि년9").glyphs.map(\.face)
    #expect(faces == [0, 1, 0, 2, 2, 3, 0])
    #expect(stack.ascent == 1)
  }

  @Test("a font that was opened draws on when its file is gone")
  func gone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Face.segments.path)
    let line = try FontStack([path]).line("8")
    try FileManager.default.removeItem(atPath: path)
    let mask = try line.coverage(x: 0, baseline: 10, emSize: 10, width: 10, height: 10)
    #expect(mask.values.contains { $0 > 128 })
  }
}
