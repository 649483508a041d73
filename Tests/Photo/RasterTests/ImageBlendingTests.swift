import Raster
import TestSupport
import Testing

@Suite struct ImageBlendingTests {
  private static let orientations: [(right: Placement.Direction, down: Placement.Direction)] = [
    (.right, .down), (.left, .down), (.left, .up), (.right, .up),
    (.down, .right), (.down, .left), (.up, .left), (.up, .right),
  ]

  /// A different opaque colour for every pixel.
  private func numbered(width: Int, height: Int) -> Overlay {
    var overlay = Overlay(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { overlay[x, y] = RGBA(red: UInt8(x), green: UInt8(y), blue: 200) }
    }
    return overlay
  }

  @Test("pixel (x, y) goes to origin + x * right + y * down", arguments: orientations)
  func placement(right: Placement.Direction, down: Placement.Direction) throws {
    let image = try MadePhoto.image(width: 20, height: 20)
    let before = Picture.pixels(of: image)
    let overlay = numbered(width: 5, height: 3)
    image.blend(
      overlay, through: Placement(originX: 10, originY: 9, right: right, down: down))
    func step(_ direction: Placement.Direction) -> (x: Int, y: Int) {
      switch direction {
      case .right: (1, 0)
      case .left: (-1, 0)
      case .down: (0, 1)
      case .up: (0, -1)
      }
    }
    var expected = before
    for y in 0..<3 {
      for x in 0..<5 {
        let column = 10 + x * step(right).x + y * step(down).x
        let row = 9 + x * step(right).y + y * step(down).y
        expected[row * 20 + column] = overlay[x, y]
      }
    }
    #expect(Picture.pixels(of: image) == expected)
  }

  @Test("what lies outside the image is cut off", arguments: orientations)
  func clipping(right: Placement.Direction, down: Placement.Direction) throws {
    for (x, y) in [(-2, -2), (3, 3), (-100, 2), (2, 1000), (Int.min / 2, 0)] {
      let image = try MadePhoto.image(width: 4, height: 4)
      image.blend(
        numbered(width: 9, height: 9),
        through: Placement(originX: x, originY: y, right: right, down: down))
      #expect(Picture.pixels(of: image).allSatisfy { $0.alpha == 255 })
    }
  }

  @Test("opaque stays exactly opaque, and alpha 0 leaves a pixel exactly as it was")
  func alphas() throws {
    let image = try MadePhoto.image(width: 256, height: 2) { x, _ in
      RGBA(red: UInt8(x), green: 100, blue: UInt8(255 - x))
    }
    let before = Picture.pixels(of: image)
    var overlay = Overlay(width: 256, height: 1)
    for alpha in 0...255 {
      overlay[alpha, 0] = RGBA(red: 255, green: 255, blue: 255, alpha: UInt8(alpha))
    }
    image.blend(overlay, through: Placement(originX: 0, originY: 0))
    let after = Picture.pixels(of: image)
    #expect(after[0] == before[0])
    #expect(after[256...] == before[256...])
    for alpha in 0...255 {
      #expect(after[alpha].alpha == 255)
      let expected = (255.0 * Double(alpha) + 100 * Double(255 - alpha)) / 255
      #expect(abs(Double(after[alpha].green) - expected) <= 0.5)
    }
  }

  @Test("over transparent pixels the overlay's own colour and alpha come out")
  func overTransparent() throws {
    let image = try MadePhoto.image(width: 3, height: 1) { x, _ in
      RGBA(red: 9, green: 9, blue: 9, alpha: [0, 0, 128][x])
    }
    var overlay = Overlay(width: 3, height: 1)
    overlay[1, 0] = RGBA(red: 200, green: 100, blue: 50, alpha: 128)
    overlay[2, 0] = RGBA(red: 200, green: 100, blue: 50)
    image.blend(overlay, through: Placement(originX: 0, originY: 0))
    #expect(image[0, 0] == RGBA(red: 9, green: 9, blue: 9, alpha: 0))
    #expect(image[1, 0] == RGBA(red: 200, green: 100, blue: 50, alpha: 129))
    #expect(image[2, 0] == RGBA(red: 200, green: 100, blue: 50))
  }

  @Test("the transparency of an image is told from its pixels")
  func transparency() throws {
    #expect(try MadePhoto.image(width: 3, height: 3).transparency == .none)
    func image(_ alphas: [UInt8]) throws -> Image {
      try MadePhoto.image(width: alphas.count, height: 1) { x, _ in
        RGBA(red: 1, green: 2, blue: 3, alpha: alphas[x])
      }
    }
    #expect(try image([255, 255, 0]).transparency == .cutOut)
    #expect(try image([255, 0, 128]).transparency == .partial)
    #expect(try image([2]).transparency == .partial)
  }
}
