/// Which bits of a pixel are which colour.
struct BMPMasks: Sendable {
  let red: Channel
  let green: Channel
  let blue: Channel
  /// Without a bit where pixels are opaque.
  let alpha: Channel

  init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32, bitsPerPixel: Int) {
    let all = bitsPerPixel >= 32 ? UInt32.max : 1 << UInt32(bitsPerPixel) - 1
    self.red = Channel(mask: red & all)
    self.green = Channel(mask: green & all)
    self.blue = Channel(mask: blue & all)
    self.alpha = Channel(mask: alpha & all)
  }

  /// What pixels of 16, 24 and 32 bits are without masks in the file.
  static func usual(bitsPerPixel: Int) -> BMPMasks {
    bitsPerPixel == 16
      ? BMPMasks(red: 0x7C00, green: 0x03E0, blue: 0x1F, alpha: 0, bitsPerPixel: 16)
      : BMPMasks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF, alpha: 0, bitsPerPixel: bitsPerPixel)
  }

  var hasAlpha: Bool { alpha.mask != 0 }

  /// Of the colour that has the most.
  var bitsPerChannel: Int {
    max(1, [red, green, blue].map { 32 - $0.maximum.leadingZeroBitCount }.max() ?? 1)
  }

  /// A pixel's colour: from the lowest byte on blue, green, red and alpha, straight.
  func colour(of pixel: UInt32, hasAlpha: Bool) -> UInt32 {
    let alpha = hasAlpha ? alpha.value(in: pixel) : 255
    return alpha << 24 | red.value(in: pixel) << 16 | green.value(in: pixel) << 8
      | blue.value(in: pixel)
  }

  /// A pixel with another colour; bits of no channel, and alpha where it has no meaning, stay.
  func pixel(_ old: UInt32, with colour: UInt32, hasAlpha: Bool) -> UInt32 {
    var pixel = old
    red.set(colour >> 16 & 0xFF, in: &pixel)
    green.set(colour >> 8 & 0xFF, in: &pixel)
    blue.set(colour & 0xFF, in: &pixel)
    if hasAlpha { alpha.set(colour >> 24, in: &pixel) }
    return pixel
  }

  /// The bits of one colour, from the lowest to the highest one of its mask.
  struct Channel: Sendable {
    let mask: UInt32
    private let shift: UInt32
    /// The highest number that the bits can say.
    let maximum: UInt32

    init(mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      maximum = mask >> shift
    }

    /// From 0 to 255, the nearest.
    func value(in pixel: UInt32) -> UInt32 {
      let value = (pixel & mask) >> shift
      if maximum == 255 { return value }
      if maximum == 0 { return 0 }
      return UInt32((UInt64(value) * 255 + UInt64(maximum / 2)) / UInt64(maximum))
    }

    /// Puts the number that is nearest to one from 0 to 255.
    func set(_ value: UInt32, in pixel: inout UInt32) {
      let number =
        maximum == 255 ? value : UInt32((UInt64(value) * UInt64(maximum) + 127) / 255)
      pixel = pixel & ~mask | number << shift & mask
    }
  }
}
