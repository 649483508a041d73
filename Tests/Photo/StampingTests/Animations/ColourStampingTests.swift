import Files
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("An animated WebP or PNG")
struct ColourStampingTests {
  private func original(_ format: PhotoFormat, _ kind: String) throws -> [UInt8] {
    let made = try #require(MadeAnimation.kind(kind))
    return try format == .webp ? made.webp() : made.png(still: kind.hasPrefix("over nothing"))
  }

  @Test(
    "is stamped frame by frame, and its pixels and times come back",
    arguments: [PhotoFormat.webp, .png],
    ["over a picture, disposal 1, blended", "over nothing, disposal 0, blended"])
  func stamped(format: PhotoFormat, kind: String) throws {
    let original = try original(format, kind)
    let stamped = try PixelStamped.stamp(original, as: format)
    #expect(stamped.fidelity.isLossless && stamped.fidelity.restores != nil)
    let header = try PhotoFile(stamped.bytes).header
    #expect(header.frameCount == 4 && header.plays == 3)
    let verification = try PixelStamped.verify(stamped.bytes, original: original)
    #expect(verification.problems.isEmpty && verification.comparedPixels != nil)
    let back = try PixelStamped.unstamp(stamped.bytes)
    #expect(back.mark.originalHash == StampMark.hash(original))
    #expect(try PixelStamped.verify(stamped.bytes, original: back.bytes).problems.isEmpty)
    let later = "2019-05-06 07:08:09"
    let twice = try PixelStamped.stamp(stamped.bytes, as: format, LabelStyle(.film), time: later)
    #expect(try PixelStamped.verify(twice.bytes, original: original).problems.isEmpty)
    #expect(try PixelStamped.unstamp(twice.bytes).mark.originalHash == StampMark.hash(original))
  }

  @Test(
    "that libwebp does not open, for one of its chunks is damaged, is neither proved nor unstamped")
  func damagedChunk() throws {
    let original = try original(.webp, "over a picture, disposal 1, blended")
    let stamped = try PixelStamped.stamp(original, as: .webp).bytes
    let place = try #require(stamped.firstRange(of: Array("ANIM".utf8))).lowerBound
    var renamed = stamped
    renamed[place + 3] = 0x58
    // Four of its six bytes.
    var short = stamped
    short[place + 4] = 4
    // A picture that ends 256 bytes before its frame does.
    var shortPicture = stamped
    let frame = try #require(stamped.firstRange(of: Array("ANMF".utf8))).lowerBound
    let picture = frame + 8 + 16
    #expect(stamped[picture..<picture + 3] == Array("VP8".utf8)[...])
    shortPicture[picture + 5] -= 1
    for damaged in [renamed, short, shortPicture] {
      #expect(throws: StampError.self) { try PixelStamped.verify(damaged) }
      #expect(throws: StampError.self) { try PixelStamped.verify(damaged, original: original) }
      #expect(throws: StampError.self) { try PixelStamped.unstamp(damaged) }
    }
  }

  /// A PNG of 160 by 120 pixels with a palette of 256 colours, and one of them behind it.
  private static func palette(isAnimated: Bool) -> [UInt8] {
    let (width, height) = (160, 120)
    func numbers(_ values: Int...) -> [UInt8] {
      values.flatMap { [0, 0, 0, UInt8($0)] as [UInt8] }
    }
    let rows: [UInt8] = (0..<height).flatMap { y -> [UInt8] in
      [0] + (0..<width).map { UInt8(($0 + y) % 256) }
    }
    let colours: [UInt8] = (0..<256).flatMap { [UInt8($0), UInt8(255 - $0), 200] as [UInt8] }
    let pixels = Zlib.deflated(rows[...])
    var file: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    file += HostilePhoto.chunk("IHDR", numbers(width, height) + [8, 3, 0, 0, 0])
    if isAnimated { file += HostilePhoto.chunk("acTL", numbers(2, 0)) }
    file += HostilePhoto.chunk("PLTE", colours) + HostilePhoto.chunk("bKGD", [9])
    let frame = numbers(width, height, 0, 0) + [0, 1, 0, 10, 0, 0]
    if isAnimated { file += HostilePhoto.chunk("fcTL", numbers(0) + frame) }
    file += HostilePhoto.chunk("IDAT", pixels)
    if isAnimated {
      file += HostilePhoto.chunk("fcTL", numbers(1) + frame)
      file += HostilePhoto.chunk("fdAT", numbers(2) + pixels)
    }
    return file + HostilePhoto.chunk("IEND", [])
  }

