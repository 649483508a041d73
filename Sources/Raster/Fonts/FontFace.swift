/// The tables of a face that a layout needs: `head`, `hhea`, `maxp`, `hmtx`, `cmap` and, where the
/// font prefers its line measures, `OS/2` (OpenType 1.9.1).
struct FontFace: Sendable {
  let ascent: Double
  let descent: Double
  let characters: CharacterMap

  private let unitsPerEm: Double
  private let glyphCount: Int
  /// Advance and left bearing of each glyph up to `advanceCount`; the last advance serves all after.
  private let horizontalMetrics: BigEndianBytes
  private let advanceCount: Int

  /// Reads the only face of a file, or a collection's first; the path is for errors only.
  ///
  /// - Throws: `notAFont`, `missingTable`.
  init(_ file: ArraySlice<UInt8>, path: String) throws(FontError) {
    guard let directory = FontDirectory(BigEndianBytes(file)) else { throw .notAFont(path: path) }
    func field<Value>(_ value: Value?, of table: FontDirectory.Tag) throws(FontError) -> Value {
      guard let value else { throw .missingTable(path: path, table: table.rawValue) }
      return value
    }

    let head = try field(directory.table(.head), of: .head)
    let units = try field(head.uint16(at: 18), of: .head)
    guard (16...16384).contains(units) else { throw .missingTable(path: path, table: "head") }
    unitsPerEm = Double(units)

    let hhea = try field(directory.table(.hhea), of: .hhea)
    advanceCount = Int(try field(hhea.uint16(at: 34), of: .hhea))
    let maxp = try field(directory.table(.maxp), of: .maxp)
    glyphCount = Int(try field(maxp.uint16(at: 4), of: .maxp))
    horizontalMetrics = try field(directory.table(.hmtx), of: .hmtx).alone
    guard advanceCount > 0, horizontalMetrics.count >= 4 * advanceCount else {
      throw .missingTable(path: path, table: "hmtx")
    }

    let line: LineMetrics
    if let typographic = directory.table(.os2).flatMap(LineMetrics.init(typographic:)) {
      line = typographic
    } else {
      line = try field(LineMetrics(hhea: hhea), of: .hhea)
    }
    ascent = Double(line.ascender) / unitsPerEm
    descent = -Double(line.descender) / unitsPerEm
    // What is drawn is a line high; no writing needs more, and memory goes with it.
    guard ascent + descent > 0, ascent <= 8, descent <= 8 else {
      throw .missingTable(path: path, table: "hhea")
    }

    let cmap = try field(directory.table(.cmap), of: .cmap)
    characters = try field(CharacterMap(cmap.alone), of: .cmap)
  }

  /// In em; 0 for a glyph that the face does not have.
  func advance(ofGlyph glyph: UInt16) -> Double {
    guard glyph < glyphCount else { return 0 }
    let index = min(Int(glyph), advanceCount - 1)
    return Double(horizontalMetrics.uint16(at: 4 * index) ?? 0) / unitsPerEm
  }
}

/// A line's extent around its baseline, in font units; the descender is below 0 as a rule.
private struct LineMetrics {
  let ascender: Int16
  let descender: Int16

  init?(hhea: BigEndianBytes) {
    guard let ascender = hhea.int16(at: 4), let descender = hhea.int16(at: 6) else { return nil }
    (self.ascender, self.descender) = (ascender, descender)
  }

  /// Those of `OS/2`; nil unless fsSelection bit 7 (USE_TYPO_METRICS) prefers them to `hhea`.
  init?(typographic os2: BigEndianBytes) {
    guard let selection = os2.uint16(at: 62), selection & 1 << 7 != 0,
      let ascender = os2.int16(at: 68), let descender = os2.int16(at: 70)
    else { return nil }
    (self.ascender, self.descender) = (ascender, descender)
  }
}
