import Files
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("An animated GIF")
struct GIFStampingTests {
  static func gif(_ kind: String) throws -> [UInt8] {
    try #require(MadeGIF.kinds.first { $0.name == kind }).gif.bytes
  }

  @Test(
    "is stamped frame by frame, keeps its times, and comes back",
    arguments: MadeGIF.kinds.map(\.name))
  func stamped(kind: String) throws {
    let original = try Self.gif(kind)
    let stamped = try PixelStamped.stamp(original, as: .gif)
    #expect(stamped.fidelity == .lossless(restores: .pixels))
    let header = try PhotoFile(stamped.bytes).header
    #expect(try header.frameCount == PhotoFile(original).header.frameCount)
    #expect(header.plays == 4)
    let verification = try PixelStamped.verify(stamped.bytes, original: original)
    #expect(verification.problems.isEmpty)
    #expect(try #require(verification.comparedPixels) > MadeGIF.width * MadeGIF.height / 2)
    let back = try PixelStamped.unstamp(stamped.bytes)
    #expect(back.mark.originalHash == StampMark.hash(original))
    // What we code ourselves comes back byte for byte.
    let again = try PixelStamped.stamp(back.bytes, as: .gif)
    let last = try PixelStamped.unstamp(again.bytes)
    #expect(last.bytes == back.bytes && last.restores == .bytes)
  }

  @Test("is stamped anew without its first label, and never twice")
  func twice() throws {
    let original = try Self.gif("sprites over a picture, disposal 2")
    let first = try PixelStamped.stamp(original, as: .gif)
    let later = "2019-05-06 07:08:09"
    let second = try PixelStamped.stamp(first.bytes, as: .gif, LabelStyle(.film), time: later)
    let back = try PixelStamped.unstamp(second.bytes)
    #expect(try back.bytes == PixelStamped.unstamp(first.bytes).bytes)
    #expect(back.mark.originalHash == StampMark.hash(original))
    let stamper = try StamperTests.stamper()
    #expect(stamper.hasMade(Stamped.source(first.bytes), of: Stamped.source(original)))
    #expect(
      Unstamper(decoder: InProcessDecoder())
        .hasMade(Stamped.source(back.bytes), of: Stamped.source(second.bytes)))
  }

  @Test("whose stamp was made for good is not stamped again, and is compared all the same")
  func forGood() throws {
    let original = try Self.gif("cleared pictures")
    let stamped = try PixelStamped.stamp(original, as: .gif, keepsUndo: false)
    #expect(stamped.fidelity == .lossless(restores: nil))
    #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
    for work in [
      { _ = try PixelStamped.unstamp(stamped.bytes) },
      { _ = try PixelStamped.stamp(stamped.bytes, as: .gif) },
    ] {
      #expect { try work() } throws: {
        if case .stampedForGood = $0 as? StampError { true } else { false }
      }
    }
  }

  @Test("of which a pixel was changed since is left alone")
  func edited() throws {
    let original = try Self.gif("interlaced")
    let stamped = try PixelStamped.stamp(original, as: .gif).bytes
    // Another colour of the first frame's own palette, far from the label.
    let edited = try #require(Self.withOtherPixel(stamped))
    for work in [
      { _ = try PixelStamped.unstamp(edited) },
      { _ = try PixelStamped.stamp(edited, as: .gif) },
    ] {
      #expect { try work() } throws: {
        if case .editedSinceStamping = $0 as? StampError { true } else { false }
      }
    }
    let verification = try PixelStamped.verify(edited, original: original)
    #expect(verification.problems.contains(.editedSinceStamping))
    let other = try Self.gif("cleared pictures")
    #expect(try PixelStamped.verify(stamped, original: other).problems == [.notThisOriginal])
  }

  /// Changes the first colour of the first local palette, which pixels everywhere have.
  private static func withOtherPixel(_ gif: [UInt8]) -> [UInt8]? {
    guard
      let place = gif.indices.dropLast(12).first(where: {
        gif[$0...].starts(with: [0x2C, 0, 0, 0, 0, 160, 0, 120, 0]) && gif[$0 + 9] & 0x80 != 0
      })
    else { return nil }
    var edited = gif
    edited[place + 10] ^= 0x40
    return edited
  }

  @Test("without its last block's data is refused, and so is one of too many pictures")
  func refused() throws {
    let gif = try Self.gif("interlaced")
    #expect(throws: StampError.self) { try PixelStamped.stamp(gif.dropLast(500) + [], as: .gif) }
    var large = MadeGIF(width: 20_000, height: 19_000, palette: MadeGIF.palette(4), frames: [])
    large.frames = (0..<6).map { _ in MadeGIF.Frame((0, 0, 1, 1)) { _, _ in 0 } }
    #expect {
      try PixelStamped.stamp(large.bytes, as: .gif)
    } throws: {
      if case .tooManyFrames(6, 20_000, 19_000, limit: _) = $0 as? StampError {
        true
      } else {
        false
      }
    }
  }

  @Test("becomes another format by its first picture alone, where loss is allowed")
  func otherFormat() throws {
    let original = try Self.gif("sprites over a picture, disposal 1")
    #expect {
      try PixelStamped.stamp(original, as: .png)
    } throws: {
      if case .losses([.animation(frames: 4)]) = $0 as? StampError { true } else { false }
    }
    let stamped = try StamperTests.stamper(allowsLoss: true)
      .stamp(Stamped.source(PixelStamped.stamp(original, as: .gif).bytes), as: .png)
    #expect(try !PhotoFile(stamped.bytes).header.isAnimated)
  }

  @Test("with a damaged record is refused or gives its original, never another one")
  func damagedRecord() throws {
    let original = try Self.gif("sprites over nothing, disposal 2")
    let stamped = try PixelStamped.stamp(original, as: .gif).bytes
    let back = try PixelStamped.unstamp(stamped).bytes
    let photo = try PhotoFile(stamped)
    let block = try #require(photo.structure.stampBlock)
    let record = Array(try #require(block.record))
    let bare = try #require(PhotoFile(stamped).withoutStamp)
    for place in stride(from: 0, to: record.count, by: max(1, record.count / 120)) {
      for change: (inout [UInt8]) -> Void in [
        { $0[place] ^= 0x80 }, { $0[place] = 0xFF }, { $0.removeLast($0.count - place) },
      ] {
        var changed = record
        change(&changed)
        let damaged = try #require(PhotoFile(bare).structure.holding(stamp: changed))
        if let other = try? PixelStamped.unstamp(damaged).bytes { #expect(other == back) }
      }
    }
  }
}

extension PhotoFile {
  /// A GIF without the extension that holds its stamp.
  fileprivate var withoutStamp: [UInt8]? {
    guard let block = structure.stampBlock else { return nil }
    var end = block.offset + 14
    while bytes[end] > 0 { end += 1 + Int(bytes[end]) }
    return Array(bytes[..<block.offset] + bytes[(end + 1)...])
  }
}
