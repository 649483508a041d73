import Formats
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import Stamping

/// Photos of the formats that are coded anew, and what to do with them.
enum PixelStamped {
  static let formats = PhotoFormat.allCases.filter {
    $0.carriesStampBlock && !$0.isStampedInPlace
  }

  /// A photo of the format, without loss; a GIF's palette has free entries.
  static func original(_ format: PhotoFormat) throws -> [UInt8] {
    let image = try MadePhoto.image(width: 240, height: 180) { x, y in
      RGBA(red: UInt8(x / 32 * 32), green: UInt8(y / 32 * 32), blue: 128)
    }
    return try image.encoded(as: Encoding(format))
  }

  static func stamp(
    _ bytes: [UInt8], as format: PhotoFormat, _ style: LabelStyle = LabelStyle(.plain),
    time: String = "2024-01-31 23:59:58", keepsUndo: Bool = true
  ) throws -> StampedPhoto {
    try StamperTests.stamper(style, time: time, keepsUndo: keepsUndo)
      .stamp(Stamped.source(bytes), as: format)
  }

  static func unstamp(_ bytes: [UInt8]) throws -> UnstampedPhoto {
    try Unstamper(decoder: InProcessDecoder()).unstamp(Stamped.source(bytes))
  }

  static func verify(_ bytes: [UInt8], original: [UInt8]? = nil) throws -> Verification {
    try Verifier(decoder: InProcessDecoder())
      .verify(Stamped.source(bytes), original: original.map(Stamped.source))
  }

  static func colours(_ bytes: [UInt8]) throws -> [UInt8] {
    try PixelColours(of: .libgd(Image(decoding: PhotoFile(bytes))), .exact).hash
  }

  /// A stamped photo with another picture, or another record.
  static func altered(
    _ bytes: [UInt8], picture: ((Image) -> Void)? = nil, record: (inout [UInt8]) -> Void = { _ in }
  ) throws -> [UInt8] {
    let photo = try PhotoFile(bytes)
    var stamp = Array(try #require(photo.structure.stampBlock?.record))
    record(&stamp)
    let image = try Image(decoding: photo)
    picture?(image)
    let plain = try PhotoFile(image.encoded(as: Encoding(photo.header.format)))
    return try #require(plain.structure.holding(stamp: stamp))
  }
}

@Suite("Unstamping what is coded anew")
struct PixelStampTests {
  @Test("is refused of a lossy WebP, which is stamped over where loss is allowed")
  func lossyTwice() throws {
    let image = try MadePhoto.image(width: 240, height: 180) { x, y in
      RGBA(red: UInt8(x), green: UInt8(y), blue: 128)
    }
    let original = try image.encoded(as: Encoding(.webp, quality: 80))
    let once = try PixelStamped.stamp(original, as: .webp)
    #expect(once.warnings.contains(.lossyFormat(.webp)))
    #expect { try PixelStamped.stamp(once.bytes, as: .webp) } throws: {
      if case StampError.stampedForGood = $0 { true } else { false }
    }
    let twice = try StamperTests.stamper(allowsLoss: true)
      .stamp(Stamped.source(once.bytes), as: .webp)
    #expect(twice.warnings.contains(.oldLabelStays))
  }

  @Test("gives back every pixel, and says so", arguments: PixelStamped.formats)
  func pixels(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    let stamped = try PixelStamped.stamp(original, as: format)
    #expect(stamped.fidelity == .lossless(restores: .pixels))
    #expect(!stamped.fidelity.isReversible)
    #expect(try PixelStamped.colours(stamped.bytes) != PixelStamped.colours(original))
    let back = try PixelStamped.unstamp(stamped.bytes)
    #expect(try PixelStamped.colours(back.bytes) == PixelStamped.colours(original))
    #expect(back.mark.originalHash == StampMark.hash(original))
    #expect((back.restores == .bytes) == (back.bytes == original))
    #expect(StampMark(of: back.bytes) == nil)
  }

