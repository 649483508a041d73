/// A GIF written out by hand: frames of any place, palette and disposal (GIF89a).
package struct MadeGIF: Sendable {
  package struct Frame: Sendable {
    /// Left, top, width and height.
    package var place: (x: Int, y: Int, width: Int, height: Int)
    /// A number of the palette for each place of the frame.
    package var pixel: @Sendable (_ x: Int, _ y: Int) -> Int
    /// 0 to 7; nil for a frame without a graphic control extension.
    package var disposal: Int? = 1
    package var delay = 7
    package var transparent: Int?
    package var palette: [UInt8]?
    package var isInterlaced = false

    package init(
      _ place: (x: Int, y: Int, width: Int, height: Int), disposal: Int? = 1,
      transparent: Int? = nil, palette: [UInt8]? = nil, isInterlaced: Bool = false,
      delay: Int = 7, pixel: @escaping @Sendable (_ x: Int, _ y: Int) -> Int
    ) {
      (self.place, self.pixel, self.disposal) = (place, pixel, disposal)
      (self.transparent, self.palette, self.isInterlaced) = (transparent, palette, isInterlaced)
      self.delay = delay
    }
  }

  package var width: Int
  package var height: Int
  /// Red, green and blue of 2 to 256 colours.
  package var palette: [UInt8]
  package var frames: [Frame]
  /// How often it is shown again; nil where nothing says it.
  package var repeats: Int? = 3

  package init(width: Int, height: Int, palette: [UInt8], frames: [Frame], repeats: Int? = 3) {
    (self.width, self.height, self.palette) = (width, height, palette)
    (self.frames, self.repeats) = (frames, repeats)
  }

  /// A palette of so many colours, all different.
  package static func palette(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { entry -> [UInt8] in
      let (red, green) = (entry * 255 / count, (entry * 89 + 40) & 255)
      return [UInt8(red), UInt8(green), UInt8(entry ^ 90)]
    }
  }

  package var bytes: [UInt8] {
    var bytes = Array("GIF89a".utf8) + Self.short(width) + Self.short(height)
    bytes += [0xF0 | Self.sizeField(palette), 0, 0] + palette
    if let repeats {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.short(repeats) + [0]
    }
    bytes += [0x21, 0xFE, 5] + Array("hello".utf8) + [0]
    for frame in frames { bytes += block(of: frame) }
    return bytes + [0x3B]
  }

  private func block(of frame: Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    if let disposal = frame.disposal {
      bytes += [0x21, 0xF9, 4, UInt8(disposal << 2 | (frame.transparent == nil ? 0 : 1))]
      bytes += Self.short(frame.delay) + [UInt8(frame.transparent ?? 0), 0]
    }
    let (x, y, width, height) = frame.place
    bytes += [0x2C] + [x, y, width, height].flatMap(Self.short)
    bytes.append(
      (frame.palette.map { 0x80 | Self.sizeField($0) } ?? 0) | (frame.isInterlaced ? 0x40 : 0))
    bytes += frame.palette ?? []
    let rows =
      frame.isInterlaced
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
      : Array(0..<height)
    let pixels = rows.flatMap { y in (0..<width).map { frame.pixel($0, y) } }
    return bytes + Self.codes(pixels, colours: (frame.palette ?? palette).count / 3)
  }

  /// Each pixel stands for itself, and the table is cleared before its codes could grow (appendix F).
  private static func codes(_ pixels: [Int], colours: Int) -> [UInt8] {
    let size = max(2, colours.trailingZeroBitCount)
    var (bits, count, data) = (0, 0, [UInt8]())
    func append(_ code: Int) {
      bits |= code << count
      count += size + 1
      while count >= 8 {
        data.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    for (index, pixel) in pixels.enumerated() {
      if index % (1 << size - 2) == 0 { append(1 << size) }
      append(pixel)
    }
    append(1 << size + 1)
    if count > 0 { data.append(UInt8(bits & 255)) }
    let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start in
      let block = data[start..<min(start + 255, data.count)]
      return [UInt8(block.count)] + block
    }
    return [UInt8(size)] + blocks + [0]
  }

  private static func sizeField(_ palette: [UInt8]) -> UInt8 {
    UInt8((palette.count / 3).trailingZeroBitCount - 1)
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8)]
  }
}

/// Animations of every way in which a frame can be placed and disposed of.
extension MadeGIF {
  package static let width = 160
  package static let height = 120

  /// Every kind by its name.
  package static var kinds: [(name: String, gif: MadeGIF)] {
    let ground = Frame((0, 0, width, height)) { ($0 / 9 + $1 / 7) % 16 }
    func sprites(_ disposal: Int, transparent: Int? = 0) -> [Frame] {
      (0..<3).map { step in
        Frame(
          (8 + 30 * step, 75 - 5 * step, 40, 40), disposal: disposal, transparent: transparent,
          delay: 5 + step
        ) { x, y in (x - 20) * (x - 20) + (y - 20) * (y - 20) > 300 ? 0 : 3 + step }
      }
    }
    func made(_ frames: [Frame], colours: Int = 16) -> MadeGIF {
      MadeGIF(width: width, height: height, palette: palette(colours), frames: frames)
    }
    var kinds = (0...3).flatMap { disposal in
      [
        ("sprites over a picture, disposal \(disposal)", made([ground] + sprites(disposal))),
        ("sprites over nothing, disposal \(disposal)", made(sprites(disposal))),
      ]
    }
    kinds += [
      (
        "full palettes of their own",
        made(
          (0..<2).map { step in
            Frame((0, 0, width, height), palette: palette(256)) { ($0 * 7 + $1 * 3 + step) & 255 }
          })
      ),
      (
        "interlaced",
        made(
          (0..<2).map { step in
            Frame((0, 0, width, height), isInterlaced: true) { ($0 / 5 + $1 / 5 + step) % 16 }
          })
      ),
      (
        "without control extensions",
        made(
          (0..<2).map { step in
            Frame((0, 0, width, height), disposal: nil) { ($0 / 9 + $1 / 9 + step) % 16 }
          })
      ),
      (
        "beyond the screen",
        made([ground, Frame((100, 80, 100, 100)) { x, y in (x + y) / 3 % 16 }])
      ),
      (
        "one picture smaller than the screen",
        made([Frame((60, 10, 50, 40)) { x, y in (x ^ y) % 16 }])
      ),
      (
        "cleared pictures",
        made(
          (0..<3).map { step in
            Frame((0, 0, width, height), disposal: 2, transparent: 5) {
              ($0 / 9 + $1 / 7 + step) % 16
            }
          })
      ),
    ]
    return kinds
  }
}
