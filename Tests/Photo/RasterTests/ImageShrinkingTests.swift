import Formats
import TestSupport
import Testing

@testable import Raster

@Suite("An image at a smaller size")
struct ImageShrinkingTests {
  /// The mean of what a pixel covers, by the definition.
  private func mean(
    _ image: Image, _ x: Int, _ y: Int, width: Int, height: Int, _ channel: (RGBA) -> UInt8
  ) -> Double {
    func part(_ pixel: Int, _ index: Int, of count: Int, in target: Int) -> Double {
      let (start, end) = (Double(index * count), Double((index + 1) * count))
      let low = max(start, Double(pixel * target))
      return max(0, min(end, Double((pixel + 1) * target)) - low) / Double(count)
    }
    var sum = 0.0
    for v in 0..<image.height {
      let share = part(v, y, of: image.height, in: height)
      if share == 0 { continue }
      for u in 0..<image.width {
        sum += Double(channel(image[u, v])) * share * part(u, x, of: image.width, in: width)
      }
    }
    return sum
  }

  @Test(
    "has the mean of what each pixel covers",
    arguments: [
      (40, 30, 40, 30), (40, 30, 20, 15), (41, 29, 13, 9), (40, 30, 39, 29), (40, 30, 1, 1),
      (1, 50, 1, 7), (50, 1, 7, 1), (64, 9, 3, 9),
    ])
  func mean(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    let image = try Picture.photo(width: width, height: height)
    let small = try image.shrunk(width: toWidth, height: toHeight)
    #expect([small.width, small.height] == [toWidth, toHeight])
    for y in 0..<toHeight {
      for x in 0..<toWidth {
        for channel in [\RGBA.red, \.green, \.blue] {
          let expected = mean(image, x, y, width: toWidth, height: toHeight) {
            $0[keyPath: channel]
          }
          #expect(abs(Double(small[x, y][keyPath: channel]) - expected) < 0.501)
        }
        #expect(small[x, y].alpha == 255)
      }
    }
  }

  @Test("of its own size is itself")
  func same() throws {
    let image = try Picture.photo(width: 57, height: 31)
    #expect(Picture.difference(image, try image.shrunk(width: 57, height: 31)) == 0)
  }

  @Test("shows fine stripes as their mean, without a pattern")
  func aliasing() throws {
    let stripes = try MadePhoto.image(width: 1000, height: 10) { x, _ in
      x % 2 == 0 ? RGBA(red: 0, green: 0, blue: 0) : RGBA(red: 255, green: 255, blue: 255)
    }
    let small = try stripes.shrunk(width: 30, height: 3)
    for pixel in Picture.pixels(of: small) { #expect((124...131).contains(pixel.green)) }
  }

  @Test("lies on white where it is transparent")
  func transparent() throws {
    let image = try MadePhoto.image(width: 4, height: 2) { x, _ in
      x < 2 ? .clear : RGBA(red: 200, green: 0, blue: 0, alpha: x == 2 ? 129 : 255)
    }
    let same = try image.shrunk(width: 4, height: 2)
    #expect(same[0, 0] == RGBA(red: 255, green: 255, blue: 255))
    #expect(abs(Int(same[2, 0].green) - 127) <= 1)
    #expect(same[3, 1] == RGBA(red: 200, green: 0, blue: 0))
    #expect(try image.shrunk(width: 1, height: 1)[0, 0].alpha == 255)
  }

  @Test("of a palette has its colours, on white where one is transparent")
  func palette() throws {
    let gif = GIFFile(
      width: 6, height: 1, palette: [(10, 20, 30), (250, 240, 230), (1, 2, 3), (0, 0, 0)],
      pixels: [0, 0, 1, 1, 2, 2], transparent: 2)
    let image = try Image(decoding: gif.bytes, as: .gif)
    #expect(image.isPalette)
    let small = try image.shrunk(width: 3, height: 1)
    #expect(
      Picture.pixels(of: small) == [
        RGBA(red: 10, green: 20, blue: 30), RGBA(red: 250, green: 240, blue: 230),
        RGBA(red: 255, green: 255, blue: 255),
      ])
  }
}