  @Test(
    "gives back every pixel of a GIF that became another format",
    arguments: [PhotoFormat.png, .tiff])
  func fromPalette(format: PhotoFormat) throws {
    let original = try PixelStamped.original(.gif)
    let stamped = try PixelStamped.stamp(original, as: format)
    let verification = try PixelStamped.verify(stamped.bytes, original: original)
    #expect(verification.problems.isEmpty && verification.restores == .pixels)
    let back = try PixelStamped.unstamp(stamped.bytes).bytes
    #expect(try PixelStamped.colours(back) == PixelStamped.colours(original))
  }

  @Test(
    "follows a second stamp back to the photo, not to the first", arguments: PixelStamped.formats)
  func twice(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    let first = try PixelStamped.stamp(original, as: format)
    let later = "2019-05-06 07:08:09"
    let second = try PixelStamped.stamp(first.bytes, as: format, LabelStyle(.film), time: later)
    let direct = try PixelStamped.stamp(original, as: format, LabelStyle(.film), time: later)
    #expect(second.bytes == direct.bytes)
    #expect(try PixelStamped.unstamp(second.bytes).mark.time == "2019-05-06T07:08:09")
  }

  @Test("is done before a photo becomes one of another format")
  func otherFormat() throws {
    let original = try PixelStamped.original(.png)
    let stamped = try PixelStamped.stamp(original, as: .png)
    let direct = try PixelStamped.stamp(original, as: .webp)
    #expect(try PixelStamped.stamp(stamped.bytes, as: .webp).bytes == direct.bytes)
  }

  @Test("of a PNG that was a JPEG gives a PNG with the JPEG's pixels, and names the JPEG")
  func fromJPEG() throws {
    let original = try MadePhoto.jpeg()
    let stamped = try PixelStamped.stamp(original, as: .png)
    let back = try PixelStamped.unstamp(stamped.bytes)
    #expect(back.mark.originalHash == StampMark.hash(original))
    #expect(try PixelStamped.colours(back.bytes) == PixelStamped.colours(original))
    #expect(try PhotoFile(back.bytes).metadata.exif == PhotoFile(original).metadata.exif)
    #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
  }

  @Test(
    "is refused where the stamp was made for good, and so is a second stamp",
    arguments: PixelStamped.formats)
  func forGood(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    let stamped = try PixelStamped.stamp(original, as: format, keepsUndo: false)
    #expect(stamped.fidelity == .lossless(restores: nil))
    for work in [
      { _ = try PixelStamped.unstamp(stamped.bytes) },
      { _ = try PixelStamped.stamp(stamped.bytes, as: format) },
    ] {
      #expect { try work() } throws: {
        if case .stampedForGood = $0 as? StampError { true } else { false }
      }
    }
    #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
  }

  @Test("is not promised of a lossy WebP, which is not stamped twice")
  func lossy() throws {
    let original = try MadePhoto.image(width: 240, height: 180)
      .encoded(as: Encoding(.webp, quality: 80))
    let stamped = try PixelStamped.stamp(original, as: .webp)
    #expect(stamped.fidelity == .reencoded(because: .outputFormat(.webp)))
    #expect(StampMark(of: stamped.bytes)?.restores == nil)
    #expect(try PixelStamped.verify(stamped.bytes).problems.isEmpty)
    #expect { try PixelStamped.stamp(stamped.bytes, as: .webp) } throws: {
      if case .stampedForGood = $0 as? StampError { true } else { false }
    }
  }

  @Test("is refused where nothing was stamped", arguments: PixelStamped.formats)
  func notStamped(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    #expect { try PixelStamped.unstamp(original) } throws: {
      if case .notStamped = $0 as? StampError { true } else { false }
    }
  }

  @Test("is known again by the photo it was made of", arguments: PixelStamped.formats)
  func made(format: PhotoFormat) throws {
    let original = Stamped.source(try PixelStamped.original(format))
    let stamped = Stamped.source(try PixelStamped.stamp(original.bytes, as: format).bytes)
    let back = Stamped.source(try PixelStamped.unstamp(stamped.bytes).bytes)
    let (stamper, unstamper) = (
      try StamperTests.stamper(), Unstamper(decoder: InProcessDecoder())
    )
    #expect(stamper.hasMade(stamped, of: original))
    #expect(stamper.hasMade(stamped, of: stamped))
    #expect(!stamper.hasMade(original, of: original))
    #expect(unstamper.hasMade(back, of: stamped))
    #expect(!unstamper.hasMade(stamped, of: stamped))
  }
}

