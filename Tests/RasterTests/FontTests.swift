import Raster
import Testing

/// Expected values read with Python fontTools 4 from the same files.
@Suite struct FontTests {
  private static let advances: [(face: Face, scalar: Unicode.Scalar, em: Double)] = [
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
    (.segments, ".", 0),
  ]

  @Test("advances are those of hmtx over head's unitsPerEm", arguments: advances)
  func advance(face: Face, scalar: Unicode.Scalar, em: Double) throws {
    #expect(try face.font().advance(of: scalar) == em)
  }

  private static let lines: [(face: Face, ascent: Double, descent: Double)] = [
    (.sans, 2189.0 / 2048, 600.0 / 2048),
    (.hangul, 0.920, 0.230),
    // USE_TYPO_METRICS is set; both tables say the same.
    (.segments, 1, 0),
  ]

  @Test("line measures come from hhea, or from OS/2 where the font prefers it", arguments: lines)
  func lineMetrics(face: Face, ascent: Double, descent: Double) throws {
    let font = try face.font()
    #expect(font.ascent == ascent)
    #expect(font.descent == descent)
  }

  @Test(
    "a face has the characters of its cmap and no others",
    arguments: [
      (Face.sans, "2024-01-31 23:59 AWÀ€·", "년가😀\u{ffff}"),
      (.hangul, "2024년 01월 31일 뷁€·", "😀\u{0378}"),
      (.segments, "0123456789-:. ", "년€·'😀"),
    ])
  func has(face: Face, present: String, absent: String) throws {
    let font = try face.font()
    for scalar in present.unicodeScalars { #expect(font.has(scalar), "\(scalar)") }
    for scalar in absent.unicodeScalars { #expect(!font.has(scalar), "\(scalar)") }
  }

  @Test("a path with a semicolon is refused: libgd would look for two fonts")
  func semicolon() {
    #expect(throws: FontError.unsupportedPath("/a;b/c.ttf")) { try Font(file: "/a;b/c.ttf") }
  }

  @Test("a file that is not there or not a file is an error that names it")
  func unreadable() {
    #expect(throws: FontError.unreadable(path: "/nowhere/x.ttf", code: 2)) {
      try Font(file: "/nowhere/x.ttf")
    }
    #expect(throws: FontError.notAFont(path: "/dev/zero")) { try Font(file: "/dev/zero") }
    #expect(throws: FontError.notAFont(path: #filePath)) { try Font(file: #filePath) }
  }
}
