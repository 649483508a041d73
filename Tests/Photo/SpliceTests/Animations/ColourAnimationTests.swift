import Formats
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import AnimationSplice

@Suite("The frames of an animated WebP and PNG")
struct ColourAnimationTests {
  private static let codec = FrameCodec(InProcessDecoder(), quality: nil, usualQuality: 90)

  static func read(_ bytes: [UInt8]) throws -> any Animation {
    let photo = try PhotoFile(bytes)
    return photo.header.format == .webp
      ? try WebPAnimation(photo, codec) : try PNGAnimation(photo, codec)
  }

  private func described(_ animation: any Animation) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try animation.describe { bytes += $0 }
    return bytes
  }

  /// By how much two colours differ as they are seen on black.
  private func difference(_ first: UInt32, _ second: UInt32) -> Int {
    [UInt32(0), 8, 16].map { shift in
      func shown(_ colour: UInt32) -> Int { Int(colour >> shift & 255) * Int(colour >> 24) / 255 }
      return abs(shown(first) - shown(second))
    }.max() ?? 0
  }

  @Test(
    "show the label on every picture and nothing else that is new, and come back",
    arguments: MadeAnimation.kinds.map(\.name), [PhotoFormat.webp, .png])
  func labelled(kind: String, format: PhotoFormat) throws {
    let made = try #require(MadeAnimation.kind(kind))
    let animation = try Self.read(format == .webp ? made.webp() : made.png())
    let size = animation.extent.size
    let label = GIFAnimationTests.label(on: size)
    let labelled = try animation.labelled(with: label, keepsUndo: true)
    let again = try Self.read(labelled.bytes)
    var players = (AnimationPlayer(animation), AnimationPlayer(again))
    var pictures = 0
    while let before = try players.0.picture(), let after = try players.1.picture() {
      pictures += 1
      var (outside, inside) = (0, 0)
      for y in 0..<size.height {
        for x in 0..<size.width {
          if label.area.rows.contains(y), label.area.columns.contains(x) {
            let wanted = label.over(before[x, y], x: x, y: y, isCutOut: false)
            // Faint edges over faint pixels are blended in another order.
            inside = max(inside, difference(wanted, after[x, y]))
          } else if before[x, y] != after[x, y] {
            outside += 1
          }
        }
      }
      #expect(outside == 0 && inside <= 3, "picture \(pictures): \(outside), \(inside)")
    }
    #expect(pictures == made.frames.count)
    let undo = try #require(labelled.undo)
    let restored = try #require(try again.restored(by: undo[...]))
    #expect(try described(Self.read(restored)) == described(animation))
  }

  @Test("of a PNG without alpha, or with few colours, keep every value", arguments: [false, true])
  func otherSamples(still: Bool) throws {
    let made = try #require(MadeAnimation.kind("over a picture, disposal 0, replacing"))
    let opaque = MadeAnimation(
      [made.frames[0]]
        + (0..<2).map { step in
          MadeAnimation.Frame((20 * step, 80, 40, 30)) { x, y in
            RGBA(red: UInt8(6 * x), green: UInt8(8 * y), blue: UInt8(step))
          }
        })
    for channels in [SampleLayout.Channels.rgb, .gray] {
      let animation = try Self.read(opaque.png(channels, still: still))
      let label = GIFAnimationTests.label(on: animation.extent.size)
      let labelled = try animation.labelled(with: label, keepsUndo: true)
      let photo = try PhotoFile(labelled.bytes)
      #expect(!photo.header.hasAlpha && photo.header.frameCount == 3)
      #expect(photo.metadata.others == [.comment])
      let again = try Self.read(labelled.bytes)
      #expect(try again.hiddenPicture() != animation.hiddenPicture() || !still)
      let undo = try #require(labelled.undo)
      let restored = try #require(try again.restored(by: undo[...]))
      #expect(try described(Self.read(restored)) == described(animation))
    }
  }

  @Test(
    "of a lossy WebP that the label does not touch keep their bytes, and no way back is promised")
  func lossy() throws {
    let made = MadeAnimation([
      MadeAnimation.Frame((0, 0, 160, 120)) { x, y in
        RGBA(red: UInt8(x), green: UInt8(y), blue: 90)
      },
      MadeAnimation.Frame((80, 0, 60, 40)) { _, _ in RGBA(red: 250, green: 90, blue: 30) },
    ])
    let bytes = try made.webp(quality: 90)
    let animation = try Self.read(bytes)
    let label = GIFAnimationTests.label(on: animation.extent.size)
    let labelled = try animation.labelled(with: label, keepsUndo: true)
    #expect(labelled.undo == nil && labelled.changesOthers)
    // The last frame's chunk.
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("ANMF".utf8)) })
    #expect(labelled.bytes.suffix(bytes.count - last) == bytes[last...])
  }

  @Test(
    "that are cut or changed anywhere are refused or read", arguments: [PhotoFormat.webp, .png])
  func hostile(format: PhotoFormat) throws {
    let made = try #require(MadeAnimation.kind("over nothing, disposal 1, blended"))
    let bytes = try format == .webp ? made.webp() : made.png()
    var random = SplitMix64(seed: 11)
    var read = 0
    for round in 0..<300 {
      var changed = bytes
      if round % 5 == 0 { changed.removeLast(Int.random(in: 1..<bytes.count - 20, using: &random)) }
      for _ in 0..<(format == .webp ? 2 : 1) {
        let place = Int.random(in: 12..<changed.count, using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
      }
      guard let photo = try? PhotoFile(changed), photo.header.isAnimated,
        photo.header.width * photo.header.height < 1_000_000,
        let animation = try? Self.read(changed), animation.extent.pixels < 3_000_000,
        let labelled = try? animation.labelled(
          with: GIFAnimationTests.label(on: animation.extent.size), keepsUndo: true)
      else { continue }
      read += 1
      let again = try Self.read(labelled.bytes)
      let undo = try #require(labelled.undo)
      let restored = try #require(try again.restored(by: undo[...]))
      #expect(try described(Self.read(restored)) == described(animation), "round \(round)")
    }
    #expect(format == .png || read > 0)
  }

  @Test("are left alone by what was kept of others", arguments: [PhotoFormat.webp, .png])
  func hostileUndo(format: PhotoFormat) throws {
    let made = try #require(MadeAnimation.kind("over a picture, disposal 1, blended"))
    let animation = try Self.read(format == .webp ? made.webp() : made.png())
    let label = GIFAnimationTests.label(on: animation.extent.size)
    let labelled = try animation.labelled(with: label, keepsUndo: true)
    let again = try Self.read(labelled.bytes)
    let undo = try Zlib.inflate(#require(labelled.undo)[...], limit: 1 << 22)
    var random = SplitMix64(seed: 3)
    for round in 0..<100 {
      var changed = undo
      if round % 5 == 0 { changed.removeLast(Int.random(in: 1..<undo.count, using: &random)) }
      changed[Int.random(in: 0..<min(changed.count, 40), using: &random)] =
        UInt8.random(in: 0...255, using: &random)
      if let restored = try? again.restored(by: Zlib.deflated(changed[...])[...]) {
        #expect(restored.count < 20 * labelled.bytes.count)
      }
    }
    #expect(try again.restored(by: [1, 2, 3]) == nil)
  }
}
