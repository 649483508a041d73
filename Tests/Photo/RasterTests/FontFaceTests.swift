import Testing

@testable import Raster

/// Font files with one thing wrong: refused by name, or used within bounds.
@Suite struct FontFaceTests {
  private let whole: [UInt8]

  init() throws { whole = try bytes(ofFile: Face.segments.path) }

  @Test("a font that ends early is refused or read as far as it goes, at any length")
  func truncated() {
    var outcomes = Outcomes()
    for count in 0..<whole.count where count < 2048 || count % 61 == 0 {
      outcomes.use(Array(whole[..<count]), "\(count) bytes")
    }
    #expect(outcomes.violations == [])
    #expect(outcomes.refused > 1000)
    // Of the first table directory alone no font is made.
    #expect(throws: FontError.self) { try FontStack(Array(whole[..<300]), path: "short") }
  }

  @Test(
    "a font with any byte of its directory and tables overwritten is refused or used within bounds",
    arguments: [0x00, 0x7f, 0xff])
  func overwritten(value: UInt8) {
    var outcomes = Outcomes()
    for index in whole.indices where index < 1024 || index % 7 == 0 {
      var bytes = whole
      bytes[index] = value
      outcomes.use(bytes, "\(value) at \(index)")
    }
    #expect(outcomes.violations == [])
    #expect(outcomes.refused > 0)
    #expect(outcomes.used > outcomes.refused)
  }

  @Test("a line many times higher than its em is refused: what is drawn is a line high")
  func absurdLine() throws {
    var bytes = whole
    let tableCount = Int(whole[4]) << 8 | Int(whole[5])
    for table in 0..<tableCount {
      let record = 12 + 16 * table
      guard bytes[record..<record + 4].elementsEqual("head".utf8) else { continue }
      let head = bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
      (bytes[head + 18], bytes[head + 19]) = (0, 16)
    }
    #expect(throws: FontError.missingTable(path: "absurd", table: "hhea")) {
      try FontStack(bytes, path: "absurd")
    }
  }

  @Test("a face that starts at an offset, as in a collection, is read from there")
  func collection() throws {
    // TTC header: tag, version, one font, its offset. Table offsets count from the file's start.
    let header: [UInt8] = Array("ttcf".utf8) + [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16]
    var bytes = header + whole
    let tableCount = Int(whole[4]) << 8 | Int(whole[5])
    for table in 0..<tableCount {
      let field = header.count + 12 + 16 * table + 8
      let offset = bytes[field..<field + 4].reduce(0) { $0 << 8 | Int($1) } + header.count
      for byte in 0..<4 {
        bytes[field + byte] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * byte))
      }
    }
    #expect(try FontStack(bytes, path: "collection").line("8").width == 0.816)
  }
}

/// What came of fonts with something wrong.
private struct Outcomes {
  var refused = 0
  var used = 0
  /// What no font may lead to.
  var violations: [String] = []

  /// Opens a font, lays out and draws with it.
  mutating func use(_ bytes: [UInt8], _ name: String) {
    do {
      let stack = try FontStack(bytes, path: name)
      guard stack.ascent + stack.descent > 0, stack.ascent <= 8, stack.descent <= 8 else {
        return violations.append("\(name): a line of \(stack.ascent) and \(stack.descent)")
      }
      for text in ["0", ":", "24-01-31", "년", "😀"] {
        try draw(text, with: stack, name)
      }
      used += 1
    } catch is FontError {
      refused += 1
    } catch {
      violations.append("\(name): \(error)")
    }
  }

  private mutating func draw(_ text: String, with stack: FontStack, _ name: String) throws {
    do {
      let line = try stack.line(text)
      // An advance is at most 65,535 units, of which an em has at least 16.
      guard abs(line.width) <= 4096 * Double(line.glyphs.count) else {
        return violations.append("\(name): \(text) is \(line.width) em wide")
      }
      let mask = try line.coverage(x: 5, baseline: 20, emSize: 20, width: 40, height: 30)
      if mask.values.count != 1200 { violations.append("\(name): a mask of another size") }
    } catch TextLineError.missingGlyph(let character) where text.contains(character) {
      // Said of a character that was asked for.
    } catch RasterError.cannotDraw(font: name, _) {
      // A glyph that is broken.
    }
  }
}
