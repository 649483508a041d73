import Formats
import Raster
import Testing

@Suite struct PNGTests {
  private static let colours: [PNGFile.Colour] = [.gray, .rgb, .palette, .grayAlpha, .rgba]

  /// Alpha steps that seven bits hold exactly.
  private static let alphas: [UInt8] = [255, 0, 129, 64]

  /// 16 × 9 pixels of all sorts of values, and what they mean.
  private func made(_ colour: PNGFile.Colour) -> (file: PNGFile, pixels: [RGBA]) {
    var file = PNGFile(width: 16, height: 9, colour: colour, rows: [])
    var pixels: [RGBA] = []
    if colour == .palette {
      file.chunks = [
        ("PLTE", (0..<256).flatMap { [UInt8($0), UInt8(255 - $0), UInt8($0 / 2)] }),
        ("tRNS", [0, 255, 129]),
      ]
    }
    for y in 0..<9 {
      var row: [UInt8] = []
      for x in 0..<16 {
        let value = UInt8(x * 9 + y)
        let alpha = Self.alphas[(x + y) % 4]
        switch colour {
        case .gray:
          row.append(value)
          pixels.append(RGBA(red: value, green: value, blue: value))
        case .grayAlpha:
          row += [value, alpha]
          pixels.append(RGBA(red: value, green: value, blue: value, alpha: alpha))
        case .rgb:
          row += [value, 7, 255 - value]
          pixels.append(RGBA(red: value, green: 7, blue: 255 - value))
        case .rgba:
          row += [value, 7, 255 - value, alpha]
          pixels.append(RGBA(red: value, green: 7, blue: 255 - value, alpha: alpha))
        case .palette:
          row.append(value)
          // libgd makes the first transparent entry black.
          pixels.append(
            value == 0
              ? .clear
              : RGBA(red: value, green: 255 - value, blue: value / 2, alpha: value == 2 ? 129 : 255)
          )
        }
      }
      file.rows.append(row)
    }
    return (file, pixels)
  }

  @Test("pixels outside the overlay keep their exact values", arguments: colours)
  func exact(colour: PNGFile.Colour) throws {
    let (file, pixels) = made(colour)
    let image = try Image(decoding: file.bytes, as: .png)
    #expect(Picture.pixels(of: image) == pixels)
    var overlay = Overlay(width: 2, height: 1)
    overlay[0, 0] = RGBA(red: 1, green: 2, blue: 3)
    image.blend(overlay, through: Placement(originX: 3, originY: 4))
    let again = try Image(decoding: image.encoded(as: Encoding(.png)), as: .png)
    var expected = pixels
    expected[4 * 16 + 3] = RGBA(red: 1, green: 2, blue: 3)
    #expect(Picture.pixels(of: again) == expected)
  }

  @Test("an opaque image becomes RGB, one with alpha RGBA", arguments: colours)
  func colourType(colour: PNGFile.Colour) throws {
    let file = try Image(decoding: made(colour).file.bytes, as: .png).encoded(as: Encoding(.png))
    let hasAlpha = [.palette, .grayAlpha, .rgba].contains(colour)
    // The tenth byte of IHDR's data.
    #expect(file[25] == (hasAlpha ? PNGFile.Colour.rgba : .rgb).rawValue)
  }

  @Test("a colour that tRNS names is transparent, in RGB and in gray of any depth")
  func colourKey() throws {
    let rgb = PNGFile(
      width: 2, height: 1, colour: .rgb, rows: [[10, 20, 30, 10, 20, 31]],
      chunks: [("tRNS", [0, 10, 0, 20, 0, 30])])
    let rgbImage = try Image(decoding: rgb.bytes, as: .png)
    #expect(rgbImage[0, 0].alpha == 0)
    #expect(rgbImage[1, 0] == RGBA(red: 10, green: 20, blue: 31))

    let gray = PNGFile(
      width: 2, height: 1, colour: .gray, bitDepth: 4, rows: [[0x3f]],
      chunks: [("tRNS", [0, 3])])
    let grayImage = try Image(decoding: gray.bytes, as: .png)
    #expect(grayImage[0, 0].alpha == 0)
    #expect(grayImage[1, 0] == RGBA(red: 255, green: 255, blue: 255))
  }

  @Test("16 bits a channel lose the lower eight")
  func sixteenBits() throws {
    let file = PNGFile(
      width: 1, height: 1, colour: .rgb, bitDepth: 16, rows: [[0x12, 0xff, 0x34, 0x00, 0x56, 0x80]])
    #expect(
      try Image(decoding: file.bytes, as: .png)[0, 0] == RGBA(red: 0x12, green: 0x34, blue: 0x56))
  }

  @Test("a chunk whose checksum is wrong means damage if it bears on pixels, and nothing if not")
  func checksums() throws {
    var (file, pixels) = made(.rgb)
    file.chunks = [("tEXt", Array("Comment\0hello".utf8))]
    var bytes = file.bytes
    let text = try #require(bytes.firstIndex(of: UInt8(ascii: "C")))
    bytes[text] = 0
    #expect(Picture.pixels(of: try Image(decoding: bytes, as: .png)) == pixels)
    bytes[bytes.count - 40] ^= 1
    #expect(throws: RasterError.damaged(.png, detail: "IDAT: CRC error")) {
      try Image(decoding: bytes, as: .png)
    }
  }
}