@Suite("A stamped photo that is coded anew and was changed since")
struct EditedPixelStampTests {
  @Test(
    "is left alone, and the pixels that differ are counted",
    arguments: [
      PhotoFormat.png, .webp,
    ])
  func edited(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    let stamped = try PixelStamped.stamp(original, as: format).bytes
    let edited = try PixelStamped.altered(
      stamped, picture: { $0[200, 3] = RGBA(red: 255, green: 0, blue: 0) })
    for work in [
      { _ = try PixelStamped.unstamp(edited) },
      { _ = try PixelStamped.stamp(edited, as: format) },
    ] {
      #expect { try work() } throws: {
        if case .editedSinceStamping = $0 as? StampError { true } else { false }
      }
    }
    let verification = try PixelStamped.verify(edited, original: original)
    #expect(verification.problems == [.editedSinceStamping, .differentPixels(1)])
    #expect(verification.restores == nil)
    let other = try MadePhoto.png()
    #expect(try PixelStamped.verify(stamped, original: other).problems == [.notThisOriginal])
    let same = try MadePhoto.image(width: 240, height: 180) { x, y in
      RGBA(red: UInt8(x / 32 * 32), green: UInt8(y / 32 * 32), blue: 128)
    }.encoded(as: Encoding(.bmp))
    #expect(try PixelStamped.verify(stamped, original: same).problems.isEmpty)
  }

  @Test(
    "with a damaged record is refused or gives its original, never another photo",
    arguments: [PhotoFormat.png, .gif])
  func damaged(format: PhotoFormat) throws {
    let original = try PixelStamped.original(format)
    let colours = try PixelStamped.colours(original)
    let stamped = try PixelStamped.stamp(original, as: format).bytes
    let length = try #require(PhotoFile(stamped).structure.stampBlock?.record?.count)
    var refused = 0
    for place in stride(from: 0, to: length, by: max(1, length / 150)) {
      for change: (inout [UInt8]) -> Void in [
        { $0[place] ^= 0x80 }, { $0[place] = 0xFF }, { $0.removeLast($0.count - place) },
      ] {
        let damaged = try PixelStamped.altered(stamped, record: change)
        do {
          #expect(try PixelStamped.colours(PixelStamped.unstamp(damaged).bytes) == colours)
        } catch is StampError {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("with a record that says more than the picture has is refused")
  func hostile() throws {
    let stamped = try PixelStamped.stamp(PixelStamped.original(.png), as: .png).bytes
    let image = try MadePhoto.image(width: 500, height: 500)
    let whole = PixelArea(columns: 0..<500, rows: 0..<500)
    let undo = try PixelUndo(of: .samples(SampleImage(image)), [whole])
    for areas in [
      [whole], [PixelArea(columns: 0..<Int(UInt32.max), rows: 0..<Int(UInt32.max))],
      Array(repeating: whole, count: StampRecord.mostAreas),
    ] {
      let record = StampRecord(
        Inscription(label: "a", time: nil, options: nil),
        originalHash: [UInt8](repeating: 0, count: 32), areas: areas,
        proof: .pixels(
          PixelProof(
            original: [UInt8](repeating: 0, count: 32), kept: .undo(undo), precision: .exact)))
      let forged = try PixelStamped.altered(stamped, record: { $0 = record.bytes })
      #expect { try PixelStamped.unstamp(forged) } throws: {
        if case .unreadableStamp = $0 as? StampError { true } else { false }
      }
    }
  }
}
