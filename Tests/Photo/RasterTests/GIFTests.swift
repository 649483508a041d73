import Formats
import Raster
import Testing

@Suite struct GIFTests {
  /// A palette of grays, and an image of 20 × 13 pixels that uses the first `used` of them.
  private func gif(colours: Int, used: Int, transparent: UInt8? = nil) -> GIFFile {
    GIFFile(
      width: 20, height: 13, palette: (0..<colours).map { (UInt8($0), UInt8($0), UInt8($0)) },
      pixels: (0..<260).map { UInt8($0 % used) }, transparent: transparent)
  }

  private func label(_ colours: [RGBA]) -> Overlay {
    var overlay = Overlay(width: colours.count, height: 1)
    overlay.pixels = colours
    return overlay
  }

  private static let red = RGBA(red: 255, green: 0, blue: 0)
  private static let orange = RGBA(red: 255, green: 160, blue: 20)

  @Test("new colours go into free entries, and pixels outside the label keep theirs")
  func free() throws {
    let original = try Image(decoding: gif(colours: 8, used: 8).bytes, as: .gif)
    let image = try Image(decoding: gif(colours: 8, used: 8).bytes, as: .gif)
    image.blend(label([Self.red, Self.orange]), through: Placement(originX: 4, originY: 5))
    #expect(!image.hasApproximatedColours)
    let again = try Image(decoding: image.encoded(as: Encoding(.gif)), as: .gif)
    var expected = Picture.pixels(of: original)
    (expected[104], expected[105]) = (Self.red, Self.orange)
    #expect(Picture.pixels(of: again) == expected)
  }

  @Test("entries that no pixel uses are taken before colours are approximated")
  func unused() throws {
    let image = try Image(decoding: gif(colours: 256, used: 255).bytes, as: .gif)
    image.blend(label([Self.red]), through: Placement(originX: 0, originY: 0))
    #expect(!image.hasApproximatedColours)
    #expect(image[0, 0] == Self.red)
  }

  @Test("a full palette gives the nearest colour, and says so")
  func full() throws {
    let image = try Image(decoding: gif(colours: 256, used: 256).bytes, as: .gif)
    let before = Picture.pixels(of: image)
    let white = RGBA(red: 255, green: 255, blue: 255)
    image.blend(label([white, Self.orange]), through: Placement(originX: 18, originY: 12))
    #expect(image.hasApproximatedColours)
    #expect(image[18, 12] == white)
    #expect(image[19, 12].alpha == 255)
    #expect(Picture.pixels(of: image)[..<258] == before[..<258])
  }

  @Test("transparent pixels stay so outside the label and under its faint edges")
  func transparent() throws {
    let image = try Image(decoding: gif(colours: 4, used: 4, transparent: 1).bytes, as: .gif)
    #expect(image.transparency == .cutOut)
    #expect(image[1, 0].alpha == 0)
    var faint = Self.red
    faint.alpha = 90
    var strong = Self.red
    strong.alpha = 200
    image.blend(label([faint]), through: Placement(originX: 1, originY: 0))
    image.blend(label([strong]), through: Placement(originX: 5, originY: 0))
    let again = try Image(decoding: image.encoded(as: Encoding(.gif)), as: .gif)
    #expect(again[1, 0].alpha == 0)
    #expect(again[5, 0] == Self.red)
    #expect(again[9, 0].alpha == 0)
  }

  @Test("an image smaller than its screen stands in its place on it, with nothing around it")
  func smallerThanScreen() throws {
    var bytes = gif(colours: 4, used: 4).bytes
    let small = try Image(decoding: bytes, as: .gif)
    bytes[6] = 200
    // The image's left edge, after the screen, four colours and the descriptor's introducer.
    bytes[13 + 12 + 1] = 30
    let image = try Image(decoding: bytes, as: .gif)
    #expect((image.width, image.height) == (200, 13))
    #expect(image.transparency == .cutOut)
    #expect(image[29, 5].alpha == 0 && image[50, 5].alpha == 0)
    #expect(image[30, 5] == small[0, 5] && image[49, 12] == small[19, 12])
  }
}
