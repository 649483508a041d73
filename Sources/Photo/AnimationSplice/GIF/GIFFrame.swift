import Formats
import JPEGSplice

/// An image of a GIF, with what its graphic control extension says (GIF89a, 20 to 23).
struct GIFFrame {
  /// The fields of the graphic control extension, four bytes; nil where there is none.
  var control: [UInt8]?
  /// Whether that stands before the image, perhaps with other extensions between.
  var hasControlBlock: Bool
  /// On the screen, though it may reach outside.
  var area: PixelArea
  /// The last byte of the image descriptor.
  var flags: UInt8
  /// Red, green and blue of each colour; nil where the global table serves.
  var localTable: [UInt8]?
  var minimumSize: UInt8
  /// The sub-blocks, up to the empty one.
  var codes: [UInt8]

  var isInterlaced: Bool { flags & 0x40 != 0 }
  var pixelCount: Int { area.columns.count * area.rows.count }

  /// The entry of the colour table for transparency.
  var transparent: UInt8? {
    get { control.flatMap { $0[0] & 1 == 1 ? $0[3] : nil } }
    set {
      var fields = control ?? [0, 0, 0, 0]
      fields[0] = fields[0] & ~1 | (newValue == nil ? 0 : 1)
      fields[3] = newValue ?? 0
      control = fields
    }
  }

  var disposal: FrameDisposal {
    switch (control?[0] ?? 0) >> 2 & 7 {
    case 2: .background
    // Some encoders write 4, which means the same.
    case 3, 4: .previous
    default: .none
    }
  }

  /// How many colours a table has by the flags of its descriptor, times three bytes; 0 for no table.
  static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  /// Gives the image a table of its own.
  mutating func setLocalTable(_ colours: [UInt8]) {
    localTable = colours
    let bits = UInt8((colours.count / 3).trailingZeroBitCount)
    // The old one's order is lost.
    flags = flags & 0x40 | 0x80 | (bits - 1)
  }

  /// Numbers of the colours, row by row from the top; nil where the codes are damaged or end early.
  func pixels() -> [UInt8]? {
    var joined: [UInt8] = []
    joined.reserveCapacity(codes.count)
    var position = 0
    while position < codes.count, codes[position] > 0 {
      let end = position + 1 + Int(codes[position])
      joined += codes[..<min(end, codes.count)].dropFirst(position + 1)
      position = end
    }
    guard
      let coded = GIFCodes.decoded(joined, minimumSize: Int(minimumSize), count: pixelCount)
    else { return nil }
    guard isInterlaced else { return coded }
    let width = area.columns.count
    var pixels = coded
    for (row, shown) in Self.interlacedRows(area.rows.count).enumerated() {
      pixels.replaceSubrange(
        shown * width..<(shown + 1) * width, with: coded[row * width..<(row + 1) * width])
    }
    return pixels
  }

  /// Codes pixels as the image's.
  mutating func setPixels(_ pixels: [UInt8], style: GIFCodes.Style = .full) {
    var coded = pixels
    if isInterlaced {
      let width = area.columns.count
      coded = Self.interlacedRows(area.rows.count)
        .flatMap { pixels[$0 * width..<($0 + 1) * width] }
    }
    codes = GIFCodes.encoded(coded, minimumSize: Int(minimumSize), style: style)
  }

  /// The rows in the order in which an interlaced image has them (GIF89a, appendix E).
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  /// The graphic control extension; empty where there is none.
  var controlBlock: [UInt8] { control.map { [0x21, 0xF9, 4] + $0 + [0] } ?? [] }

  /// The image from its descriptor on, after a control block of its own where none stands before.
  var imageBlock: [UInt8] {
    var block = hasControlBlock ? [] : controlBlock
    block.append(0x2C)
    for value in [
      area.columns.lowerBound, area.rows.lowerBound, area.columns.count, area.rows.count,
    ] {
      block += ByteOrder.littleEndian.bytes(of: UInt16(truncatingIfNeeded: value))
    }
    return block + [flags] + (localTable ?? []) + [minimumSize] + codes
  }
}
