import Raster
import TestSupport
import Testing

/// Pictures in samples made by a test.
enum Samples {
  /// A picture whose samples are all different, as far as there are as many values; half of what has alpha
  /// is transparent in all steps.
  static func picture(
    _ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth = .eight, width: Int = 24,
    height: Int = 18, coding: SampleCoding? = nil
  ) throws -> SampleImage {
    var layout = SampleLayout(
      width: width, height: height, channels, depth, coding: coding)
    if channels == .palette {
      layout.palette = (0..<100 as Range<UInt8>).map { value in
        RGBA(red: value, green: 2 * value, blue: 50, alpha: 155 + value)
      }
    }
    let image = try SampleImage(layout)
    image.withRows { rows in
      for index in rows.indices {
        rows[index] = UInt8(truncatingIfNeeded: index &* 37 &+ index / 251)
        if channels == .palette { rows[index] %= 100 }
      }
    }
    return image
  }

  static func bytes(_ image: SampleImage) -> [UInt8] { image.withRows { Array($0) } }

  static func colours(_ image: SampleImage) -> [WideColour] {
    (0..<image.height).flatMap { y in (0..<image.width).map { image[$0, y] } }
  }
}

@Suite("A picture in its file's own samples")
struct SampleImageTests {
  private static let all = SampleLayout.Channels.allCases

  /// Greys, or one colour, in all opacities.
  private func overlay(isGray: Bool = true) -> Overlay {
    var overlay = Overlay(width: 20, height: 12)
    for y in 0..<12 {
      for x in 0..<20 {
        let value = UInt8(x * 12)
        overlay[x, y] = RGBA(
          red: value, green: isGray ? value : 7, blue: value, alpha: UInt8(y * 23))
      }
    }
    return overlay
  }

  private let place = Placement(originX: 2, originY: 3)

  @Test("of eight bits without alpha is labelled to the bit as libgd's is")
  func likeLibgd() throws {
    let samples = try Samples.picture(.rgb)
    let image = try Image(samples)
    try samples.blend(overlay(isGray: false), through: place)
    image.blend(overlay(isGray: false), through: place)
    #expect(try Samples.colours(SampleImage(image)) == Samples.colours(samples))
  }

