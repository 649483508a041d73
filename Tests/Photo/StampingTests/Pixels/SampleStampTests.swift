import Filters
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A PNG that is stamped in its own samples")
struct SampleStampTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let channels: SampleLayout.Channels
    let depth: SampleLayout.Depth
    let bits: Int
    var testDescription: String { "\(channels) \(bits)" }
  }

  static let kinds: [Kind] = [
    (.gray, [1, 2, 4, 8, 16]), (.grayAlpha, [8, 16]), (.rgb, [8, 16]), (.rgba, [8, 16]),
    (.palette, [1, 2, 4, 8]),
  ].flatMap { channels, bits in
    bits.map { Kind(channels: channels, depth: $0 == 16 ? .sixteen : .eight, bits: $0) }
  }

  /// Of smooth colours; alpha of all steps.
  static func picture(
    _ kind: Kind, isInterlaced: Bool = false, width: Int = 240, height: Int = 180
  ) throws -> SampleImage {
    let levels = kind.channels == .palette || kind.bits < 8 ? 1 << kind.bits : 0
    var layout = SampleLayout(
      width: width, height: height, kind.channels, kind.depth,
      coding: SampleCoding(bitDepth: kind.bits, isInterlaced: isInterlaced))
    if kind.channels == .palette {
      layout.palette = (0..<min(levels, 200)).map { number in
        let value = UInt8(number)
        return RGBA(red: value, green: 255 - value, blue: 9, alpha: 55 + value)
      }
    }
    let image = try SampleImage(layout)
    for y in 0..<height {
      let row = (0..<width).map { x -> WideColour in
        if kind.channels == .palette {
          return image.palette[(x / 8 + y / 8) % image.palette.count].wide
        }
        let square = x / 8 + y / 8
        var value = UInt16(x * 255 + y)
        if levels > 0 { value = UInt16(square % levels * 65535 / (levels - 1)) }
        let alpha = UInt16(y * 65535 / (height - 1))
        return kind.channels.isGray
          ? WideColour(value, value, value, alpha) : WideColour(value, 65535 - value, 4_660, alpha)
      }
      image.write(row: y, row)
    }
    return image
  }

  private static func decoded(_ bytes: [UInt8]) throws -> SampleImage {
    try SampleImage.decoded(from: PhotoFile(bytes))
  }

  private static func bytes(_ image: SampleImage) -> [UInt8] { image.withRows { Array($0) } }

  @Test(
    "gets every sample back, in the colour type and depth that it had", arguments: kinds,
    [false, true])
  func restored(kind: Kind, isInterlaced: Bool) throws {
    let original = try Self.picture(kind, isInterlaced: isInterlaced).encoded(as: .png)
    for style in [LabelStyle(.plain), LabelStyle(.film)] {
      let stamped = try PixelStamped.stamp(original, as: .png, style)
      #expect(stamped.fidelity == .lossless(restores: .pixels))
      #expect(stamped.warnings.isEmpty)
      #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
      let back = try PixelStamped.unstamp(stamped.bytes)
      let (first, second) = (try Self.decoded(original), try Self.decoded(back.bytes))
      #expect(first.layout == second.layout)
      #expect(Self.bytes(first) == Self.bytes(second))
      #expect(back.bytes == original)
    }
  }

  @Test(
    "keeps its depth and transparency, and its greys under a gray label",
    arguments: kinds.filter { $0.channels != .palette })
  func depth(kind: Kind) throws {
    let original = try Self.picture(kind).encoded(as: .png)
    for (style, isGray) in [(LabelStyle(.plain), true), (LabelStyle(.film), false)] {
      let before = try Self.decoded(original)
      let stamped = try PixelStamped.stamp(original, as: .png, style)
      let after = try Self.decoded(stamped.bytes)
      let (box, margin) = (stamped.box, stamped.box.height)
      #expect(after.layout.depth == kind.depth)
      #expect(
        after.layout.channels == (isGray ? kind.channels : kind.channels.withColour))
      var changed = 0
      for y in 0..<180 {
        var (old, new) = (
          [WideColour](repeating: .zero, count: 240), [WideColour](repeating: .zero, count: 240)
        )
        before.read(row: y, into: &old)
        after.read(row: y, into: &new)
        for x in 0..<240 where old[x] != new[x] {
          changed += 1
          let (column, row) = (Double(x) - box.x, Double(y) - box.y)
          if column < -margin || column > box.width + margin || row < -margin
            || row > box.height + margin
          {
            Issue.record("\(x), \(y) is outside the label")
            return
          }
        }
      }
      #expect(changed > 100)
    }
  }

  @Test("keeps a palette that has room for the label's colours")
  func palette() throws {
    let image = try SampleImage(
      SampleLayout(
        width: 240, height: 180, .palette,
        palette: [RGBA(red: 90, green: 90, blue: 90), RGBA(red: 9, green: 90, blue: 90)],
        coding: SampleCoding(bitDepth: 1)))
    let original = try image.encoded(as: .png)
    let stamped = try PixelStamped.stamp(original, as: .png)
    let after = try Self.decoded(stamped.bytes)
    #expect(after.layout.channels == .palette && after.coding.bitDepth == 8)
    #expect(try PixelStamped.unstamp(stamped.bytes).bytes == original)
  }

  @Test("is stamped over as if it had never been stamped", arguments: kinds)
  func twice(kind: Kind) throws {
    let original = try Self.picture(kind).encoded(as: .png)
    let first = try PixelStamped.stamp(original, as: .png, LabelStyle(.film))
    let later = "2019-05-06 07:08:09"
    let second = try PixelStamped.stamp(first.bytes, as: .png, time: later)
    #expect(try second.bytes == PixelStamped.stamp(original, as: .png, time: later).bytes)
  }

  @Test("loses bits and steps of alpha only in another format, and says so")
  func losses() throws {
    let deep = try Self.picture(Kind(channels: .rgb, depth: .sixteen, bits: 16))
      .encoded(as: .png)
    #expect { try PixelStamped.stamp(deep, as: .webp) } throws: {
      if case .losses([.bitsPerChannel(16)]) = $0 as? StampError { true } else { false }
    }
    let clear = try Self.picture(Kind(channels: .rgba, depth: .eight, bits: 8)).encoded(as: .png)
    #expect { try PixelStamped.stamp(clear, as: .webp) } throws: {
      if case .losses([.partialTransparency]) = $0 as? StampError { true } else { false }
    }
    let stamped = try PixelStamped.stamp(deep, as: .png)
    let (here, there) = (
      try StamperTests.stamper(allowsLoss: true).stamp(Stamped.source(stamped.bytes), as: .jpeg),
      try StamperTests.stamper(allowsLoss: true).stamp(Stamped.source(deep), as: .jpeg)
    )
    #expect(here.bytes == there.bytes)
  }

  @Test("that was changed since is told from one that was not, down to the last bit")
  func edited() throws {
    for kind in Self.kinds where kind.depth == .sixteen {
      let original = try Self.picture(kind).encoded(as: .png)
      let stamped = try PhotoFile(PixelStamped.stamp(original, as: .png).bytes)
      let record = Array(try #require(stamped.structure.stampBlock?.record))
      let image = try SampleImage.decoded(from: stamped)
      image.withRow(3) { $0[400] ^= 1 }
      let plain = try PhotoFile(image.encoded(as: .png))
      let changed = try #require(plain.structure.holding(stamp: record))
      #expect(
        try PixelStamped.verify(changed, original: original).problems
          == [.editedSinceStamping, .differentPixels(1)])
      #expect(throws: StampError.self) { try PixelStamped.unstamp(changed) }
    }
  }

  @Test("with a damaged record is refused or gives its original", arguments: kinds)
  func damagedRecord(kind: Kind) throws {
    let original = try Self.picture(kind, width: 60, height: 45).encoded(as: .png)
    let stamped = try PhotoFile(
      PixelStamped.stamp(original, as: .png, LabelStyle(.film)).bytes)
    let record = Array(try #require(stamped.structure.stampBlock?.record))
    let plain = try PhotoFile(SampleImage.decoded(from: stamped).encoded(as: .png))
    for place in stride(from: 0, to: record.count, by: max(1, record.count / 60)) {
      for value: UInt8 in [0x80, 0xFF] {
        var other = record
        other[place] ^= value
        let file = try #require(plain.structure.holding(stamp: other))
        do {
          let back = try Self.decoded(PixelStamped.unstamp(file).bytes)
          #expect(try Self.bytes(back) == Self.bytes(Self.decoded(original)))
        } catch is StampError {
          continue
        }
      }
    }
  }

  @Test("keeps sixteen bits when it is cut, turned and filtered", arguments: [false, true])
  func edits(isGray: Bool) throws {
    let kind = Kind(channels: isGray ? .gray : .rgba, depth: .sixteen, bits: 16)
    let picture = try Self.picture(kind)
    let header = try PhotoFile(picture.encoded(as: .png)).header
    for filter in [Filter.sepia, .mono] {
      var edit = PhotoEdit()
      edit.crop = .shape(try CropShape(parsing: "square"), .center)
      edit.quarterTurns = 1
      edit.filter = filter
      let canvas = try Canvas(.samples(Self.picture(kind)), orientation: .topLeft)
        .edited(PixelEdit(edit, of: header))
      guard case .samples(let image) = canvas.pixels else {
        Issue.record("libgd has it")
        return
      }
      #expect((image.width, image.height) == (180, 180))
      #expect(image.layout.depth == .sixteen)
      #expect(image.layout.channels == (isGray ? (filter == .mono ? .gray : .rgb) : .rgba))
      let below = picture[100, 80]
      // Turned clockwise about the middle of the picture.
      let there = image[179 - 80, 70]
      let wanted = FilterTable.of(filter).colour(at: SIMD3(below.x, below.y, below.z))
      #expect(SIMD3(there.x, there.y, there.z) == wanted && there.w == below.w)
    }
  }
}
