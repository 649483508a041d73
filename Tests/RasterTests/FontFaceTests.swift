import Testing

@testable import Raster

/// Font files with one thing wrong: the reader must refuse or carry on, and never trap.
@Suite struct FontFaceTests {
  private let whole: [UInt8]

  init() throws { whole = try bytes(ofFile: Face.segments.path) }

  @Test("a font that ends early is refused or read as far as it goes, at any length")
  func truncated() {
    for count in 0..<whole.count where count < 2048 || count % 61 == 0 { explore(whole[..<count]) }
  }

  @Test(
    "no value of any byte in the directory and the tables traps", arguments: [0x00, 0x7f, 0xff])
  func overwritten(value: UInt8) {
    for index in whole.indices where index < 1024 || index % 7 == 0 {
      var bytes = whole
      bytes[index] = value
      explore(bytes[...])
    }
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
    #expect(throws: FontError.self) { try FontFace(bytes[...], path: "absurd") }
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
    let face = try FontFace(bytes[...], path: "collection")
    #expect(face.advance(ofGlyph: face.characters.glyph(for: "8") ?? 0) == 0.816)
  }

  private func explore(_ bytes: ArraySlice<UInt8>) {
    guard let face = try? FontFace(bytes, path: "broken") else { return }
    for scalar: Unicode.Scalar in ["\u{0}", "0", ":", "년", "\u{ffff}", "😀"] {
      _ = face.advance(ofGlyph: face.characters.glyph(for: scalar) ?? 0)
    }
  }
}