  @Test(
    "shows what source-over in straight alpha is, within half a step, and no other pixel changes",
    arguments: [SampleLayout.Channels.grayAlpha, .rgba, .rgb, .gray],
    SampleLayout.Depth.allCases)
  func over(channels: SampleLayout.Channels, depth: SampleLayout.Depth) throws {
    let image = try Samples.picture(channels, depth)
    let before = Samples.colours(image)
    let overlay = overlay()
    try image.blend(overlay, through: place)
    #expect(image.layout.channels == channels)
    let step = depth == .eight ? 257.0 : 1
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (below, result) = (before[y * image.width + x], image[x, y])
        guard (2..<22).contains(x), (3..<15).contains(y), overlay[x - 2, y - 3].alpha > 0 else {
          #expect(result == below)
          continue
        }
        let above = overlay[x - 2, y - 3]
        let (a, b) = (Double(above.alpha) / 255, Double(below.w) / 65535)
        let alpha = a + b * (1 - a)
        #expect(abs(Double(result.w) / 65535 - alpha) * 65535 <= step / 2 + 0.01)
        let red =
          alpha == 0
          ? 0 : (Double(above.wide.x) * a + Double(below.x) * b * (1 - a)) / alpha
        #expect(abs(Double(result.x) - red) <= step / 2 + 0.01)
      }
    }
  }

  @Test("is opaque where an opaque label covers it", arguments: all, SampleLayout.Depth.allCases)
  func opaque(channels: SampleLayout.Channels, depth: SampleLayout.Depth) throws {
    if channels == .palette, depth == .sixteen { return }
    let image = try Samples.picture(channels, depth)
    var overlay = Overlay(width: 1, height: 1)
    overlay[0, 0] = RGBA(red: 200, green: 200, blue: 200)
    try image.blend(overlay, through: place)
    #expect(image[2, 3] == RGBA(red: 200, green: 200, blue: 200).wide)
  }

  @Test(
    "stays gray under greys, and takes colours under a colour",
    arguments: [SampleLayout.Channels.gray, .grayAlpha], SampleLayout.Depth.allCases)
  func gray(channels: SampleLayout.Channels, depth: SampleLayout.Depth) throws {
    let image = try Samples.picture(channels, depth)
    let before = Samples.colours(image)
    try image.blend(overlay(isGray: false), through: Placement(originX: 100, originY: 3))
    #expect(image.layout.channels == channels)
    try image.blend(overlay(isGray: false), through: place)
    #expect(image.layout.channels == (channels == .gray ? .rgb : .rgba))
    #expect(image.layout.depth == depth)
    #expect(image[0, 0] == before[0] && image[1, 17] == before[17 * 24 + 1])
  }

  @Test(
    "keeps its palette where the label's colours are in it or fit, and all pixels their colours")
  func palette() throws {
    let image = try Samples.picture(.palette)
    let before = Samples.colours(image)
    var overlay = Overlay(width: 2, height: 1)
    overlay[0, 0] = RGBA(red: 9, green: 18, blue: 50)
    overlay[1, 0] = RGBA(red: 1, green: 2, blue: 3, alpha: 100)
    try image.blend(overlay, through: place)
    #expect(image.layout.channels == .palette)
    #expect(image.isSound && image.palette.count <= 256)
    #expect(image[2, 3] == RGBA(red: 9, green: 18, blue: 50).wide)
    for y in 0..<18 {
      for x in 0..<24 where y != 3 || !(2...3).contains(x) {
        #expect(image[x, y] == before[y * 24 + x])
      }
    }
  }

  @Test("with a palette becomes RGB with alpha where there are too many colours")
  func fullPalette() throws {
    let image = try Samples.picture(.palette)
    let before = Samples.colours(image)
    try image.blend(overlay(isGray: false), through: place)
    #expect(image.layout.channels == .rgba && image.palette.isEmpty)
    #expect(image[0, 0] == before[0] && image[23, 17] == before[17 * 24 + 23])
  }

  @Test("is cut and turned sample by sample", arguments: all, SampleLayout.Depth.allCases)
  func cutting(channels: SampleLayout.Channels, depth: SampleLayout.Depth) throws {
    if channels == .palette, depth == .sixteen { return }
    let image = try Samples.picture(channels, depth)
    for (right, down) in [
      (Placement.Direction.right, Placement.Direction.down), (.left, .up), (.down, .left),
      (.up, .right),
    ] {
      let placement = Placement(originX: 10, originY: 9, right: right, down: down)
      let part = try image.cut(width: 7, height: 5, through: placement)
      #expect(part.layout.palette == image.layout.palette)
      for y in 0..<5 {
        for x in 0..<7 {
          let (sourceX, sourceY) = placement.place(x: x, y: y)
          #expect(part[x, y] == image[sourceX, sourceY])
        }
      }
    }
  }

  @Test("is the same after libgd had it, as far as that has its bits")
  func throughLibgd() throws {
    let rgb = try Samples.picture(.rgb)
    #expect(try Samples.bytes(SampleImage(Image(rgb))) == Samples.bytes(rgb))
    let deep = try Samples.picture(.rgba, .sixteen)
    let image = try Image(deep)
    for x in 0..<24 {
      let (colour, expected) = (image[x, 5], deep[x, 5])
      #expect([colour.red, colour.green] == [UInt8(expected.x >> 8), UInt8(expected.y >> 8)])
      #expect(abs(Int(colour.alpha) - Int(expected.w >> 8)) <= 1)
    }
  }

  @Test("that no memory holds is refused")
  func tooLarge() {
    for (width, height) in [(0, 1), (1, -1), (1 << 40, 1), (Int(Int32.max), Int(Int32.max))] {
      #expect(throws: RasterError.cannotAllocate(width: width, height: height)) {
        try SampleImage(SampleLayout(width: width, height: height, .rgba, .sixteen))
      }
    }
  }
}
