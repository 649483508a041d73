import Formats
import TestSupport
import Testing

@testable import Raster

@Suite struct TIFFTests {
  @Test("pixels are laid out as coded, whatever the orientation tag", arguments: 1...8)
  func orientations(orientation: Int) throws {
    let rgb = TIFFFile(
      width: 3, height: 2, colour: .rgb, samplesPerPixel: 3, orientation: orientation,
      strip: (0..<18).map { UInt8($0 * 10) })
    let image = try Image(decoding: rgb.bytes, as: .tiff)
    #expect(
      Picture.pixels(of: image)
        == (0..<6).map { RGBA(red: $0 * 30, green: $0 * 30 + 10, blue: $0 * 30 + 20) })

    let gray = TIFFFile(
      width: 3, height: 2, colour: .blackIsZero, orientation: orientation,
      strip: [0, 50, 100, 150, 200, 255])
    let grays = Picture.pixels(of: try Image(decoding: gray.bytes, as: .tiff)).map(\.red)
    #expect(grays == gray.strip)
  }

  @Test(
    "black is black with one bit a pixel",
    arguments: [(TIFFFile.Colour.blackIsZero, UInt8(0b1010_0000)), (.whiteIsZero, 0b0101_1111)])
  func bilevel(colour: TIFFFile.Colour, bits: UInt8) throws {
    let file = TIFFFile(
      width: 4, height: 1, colour: colour, bitsPerSample: 1, orientation: 2, strip: [bits])
    let image = try Image(decoding: file.bytes, as: .tiff)
    #expect(Picture.pixels(of: image).map(\.red) == [255, 0, 255, 0])
  }

  @Test("colours come with straight alpha from both kinds of TIFF alpha", arguments: [1, 2])
  func alpha(kind: Int) throws {
    let isAssociated = kind == 1
    let file = TIFFFile(
      width: 2, height: 1, colour: .rgb, samplesPerPixel: 4, alphaKind: kind,
      strip: (isAssociated ? [100, 50, 0, 128] : [200, 100, 0, 128]) + [9, 8, 7, 255])
    let image = try Image(decoding: file.bytes, as: .tiff)
    #expect(image[1, 0] == RGBA(red: 9, green: 8, blue: 7))
    #expect(abs(Int(image[0, 0].red) - 200) <= 2)
    #expect(abs(Int(image[0, 0].green) - 100) <= 2)
    #expect(abs(Int(image[0, 0].alpha) - 128) <= 1)
    let again = try Image(decoding: image.encoded(as: Encoding(.tiff)), as: .tiff)
    #expect(abs(Int(again[0, 0].red) - 200) <= 3)
    #expect(again[1, 0] == image[1, 0])
  }

  @Test(
    "samples of depths that libgd refuses are rounded to eight bits",
    arguments: [
      MadeTIFF { ($0.colour, $0.samplesPerPixel, $0.bits) = (1, 1, 12) },
      MadeTIFF { ($0.isFloat, $0.bits, $0.compression) = (true, 32, 8) },
      MadeTIFF { ($0.isFloat, $0.bits) = (true, 16) },
    ])
  func deep(page: MadeTIFF) throws {
    let image = try Image(decoding: page.file(), as: .tiff)
    for (x, y) in [(0, 0), (77, 101), (239, 179)] {
      for (sample, value) in [image[x, y].red, image[x, y].green, image[x, y].blue].enumerated()
        .prefix(page.samplesPerPixel)
      {
        let share = Double((x * (sample + 2) + y * 3 + sample * 40) % 997) / 997
        #expect(abs(share * 255 - Double(value)) <= 0.6)
      }
    }
  }

  @Test("light that is brighter than white is shown, in its order")
  func tones() throws {
    let page = MadeTIFF { ($0.isFloat, $0.bits, $0.light) = (true, 32, 50) }
    let image = try Image(decoding: page.file(), as: .tiff)
    let reds = (0..<240).map { image[$0, 0].red }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(reds[0] == 0 && (1...254).contains(reds[120]) && reds[239] < 255)
  }

  @Test("ink of 16 bits is taken from white")
  func ink() throws {
    let page = MadeTIFF { ($0.colour, $0.samplesPerPixel, $0.bits) = (5, 4, 16) }
    let image = try Image(decoding: page.file(), as: .tiff)
    #expect(image[0, 0] == RGBA(red: 224, green: 215, blue: 206))
  }

  @Test("a directory outside the file, or none, is refused")
  func broken() throws {
    let whole = TIFFFile(width: 1, height: 1, colour: .blackIsZero, strip: [1]).bytes
    // The last field says how long the strip is, and the samples' depths come after it.
    for count in 0..<whole.count - 18 {
      #expect(throws: RasterError.self, "\(count)") {
        try Image(decoding: Array(whole[..<count]), as: .tiff)
      }
    }
    // A BigTIFF whose offsets are of no size.
    #expect(throws: PhotoFileError.self) {
      try PhotoFile(Array("II+\0".utf8) + [UInt8](repeating: 0, count: 20))
    }
  }

  @Test("libtiff's own size is asked for, and a header that says another is refused")
  func ownSize() throws {
    let file = TIFFFile(width: 3, height: 2, colour: .blackIsZero, strip: [1, 2, 3, 4, 5, 6])
    let size = file.bytes.withUnsafeBufferPointer(TIFFStrips.size(of:))
    #expect(size == PixelSize(width: 3, height: 2))
    #expect(
      throws: RasterError.otherSize(width: 4, height: 2, expectedWidth: 3, expectedHeight: 2)
    ) { try size?.expect(width: 4, height: 2) }
  }

  /// 22,000² pixels would be decoded of a picture that seems to have six.
  @Test("Size fields that libtiff reads and others skip are refused before anything is decoded")
  func hiddenSize() throws {
    var file = TIFFFile(width: 3, height: 2, colour: .blackIsZero, strip: [1, 2, 3, 4, 5, 6])
    file.hiddenSide = 22_000
    #expect(
      file.bytes.withUnsafeBufferPointer(TIFFStrips.size(of:))
        == PixelSize(width: 22_000, height: 22_000))
    let error = #expect(throws: PhotoFileError.self) { try PhotoFile(file.bytes) }
    guard case .invalid(.tiff, field: "type of ImageWidth", _, observed: 16, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
