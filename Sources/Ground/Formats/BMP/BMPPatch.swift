/// A bitmap's file with changed pixels: all other bytes as they were.
package struct BMPPatch: Sendable {
  /// The new file.
  package private(set) var bytes: [UInt8]
  /// What is other in the old file: places in the new one, ascending, and what the old one has there.
  /// The file's length in its header is always among them.
  package private(set) var edits: [(place: Range<Int>, original: [UInt8])] = []

  /// - Parameters:
  ///   - pixels: with all changes.
  ///   - areas: that have the changed ones; nothing else is looked at.
  package init(_ pixels: BMPPixels, changedIn areas: [(columns: Range<Int>, rows: Range<Int>)]) {
    let old = pixels.structure
    var parts: [(place: Range<Int>, bytes: [UInt8])] = []
    if let palette = pixels.palette, palette.entries[...] != old.bytes[old.palette] {
      parts.append((old.palette, palette.entries))
    }
    parts += Self.pixels(pixels, areas)
    func growth(before place: Int) -> Int {
      // Pixels that begin there are not before it, also where the file has none of them.
      parts.filter { $0.place.upperBound <= place && $0.place.lowerBound < place }
        .reduce(0) { $0 + $1.bytes.count - $1.place.count }
    }
    let all = growth(before: .max)
    var fields = [Field(at: 2, Self.grown(all, of: old, at: 2, from: old.bytes.count))]
    let moved = growth(before: old.pixelStart)
    if moved != 0 {
      fields.append(Field(at: 10, UInt32(truncatingIfNeeded: old.pixelStart + moved)))
    }
    if old.headerSize >= 40 {
      let size = all - moved
      if size != 0 { fields.append(Field(at: 34, Self.grown(size, of: old, at: 34))) }
      if moved != 0, let palette = pixels.palette {
        fields.append(Field(at: 46, UInt32(truncatingIfNeeded: palette.count)))
      }
    }
    let profileMoved = old.profile.map { growth(before: $0.lowerBound) } ?? 0
    if profileMoved != 0 {
      let place = BMPStructure.profileField.offset
      fields.append(Field(at: place, Self.grown(profileMoved, of: old, at: place)))
    }
    bytes = []
    apply(fields.map { ($0.place, $0.bytes) } + parts, to: old.bytes)
  }

  /// A number of four bytes in the header.
  private struct Field {
    let place: Range<Int>
    let bytes: [UInt8]

    init(at place: Int, _ value: UInt32) {
      self.place = place..<place + 4
      bytes = ByteOrder.littleEndian.bytes(of: value)
    }
  }

  /// A number of the header that grows, unless it is 0 or, where that is known, not what it should be.
  private static func grown(
    _ growth: Int, of structure: BMPStructure, at place: Int, from known: Int? = nil
  ) -> UInt32 {
    let value = ByteReader(structure.bytes, .littleEndian).value(at: place, size: 4) ?? 0
    let isRight = known.map { $0 == value } ?? (value != 0)
    return UInt32(truncatingIfNeeded: isRight ? value + growth : value)
  }

  /// The changed pixels, ascending.
  private static func pixels(
    _ pixels: BMPPixels, _ areas: [(columns: Range<Int>, rows: Range<Int>)]
  ) -> [(place: Range<Int>, bytes: [UInt8])] {
    let structure = pixels.structure
    let rows = Set(areas.flatMap(\.rows)).map(structure.fileRow).sorted()
    if let runs = pixels.runs { return runs.recoded(rows) }
    var parts: [(place: Range<Int>, bytes: [UInt8])] = []
    for row in rows {
      let y = structure.fileRow(row)
      let columns = areas.filter { $0.rows.contains(y) }.map(\.columns)
        .sorted { $0.lowerBound < $1.lowerBound }
      var last = structure.rowStart(y)
      for columns in columns {
        let place = structure.place(row: y, columns: columns)
        let rest = max(place.lowerBound, last)..<max(place.upperBound, last)
        last = rest.upperBound
        if pixels.bytes[rest] != structure.bytes[rest] {
          parts.append((rest, Array(pixels.bytes[rest])))
        }
      }
    }
    return parts
  }

  private mutating func apply(_ parts: [(place: Range<Int>, bytes: [UInt8])], to old: [UInt8]) {
    bytes.reserveCapacity(parts.reduce(old.count) { $0 + $1.bytes.count - $1.place.count })
    var next = 0
    for (place, new) in parts {
      bytes += old[next..<place.lowerBound]
      edits.append((bytes.count..<bytes.count + new.count, Array(old[place])))
      bytes += new
      next = place.upperBound
    }
    bytes += old[next...]
  }
}
