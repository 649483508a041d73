import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A BMP that is stamped")
struct BMPStampTests {
  static let samples = BMPSample.all(width: 240, height: 180)

  private func stamp(
    _ bytes: [UInt8], time: String = "2024-01-31 23:59:58", keepsUndo: Bool = true
  ) throws -> StampedPhoto {
    try PixelStamped.stamp(bytes, as: .bmp, time: time, keepsUndo: keepsUndo)
  }

  @Test("comes back byte for byte, and changes under its label alone", arguments: samples)
  func bytes(sample: BMPSample) throws {
    let stamped = try stamp(sample.bytes)
    #expect(stamped.fidelity == .lossless(restores: .bytes))
    let header = try PhotoFile(stamped.bytes).header
    #expect(try header == PhotoFile(sample.bytes).header)
    let verification = try PixelStamped.verify(stamped.bytes, original: sample.bytes)
    #expect(verification.problems.isEmpty && verification.restores == .bytes)
    #expect(try #require(verification.comparedPixels) > 240 * 180 / 2)
    #expect(try PixelStamped.colours(stamped.bytes) != PixelStamped.colours(sample.bytes))
    let back = try PixelStamped.unstamp(stamped.bytes)
    #expect(back.bytes == sample.bytes)
    #expect(back.restores == .bytes && back.mark.originalHash == StampMark.hash(sample.bytes))
  }

  @Test("is stamped again as if it were the first time", arguments: samples)
  func twice(sample: BMPSample) throws {
    let first = try stamp(sample.bytes)
    let later = "2019-05-06 07:08:09"
    let second = try stamp(first.bytes, time: later)
    #expect(try second.bytes == stamp(sample.bytes, time: later).bytes)
  }

  /// A header of 40 bytes, a palette of two colours, and the end of the bitmap as all of its runs.
  @Test("of one colour, whose runs end at once, comes back too")
  func noRuns() throws {
    func little(_ number: UInt32) -> [UInt8] { ByteOrder.littleEndian.bytes(of: number) }
    let fields: [UInt32] = [40, 240, 180, 1 | 8 << 16, 1, 2, 0, 0, 2, 0]
    let palette: [UInt8] = [20, 40, 60, 0, 255, 255, 255, 0]
    let start = UInt32(14 + 4 * fields.count + palette.count)
    let head: [UInt8] = [0x42, 0x4D] + little(start + 2) + little(0) + little(start)
    let original: [UInt8] = head + fields.flatMap(little) + palette + [0, 1]
    let stamped = try stamp(original)
    #expect(try PixelStamped.verify(stamped.bytes, original: original).problems.isEmpty)
    #expect(try PixelStamped.unstamp(stamped.bytes).bytes == original)
  }

  @Test("for good does not come back, and is not stamped again")
  func forGood() throws {
    let sample = Self.samples[14]
    let stamped = try stamp(sample.bytes, keepsUndo: false)
    #expect(stamped.fidelity == .lossless(restores: nil))
    #expect(try PixelStamped.verify(stamped.bytes, original: sample.bytes).problems.isEmpty)
    for work in [
      { _ = try PixelStamped.unstamp(stamped.bytes) }, { _ = try stamp(stamped.bytes) },
    ] {
      #expect { try work() } throws: {
        if case .stampedForGood = $0 as? StampError { true } else { false }
      }
    }
  }

  @Test("and changed since is left alone")
  func edited() throws {
    let sample = Self.samples[14]
    var bytes = try stamp(sample.bytes).bytes
    bytes[60] ^= 1
    for work in [
      { _ = try PixelStamped.unstamp(bytes) }, { _ = try stamp(bytes) },
    ] {
      #expect { try work() } throws: {
        if case .editedSinceStamping = $0 as? StampError { true } else { false }
      }
    }
    #expect(
      try PixelStamped.verify(bytes, original: sample.bytes).problems
        == [.editedSinceStamping, .differentPixels(1)])
    #expect(
      try PixelStamped.verify(stamp(sample.bytes).bytes, original: Self.samples[13].bytes).problems
        == [.notThisOriginal])
  }

  @Test("with a damaged stamp is refused or gives its original, never another photo")
  func damaged() throws {
    let sample = Self.samples[8]
    let stamped = try stamp(sample.bytes).bytes
    let start = try #require(PhotoFile(stamped).structure.stampBlock?.offset)
    var refused = 0
    for place in stride(from: start, to: stamped.count, by: 7) {
      for value in [stamped[place] ^ 0x80, 0xFF] {
        var bytes = stamped
        bytes[place] = value
        do {
          #expect(try PixelStamped.unstamp(bytes).bytes == sample.bytes)
        } catch is StampError {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("is known by the photo that it was made of, and so is what it is made to again")
  func made() throws {
    let original = Stamped.source(Self.samples[3].bytes)
    let stamped = Stamped.source(try stamp(original.bytes).bytes)
    let stamper = try StamperTests.stamper()
    #expect(stamper.hasMade(stamped, of: original) && stamper.hasMade(stamped, of: stamped))
    #expect(!stamper.hasMade(original, of: original))
    let unstamper = Unstamper()
    #expect(unstamper.hasMade(original, of: stamped))
    #expect(!unstamper.hasMade(stamped, of: stamped))
  }

  @Test("stays wholly opaque where its alpha is 0 everywhere")
  func noAlpha() throws {
    let sample = try #require(Self.samples.last)
    let image = try Image(decoding: PhotoFile(stamp(sample.bytes).bytes))
    #expect(image.transparency == .none)
  }

  @Test("becomes a PNG with its own pixels, its stamp taken off")
  func otherFormat() throws {
    let sample = Self.samples[11]
    let direct = try PixelStamped.stamp(sample.bytes, as: .png)
    #expect(try PixelStamped.stamp(stamp(sample.bytes).bytes, as: .png).bytes == direct.bytes)
  }
}
