/// The table directory at the head of a font file (OpenType 1.9.1, "Organization of an OpenType
/// font").
struct FontDirectory: Sendable {
  private let file: BigEndianBytes
  private let tables: [Tag: Range<Int>]

  /// A table's name of four ASCII characters.
  enum Tag: String, Sendable {
    case head, hhea, maxp, hmtx, cmap
    case os2 = "OS/2"
  }

  /// `sfntVersion`: TrueType outlines, CFF outlines, and the two of Apple.
  private static let versions: Set<UInt32> = [
    0x0001_0000, fourCC("OTTO"), fourCC("true"), fourCC("typ1"),
  ]
  private static let collection = fourCC("ttcf")

  /// Reads the directory of the only face, or of a collection's first; nil when there is none.
  init?(_ file: BigEndianBytes) {
    var start = 0
    if file.uint32(at: 0) == Self.collection {
      // TTC header: tag, version, number of fonts, then the offset of each font's directory.
      guard let first = file.uint32(at: 12) else { return nil }
      start = Int(first)
    }
    guard let version = file.uint32(at: start), Self.versions.contains(version),
      let count = file.uint16(at: start + 4)
    else { return nil }
    var tables: [Tag: Range<Int>] = [:]
    for index in 0..<Int(count) {
      let record = start + 12 + 16 * index
      guard let tag = file.uint32(at: record), let offset = file.uint32(at: record + 8),
        let length = file.uint32(at: record + 12)
      else { break }
      guard let known = Self.known[tag], tables[known] == nil else { continue }
      tables[known] = Int(offset)..<Int(offset) + Int(length)
    }
    self.file = file
    self.tables = tables
  }

  /// A table's bytes, cut off at the end of the file.
  func table(_ tag: Tag) -> BigEndianBytes? {
    guard let range = tables[tag] else { return nil }
    return file.part(from: range.lowerBound, count: range.count)
  }

  private static let known: [UInt32: Tag] = Dictionary(
    uniqueKeysWithValues: [Tag.head, .hhea, .maxp, .hmtx, .cmap, .os2].map {
      (fourCC($0.rawValue), $0)
    })
}

private func fourCC(_ tag: String) -> UInt32 {
  tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }
}
