import Foundation
import Testing
import TestSupport

@testable import Wording

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts the columns of a terminal",
    arguments: [
      ("", 0), ("plain text", 10), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("한국어", 6),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4), ("кириллица", 9),
      ("กำ", 2), ("की", 2), ("•·░▒▓█…", 7), ("a\u{200B}b", 2), ("a\u{AD}b", 3), ("\u{FEFF}", 0),
      ("عربي\u{200E}", 4),
    ])
  func text(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test("is for plain texts what their characters have, which normal form C leaves as they are")
  func plain() throws {
    var plain = ""
    for scalar in (0...0x1_FFFF).compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      guard text.isPlain(allowingLines: false) else { continue }
      #expect(DisplayWidth.columns(of: text) == DisplayWidth.columns(of: Character(scalar)))
      plain.unicodeScalars.append(scalar)
    }
    #expect(plain.count == plain.unicodeScalars.count)
    #expect(
      plain.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(plain.unicodeScalars)
    )
    #expect(plain.unicodeScalars.contains("é") && plain.contains("각") && plain.contains("’"))
    for text in ["\t", "\n", "\u{85}", "\u{A0}", "\u{2028}", "e\u{301}", "\u{202E}", "\u{7F}"] {
      #expect(!text.isPlain(allowingLines: false))
    }
    #expect("a\n\tb".isPlain(allowingLines: true) && !"a\r\nb".isPlain(allowingLines: true))
  }

  @Test(
    "is two for an emoji of any number of scalars",
    arguments: [
      "📷", "❤️", "☝🏽", "👍🏿", "🇰🇷", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "1️⃣", "☺️",
      "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "⌚",
    ])
  func emoji(text: String) {
    #expect(text.count == 1)
    #expect(DisplayWidth.columns(of: text) == 2)
  }

  @Test(
    "is one for a symbol that is an emoji only when asked to be", arguments: ["❤", "☺", "1", "©"])
  func symbol(text: String) {
    #expect(DisplayWidth.columns(of: text) == 1)
  }

  /// Set apart are the letters of Hangul that join the one before or show nothing, format characters,
  /// and what Unicode 16 changed where Python is older.
  @Test(
    "agrees with Python's East Asian Width and combining marks for every scalar",
    .enabled(if: InstalledProgram.isThere("python3"), "needs python3"))
  func python() async throws {
    let script = """
      from json import dumps
      from unicodedata import category, east_asian_width, unidata_version
      since16 = [
        (0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1171E, 0x1171E),
        (0x1D300, 0x1D376)]
      apart = [(0x1160, 0x11FF), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFA0)]
      if int(unidata_version.split(".")[0]) < 16: apart += since16
      found = []
      for i in range(0x20, 0x110000):
        c = chr(i)
        kind = category(c)
        if kind[0] == "C" or kind in ("Zl", "Zp"): continue
        if any(a <= i <= b for a, b in apart): continue
        width = 2 if east_asian_width(c) in "WF" else 0 if kind in ("Mn", "Me") else 1
        found.append([i, width])
      print(dumps(found))
      """
    let output = try await InstalledProgram.run("python3", ["-c", script]).output
    let widths = try JSONDecoder().decode([[UInt32]].self, from: Data(output.utf8))
    #expect(widths.count > 140_000)
    let differing = widths.filter { pair in
      Unicode.Scalar(pair[0]).map { UInt32(DisplayWidth.columns(of: String($0))) } != pair[1]
    }
    #expect(differing.map { String($0[0], radix: 16) } == [])
  }

  @Test("fills a text up with blanks, on either side")
  func padding() {
    #expect(DisplayWidth.padded("월", to: 4) == "월  ")
    #expect(DisplayWidth.padded("월", to: 4, .right) == "  월")
    #expect(DisplayWidth.padded("월요일", to: 4) == "월요일")
  }

  @Test(
    "cuts a text at a whole character",
    arguments: [
      ("diary", 5, "diary"), ("diary", 4, "dia…"), ("diary", 1, "…"), ("diary", 0, ""),
      ("diary", -1, ""), ("한국어", 6, "한국어"), ("한국어", 5, "한국…"), ("한국어", 4, "한…"),
      ("a👨‍👩‍👧b", 3, "a…"), ("a👨‍👩‍👧bc", 4, "a👨‍👩‍👧…"), ("ne\u{301}e\u{301}", 2, "n…"), ("", 0, ""),
    ])
  func truncation(text: String, width: Int, cut: String) {
    #expect(DisplayWidth.truncated(text, to: width) == cut)
  }
}
