/// A bitmap of a certain form, written byte by byte (Windows GDI, "Bitmap Storage").
package struct BMPSample: Sendable, CustomStringConvertible {
  package let description: String
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]
  /// The colours of all pixels, row by row from the top: from the lowest byte on blue, green, red and
  /// alpha.
  package let colours: [UInt32]
}

extension BMPSample {
  /// How the pixels are written.
  private enum Pixels {
    /// Numbers of a palette of so many colours, and whether as runs.
    case palette(bits: Int, colours: Int, runs: Bool = false)
    /// Colours in the bits of masks, for red, green, blue and alpha.
    case masks(bits: Int, [UInt32])
  }

  private static let usual: [UInt32] = [0xFF_0000, 0xFF00, 0xFF, 0]
  private static let usual16: [UInt32] = [0x7C00, 0x3E0, 0x1F, 0]
  private static let fivesAndSix: [UInt32] = [0xF800, 0x7E0, 0x1F, 0]
  private static let withAlpha: [UInt32] = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]

  /// One of each form that is read, of a size.
  package static func all(width: Int = 21, height: Int = 10) -> [BMPSample] {
    func sample(
      _ name: String, header: Int = 40, isTopDown: Bool = false, compression: UInt32 = 0,
      _ pixels: Pixels
    ) -> BMPSample {
      make(name, width, height, header, isTopDown, compression, pixels)
    }
    return [
      sample("1 bit", .palette(bits: 1, colours: 2)),
      sample("2 bits", .palette(bits: 2, colours: 4)),
      sample("4 bits", .palette(bits: 4, colours: 16)),
      sample("4 bits, 9 colours", .palette(bits: 4, colours: 9)),
      sample("8 bits", .palette(bits: 8, colours: 256)),
      sample("8 bits, 5 colours", .palette(bits: 8, colours: 5)),
      sample("8 bits, OS/2", header: 12, .palette(bits: 8, colours: 256)),
      sample("8 bits, top down", isTopDown: true, .palette(bits: 8, colours: 200)),
      sample("8 bits as runs", compression: 1, .palette(bits: 8, colours: 9, runs: true)),
      sample("4 bits as runs", compression: 2, .palette(bits: 4, colours: 7, runs: true)),
      sample("5-5-5", .masks(bits: 16, usual16)),
      sample("5-6-5", compression: 3, .masks(bits: 16, fivesAndSix)),
      sample("5-6-5, version 2", header: 52, compression: 3, .masks(bits: 16, fivesAndSix)),
      sample(
        "4-4-4-4, version 3", header: 56, compression: 3,
        .masks(bits: 16, [0xF00, 0xF0, 0xF, 0xF000])),
      sample("24 bits", .masks(bits: 24, usual)),
      sample("24 bits, top down", isTopDown: true, .masks(bits: 24, usual)),
      sample("24 bits, OS/2", header: 12, .masks(bits: 24, usual)),
      sample("24 bits, OS/2 2 short", header: 16, .masks(bits: 24, usual)),
      sample("24 bits, OS/2 2", header: 64, .masks(bits: 24, usual)),
      sample("32 bits", .masks(bits: 32, usual)),
      sample("32 bits with alpha", header: 108, compression: 3, .masks(bits: 32, withAlpha)),
      sample("32 bits with alpha bits", compression: 6, .masks(bits: 32, withAlpha)),
      sample(
        "10 bits a channel", header: 124, compression: 3,
        .masks(bits: 32, [0x3FF0_0000, 0xF_FC00, 0x3FF, 0])),
      sample("no alpha at all", header: 124, compression: 3, .masks(bits: 32, withAlpha)),
    ]
  }

  private static func make(
    _ name: String, _ width: Int, _ height: Int, _ header: Int, _ isTopDown: Bool,
    _ compression: UInt32, _ pixels: Pixels
  ) -> BMPSample {
    var (data, palette, after) = ([UInt8](), [UInt8](), [UInt8]())
    var colours = [UInt32](repeating: 0, count: width * height)
    let bits: Int
    var masks: [UInt32] = []
    var said = 0
    let rows = isTopDown ? Array(0..<height) : (0..<height).reversed()
    switch pixels {
    case .palette(let depth, let count, let runs):
      bits = depth
      said = count == 1 << depth ? 0 : count
      let table = (0..<count).map { entry in
        [37, 91, 53].reduce(UInt32(0)) { $0 << 8 | UInt32(entry * $1 % 256) }
      }
      palette = table.flatMap { little($0).prefix(header == 12 ? 3 : 4) }
      for y in rows {
        let numbers = (0..<width).map { ($0 / 3 + y / 2 * 5) % count }
        for x in 0..<width { colours[y * width + x] = 0xFF00_0000 | table[numbers[x]] }
        data += runs ? coded(numbers, bits) : padded(packed(numbers, bits), to: 4)
      }
      if runs { data += [0, 1] }
    case .masks(let depth, let channels):
      bits = depth
      masks = channels
      if compression != 0, header == 40 {
        after = masks.prefix(compression == 6 ? 4 : 3).flatMap(little)
      }
      let hasAlpha = channels[3] != 0 && name != "no alpha at all"
      for y in rows {
        var row: [UInt8] = []
        for x in 0..<width {
          let wanted = [
            x * 255 / width, y * 255 / height, (x * 40 + y * 9) % 256, 255 - x * 8 % 256,
          ]
          var pixel: UInt32 = 0
          var shown: [UInt32] = []
          for (value, mask) in zip(wanted, channels) {
            let shift = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount)
            let most = UInt64(mask >> shift)
            let number = (UInt64(value) * most + 127) / 255
            if mask != channels[3] || hasAlpha { pixel |= UInt32(number) << shift }
            shown.append(most == 0 ? 255 : UInt32((number * 255 + most / 2) / most))
          }
          let alpha = hasAlpha ? shown[3] : 255
          colours[y * width + x] = alpha << 24 | shown[0] << 16 | shown[1] << 8 | shown[2]
          row += little(pixel).prefix(bits / 8)
        }
        data += padded(row, to: 4)
      }
    }
    let start = 14 + header + after.count + palette.count
    let side = UInt32(bitPattern: Int32(isTopDown ? -height : height))
    var head: [UInt8]
    if header == 12 {
      head = little(12) + little(UInt32(height) << 16 | UInt32(width))
    } else {
      head = little(UInt32(header)) + little(UInt32(width)) + little(side)
    }
    head += little(UInt32(bits) << 16 | 1)
    if header >= 40 {
      head += little(compression) + little(UInt32(data.count)) + little(2835) + little(2835)
      head += little(UInt32(said)) + little(0)
      if header >= 52, header != 64 { head += masks.flatMap(little) }
      head = Array(head.prefix(header))
      head += [UInt8](repeating: 0, count: header - head.count)
    }
    let file =
      Array("BM".utf8) + little(UInt32(start + data.count)) + little(0) + little(UInt32(start))
      + head + after + palette + data
    return BMPSample(
      description: name, width: width, height: height, bytes: file, colours: colours)
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  private static func padded(_ bytes: [UInt8], to size: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
  }

  private static func packed(_ numbers: [Int], _ bits: Int) -> [UInt8] {
    let perByte = 8 / bits
    return stride(from: 0, to: numbers.count, by: perByte).map { start in
      (0..<perByte).reduce(0) { byte, index in
        let number = start + index < numbers.count ? numbers[start + index] : 0
        return byte << UInt8(bits) | UInt8(number)
      }
    }
  }

  /// Five numbers one by one, then runs, and the row's end.
  private static func coded(_ numbers: [Int], _ bits: Int) -> [UInt8] {
    var bytes: [UInt8] = [0, 5] + padded(packed(Array(numbers[..<5]), bits), to: 2)
    var next = 5
    while next < numbers.count {
      let number = numbers[next]
      let end = numbers[next...].firstIndex { $0 != number } ?? numbers.count
      bytes += [UInt8(end - next), UInt8(bits == 4 ? number << 4 | number : number)]
      next = end
    }
    return bytes + [0, 0]
  }
}
