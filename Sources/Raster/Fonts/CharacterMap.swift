/// Which glyph a font has for a character: table `cmap`, formats 4 and 12 (OpenType 1.9.1).
///
/// Characters are looked up in the table itself; nothing is unpacked.
struct CharacterMap: Sendable {
  private enum Format: Sendable { case segments, groups }

  private let subtable: BigEndianBytes
  private let format: Format

  /// Chooses the same subtable as libgd, so that what is found here is what gets drawn: the first
  /// one for Unicode in the order of the file; nil when one for a symbol font comes before it.
  init?(_ cmap: BigEndianBytes) {
    guard let count = cmap.uint16(at: 2) else { return nil }
    for index in 0..<Int(count) {
      let record = 4 + 8 * index
      guard let platform = cmap.uint16(at: record), let encoding = cmap.uint16(at: record + 2),
        let offset = cmap.uint32(at: record + 4)
      else { return nil }
      if (platform, encoding) == (3, 0) { return nil }
      guard Self.isUnicode(platform: platform, encoding: encoding),
        let subtable = cmap.part(from: Int(offset))
      else { continue }
      switch subtable.uint16(at: 0) {
      case 4: format = .segments
      case 12: format = .groups
      default: continue
      }
      self.subtable = subtable
      return
    }
    return nil
  }

  private static func isUnicode(platform: UInt16, encoding: UInt16) -> Bool {
    switch platform {
    case 0: encoding != 5  // 5 holds variation sequences only
    case 3: encoding == 1 || encoding == 10
    default: false
    }
  }

  /// The number of a character's glyph; nil when the font has none.
  func glyph(for scalar: Unicode.Scalar) -> UInt16? {
    let glyph =
      switch format {
      case .segments: glyphInSegments(scalar.value)
      case .groups: glyphInGroups(scalar.value)
      }
    return glyph == 0 ? nil : glyph
  }

  /// Format 4: segments sorted by their last character, in four parallel arrays.
  private func glyphInSegments(_ character: UInt32) -> UInt16? {
    guard let code = UInt16(exactly: character), let doubled = subtable.uint16(at: 6) else {
      return nil
    }
    let length = Int(doubled & ~1)
    let (ends, starts) = (14, 16 + length)
    let (deltas, offsets) = (starts + length, starts + 2 * length)
    var (low, high) = (0, length / 2)
    while low < high {
      let middle = (low + high) / 2
      guard let end = subtable.uint16(at: ends + 2 * middle) else { return nil }
      if end < code { low = middle + 1 } else { high = middle }
    }
    let field = 2 * low
    guard field < length, let start = subtable.uint16(at: starts + field), start <= code,
      let delta = subtable.uint16(at: deltas + field),
      let offset = subtable.uint16(at: offsets + field)
    else { return nil }
    if offset == 0 { return code &+ delta }
    // The offset counts from its own place in the table.
    let place = offsets + field + Int(offset) + 2 * Int(code - start)
    guard let glyph = subtable.uint16(at: place) else { return nil }
    return glyph == 0 ? nil : glyph &+ delta
  }

  /// Format 12: groups of first character, last character, glyph of the first, in order.
  private func glyphInGroups(_ character: UInt32) -> UInt16? {
    guard let count = subtable.uint32(at: 12) else { return nil }
    let (groups, size) = (16, 12)
    var (low, high) = (0, min(Int(count), subtable.count / size))
    while low < high {
      let middle = (low + high) / 2
      guard let end = subtable.uint32(at: groups + middle * size + 4) else { return nil }
      if end < character { low = middle + 1 } else { high = middle }
    }
    let group = groups + low * size
    guard low < Int(count), let start = subtable.uint32(at: group), start <= character,
      let first = subtable.uint32(at: group + 8)
    else { return nil }
    return UInt16(exactly: UInt64(first) + UInt64(character - start))
  }
}