  @Test(
    "PNG keeps its background where its palette has no room, and the loss of an animated one's is said",
    arguments: [true, false])
  func background(isAnimated: Bool) throws {
    let original = Self.palette(isAnimated: isAnimated)
    let stamped = try PixelStamped.stamp(original, as: .png)
    #expect(stamped.warnings.contains(.lost(.palette)) == isAnimated)
    #expect(stamped.fidelity == .lossless(restores: .pixels))
    #expect(try PhotoFile(stamped.bytes).header.colour == .rgb)
    let kept = HostilePhoto.chunk("bKGD", [0, 9, 0, 246, 0, 200])
    #expect(stamped.bytes.firstRange(of: kept) != nil)
    let back = try PixelStamped.unstamp(stamped.bytes).bytes
    let expected = isAnimated ? kept : HostilePhoto.chunk("bKGD", [9])
    #expect(back.firstRange(of: expected) != nil)
    #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
  }

  @Test("that is lossy says so, and is stamped twice only where loss is allowed")
  func lossy() throws {
    let made = MadeAnimation(
      (0..<2).map { step in
        MadeAnimation.Frame((0, 0, 160, 120)) { x, y in
          RGBA(red: UInt8(x + 20 * step), green: UInt8(y), blue: 90)
        }
      })
    let original = try made.webp(quality: 90)
    let stamped = try PixelStamped.stamp(original, as: .webp)
    #expect(stamped.warnings.contains(.lossyFormat(.webp)))
    #expect(stamped.fidelity == .reencoded(because: .outputFormat(.webp)))
    #expect(try PixelStamped.verify(stamped.bytes).problems.isEmpty)
    #expect { try PixelStamped.stamp(stamped.bytes, as: .webp) } throws: {
      if case .stampedForGood = $0 as? StampError { true } else { false }
    }
    let twice = try StamperTests.stamper(allowsLoss: true)
      .stamp(Stamped.source(stamped.bytes), as: .webp)
    #expect(twice.warnings.contains(.oldLabelStays))
    #expect(try PhotoFile(twice.bytes).header.frameCount == 2)
  }

  @Test("becomes another format by its first picture alone, and has a thumbnail of that")
  func firstPicture() throws {
    let original = try original(.webp, "over a picture, disposal 1, blended")
    #expect {
      try PixelStamped.stamp(original, as: .png)
    } throws: {
      if case .losses([.animation(frames: 4)]) = $0 as? StampError { true } else { false }
    }
    let stamped = try StamperTests.stamper(allowsLoss: true)
      .stamp(Stamped.source(original), as: .png)
    #expect(try !PhotoFile(stamped.bytes).header.isAnimated)
    _ = try Thumbnail(of: original, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
  }
}

@Suite("A still WebP")
struct StillWebPTests {
  @Test("keeps eight bits of alpha, and the colours of what is not seen")
  func alpha() throws {
    let image = try SampleImage(SampleLayout(width: 240, height: 180, .rgba))
    for y in 0..<180 {
      image.write(
        row: y,
        (0..<240).map { x in
          RGBA(red: UInt8(x), green: UInt8(y), blue: 7, alpha: UInt8((x + y) % 256)).wide
        })
    }
    let original = try WebPCodec.encode(image, quality: nil)
    let stamped = try PixelStamped.stamp(original, as: .webp)
    #expect(stamped.fidelity.isLossless && stamped.warnings.isEmpty)
    let after = try SampleImage.decoded(from: PhotoFile(stamped.bytes))
    for place in [(254, 0), (1, 0), (127, 3), (200, 55)] where place.0 < 240 {
      #expect(after[place.0, place.1] == image[place.0, place.1])
    }
    let back = try SampleImage.decoded(
      from: PhotoFile(PixelStamped.unstamp(stamped.bytes).bytes))
    image.withRows { before in back.withRows { #expect($0.elementsEqual(before)) } }
  }
}
