import Formats
import Foundation
import Raster
import TestSupport
import Testing

@Suite("A PNG in its own samples")
struct PNGCodecTests {
  /// Every colour type and depth, with a key or a palette's alphas, and without (PNG third edition, 11.2.1).
  static let kinds: [PNGKind] = [
    (PNGFile.Colour.gray, [1, 2, 4, 8, 16]), (.rgb, [8, 16]), (.palette, [1, 2, 4, 8]),
    (.grayAlpha, [8, 16]), (.rgba, [8, 16]),
  ].flatMap { colour, depths in
    depths.flatMap { depth in
      [false, true].flatMap { hasTransparency in
        [false, true].map {
          PNGKind(colour, depth, hasTransparency: hasTransparency, isInterlaced: $0)
        }
      }
    }
  }.filter { !$0.hasTransparency || ![.grayAlpha, .rgba].contains($0.colour) }

  private static func decoded(_ bytes: [UInt8]) throws -> SampleImage {
    try SampleImage.decoded(from: PhotoFile(bytes))
  }

  @Test("has the colours that its samples say", arguments: kinds)
  func colours(kind: PNGKind) throws {
    let image = try Self.decoded(kind.bytes)
    #expect(image.layout.depth.rawValue == max(8, Int(kind.depth)))
    #expect(image.coding.isInterlaced == kind.isInterlaced)
    #expect(Samples.colours(image) == kind.colours)
  }

  @Test("is written in its colour type and depth, with the same colours", arguments: kinds)
  func again(kind: PNGKind) throws {
    let image = try Self.decoded(kind.bytes)
    let file = try image.encoded(as: .png)
    // Bit depth, colour type, compression, filter and interlacing of IHDR.
    #expect(Array(file[24..<29]) == Array(kind.bytes[24..<29]))
    let again = try Self.decoded(file)
    #expect(again.layout == image.layout)
    #expect(Samples.bytes(again) == Samples.bytes(image))
  }

  @Test("is what libgd reads of it, in eight bits", arguments: kinds.filter { $0.depth == 8 })
  func likeLibgd(kind: PNGKind) throws {
    let photo = try PhotoFile(kind.bytes)
    let (own, other) = (try Image(SampleImage.decoded(from: photo)), try Image(decoding: photo))
    for (a, b) in zip(Picture.pixels(of: own), Picture.pixels(of: other))
    where a.alpha > 0 || b.alpha > 0 {
      #expect(a == b)
    }
  }

  @Test(
    "gets eight bits where its greys are no steps of fewer, and more where its palette is longer")
  func moreBits() throws {
    let gray = try Self.decoded(PNGKind(.gray, 2).bytes)
    gray[0, 0] = WideColour(300, 300, 300, .max)
    #expect(try gray.encoded(as: .png)[24] == 8)
    let palette = try Self.decoded(PNGKind(.palette, 2).bytes)
    palette.palette += [RGBA(red: 1, green: 2, blue: 3)]
    #expect(try palette.encoded(as: .png)[24] == 4)
    palette.palette = (0..<200).map { RGBA(red: $0, green: 0, blue: 0) }
    #expect(try palette.encoded(as: .png)[24] == 8)
  }

  @Test("with a key has alpha instead where a pixel is partly transparent, or of the key's colour")
  func noKey() throws {
    for colour in [WideColour(1, 2, 3, 500), PNGKind.key.wide] {
      let image = try Self.decoded(PNGKind(.rgb, 16, hasTransparency: true).bytes)
      #expect(try image.encoded(as: .png)[25] == PNGFile.Colour.rgb.rawValue)
      image[1, 1] = colour
      let file = try image.encoded(as: .png)
      #expect(file[25] == PNGFile.Colour.rgba.rawValue)
      #expect(try Self.decoded(file)[1, 1] == colour)
    }
  }

  @Test("whose pixels have numbers that its palette lacks shows black there")
  func shortPalette() throws {
    var file = PNGKind(.palette, 8).file
    file.chunks[0].data.removeLast(3 * 200)
    let image = try Self.decoded(file.bytes)
    #expect(image.isSound)
    #expect(Samples.colours(image).contains(WideColour(0, 0, 0, .max)))
    #expect(try Self.decoded(image.encoded(as: .png)).isSound)
  }
}

@Suite("A PNG that is damaged or hostile")
struct HostilePNGTests {
  private static func decoded(_ bytes: [UInt8]) throws -> SampleImage {
    try SampleImage.decoded(from: PhotoFile(bytes))
  }

  @Test("is refused wherever it is cut")
  func cut() throws {
    let whole = try Samples.picture(.rgba, .sixteen).encoded(as: .png)
    for count in stride(from: 40, to: whole.count, by: 7) {
      #expect(throws: RasterError.self) { try Self.decoded(Array(whole[..<count])) }
    }
  }

  @Test("with a wrong checksum is damaged where that bears on pixels")
  func checksum() throws {
    var file = try Samples.picture(.gray).encoded(as: .png)
    file[file.count - 30] ^= 1
    #expect(throws: RasterError.damaged(.png, detail: "IDAT: CRC error")) {
      try Self.decoded(file)
    }
  }

  @Test("with too few data, or a colour type that has no such depth, cannot be decoded")
  func broken() throws {
    var file = PNGKind(.rgb, 8).file
    file.rows.removeLast()
    #expect(throws: RasterError.cannotDecode(.png, detail: "Not enough image data")) {
      try Self.decoded(file.bytes)
    }
    var other = PNGKind(.rgb, 8).file
    other.bitDepth = 4
    #expect(throws: RasterError.cannotDecode(.png, detail: "Invalid IHDR data")) {
      try Self.decoded(other.bytes)
    }
    var bare = PNGKind(.palette, 8).file
    bare.chunks = []
    #expect(throws: RasterError.cannotDecode(.png, detail: "IDAT: Missing PLTE before IDAT")) {
      try Self.decoded(bare.bytes)
    }
  }

  @Test("that says it is enormous takes no memory that its header does not say")
  func enormous() throws {
    let file = HostilePhoto.png(width: 0x7fff_ffff, height: 0x7fff_ffff, colourType: 6, bits: 16)
    #expect(throws: RasterError.self) { try Self.decoded(file) }
  }

  @Test("of any bytes changed is refused or is a picture of the same size")
  func mutations() throws {
    var random = SplitMix64(seed: 23)
    for kind in PNGCodecTests.kinds where kind.depth != 16 {
      for _ in 0..<20 {
        var file = kind.file
        let row = Int.random(in: 0..<file.rows.count, using: &random)
        file.rows[row] = file.rows[row].map { $0 ^ UInt8.random(in: 0...255, using: &random) }
        for chunk in file.chunks.indices {
          file.chunks[chunk].data = file.chunks[chunk].data.dropLast(
            Int.random(in: 0...3, using: &random))
        }
        guard let image = try? Self.decoded(file.bytes) else { continue }
        #expect((image.width, image.height) == (kind.width, kind.height))
        #expect(image.isSound)
      }
    }
  }
}
