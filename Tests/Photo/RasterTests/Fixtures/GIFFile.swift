/// A GIF of one frame written out by hand, with a palette of exactly the given colours (GIF89a).
struct GIFFile {
  var width: Int
  var height: Int
  /// 2, 4, 8 … 256 colours, as red, green, blue.
  var palette: [(UInt8, UInt8, UInt8)]
  /// Palette numbers, row by row.
  var pixels: [UInt8]
  var transparent: UInt8?

  var bytes: [UInt8] {
    let sizeField = UInt8(palette.count.trailingZeroBitCount - 1)
    var bytes = Array("GIF89a".utf8) + Self.short(width) + Self.short(height)
    bytes += [0x80 | sizeField, 0, 0]
    bytes += palette.flatMap { [$0.0, $0.1, $0.2] }
    if let transparent { bytes += [0x21, 0xf9, 4, 1, 0, 0, transparent, 0] }
    bytes += [0x2c, 0, 0, 0, 0] + Self.short(width) + Self.short(height) + [0]
    return bytes + compressed + [0x3b]
  }

  /// LZW codes of nine bits: each pixel stands for itself, and the table is cleared before it could
  /// grow to codes of ten (GIF89a, appendix F).
  private var compressed: [UInt8] {
    var bits: [Bool] = []
    func append(_ code: Int) {
      for bit in 0..<9 { bits.append(code >> bit & 1 == 1) }
    }
    for (index, pixel) in pixels.enumerated() {
      if index % 250 == 0 { append(256) }
      append(Int(pixel))
    }
    append(257)
    let data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated()
        .reduce(UInt8(0)) { $0 | ($1.element ? 1 << $1.offset : 0) }
    }
    let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start in
      let block = data[start..<min(start + 255, data.count)]
      return [UInt8(block.count)] + block
    }
    return [8] + blocks + [0]
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xff), UInt8(value >> 8)]
  }
}
