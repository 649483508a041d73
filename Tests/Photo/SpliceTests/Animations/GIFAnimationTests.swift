import Formats
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import AnimationSplice

@Suite("The blocks of an animated GIF")
struct GIFAnimationTests {
  /// A label that is opaque, has a faint edge, and a gap.
  static func label(on size: PixelSize, x: Int = 4, y: Int = 90) -> FrameLabel {
    let pixels = (0..<60 * 20).map { index in
      let (x, y) = (index % 60, index / 60)
      let alpha: UInt8 = x < 3 || y < 3 ? 100 : x % 11 == 0 ? 0 : 255
      return Layer.Pixel(red: 250, green: UInt8(y * 12), blue: 10, alpha: alpha)
    }
    return FrameLabel([Layer(x: x, y: y, width: 60, height: 20, pixels: pixels)], on: size)
  }

  @Test("are written as they were read", arguments: MadeGIF.kinds.map(\.name))
  func unchanged(kind: String) throws {
    let bytes = try #require(MadeGIF.kinds.first { $0.name == kind }).gif.bytes
    #expect(try GIFAnimation(PhotoFile(bytes)).file == bytes)
    // What follows the trailer stays.
    #expect(try GIFAnimation(PhotoFile(bytes + [1, 2])).file == bytes + [1, 2])
  }

  @Test(
    "show the label on every picture and nothing else that is new, and give the file back",
    arguments: MadeGIF.kinds.map(\.name))
  func labelled(kind: String) throws {
    let bytes = try #require(MadeGIF.kinds.first { $0.name == kind }).gif.bytes
    let animation = try GIFAnimation(PhotoFile(bytes))
    let label = Self.label(on: animation.size)
    let labelled = try animation.labelled(with: label, keepsUndo: true)
    let again = try GIFAnimation(PhotoFile(labelled.bytes))
    #expect(again.extent.frames == animation.extent.frames)
    var players = (AnimationPlayer(animation), AnimationPlayer(again))
    var pictures = 0
    while let before = try players.0.picture(), let after = try players.1.picture() {
      pictures += 1
      var wrong = 0
      for y in 0..<animation.size.height {
        for x in 0..<animation.size.width {
          let isLabelled = label.area.rows.contains(y) && label.area.columns.contains(x)
          let wanted =
            isLabelled ? label.over(before[x, y], x: x, y: y, isCutOut: true) : before[x, y]
          let isRight =
            labelled.isApproximated && isLabelled
            ? FrameColour.isOpaque(wanted) == FrameColour.isOpaque(after[x, y])
            : wanted == after[x, y]
          if !isRight { wrong += 1 }
        }
      }
      #expect(wrong == 0, "picture \(pictures)")
    }
    #expect(pictures == animation.frames.count)
    for (frame, changed) in zip(animation.frames, again.frames) {
      #expect(frame.control?[1...2] ?? [0, 0] == changed.control?[1...2] ?? [0, 0])
      #expect(frame.disposal == changed.disposal)
    }
    let undo = try #require(labelled.undo)
    let restored = try #require(try again.restored(by: undo[...]))
    let original = try GIFAnimation(PhotoFile(restored))
    #expect(try described(original) == described(animation))
    // Coded as we code it, it comes back byte for byte.
    let third = try original.labelled(with: label, keepsUndo: true)
    let last = try GIFAnimation(PhotoFile(third.bytes)).restored(by: try #require(third.undo)[...])
    #expect(last == restored)
  }

  private func described(_ animation: GIFAnimation) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try animation.describe { bytes += $0 }
    return bytes
  }

  @Test("that are cut or changed anywhere are refused or read, and never more than they hold")
  func hostile() throws {
    let bytes = try #require(MadeGIF.kinds.first).gif.bytes
    var random = SplitMix64(seed: 23)
    for round in 0..<400 {
      var changed = bytes
      if round % 4 == 0 {
        changed.removeLast(Int.random(in: 1..<bytes.count - 20, using: &random))
      }
      for _ in 0..<3 {
        // Most of what matters is not in the codes.
        let last = round % 2 == 0 ? changed.count : min(changed.count, 120)
        changed[Int.random(in: 6..<last, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let photo = try? PhotoFile(changed), let animation = try? GIFAnimation(photo),
        animation.extent.pixels < 3_000_000
      else { continue }
      let label = Self.label(on: animation.size)
      guard let labelled = try? animation.labelled(with: label, keepsUndo: true) else { continue }
      let again = try GIFAnimation(PhotoFile(labelled.bytes))
      let undo = try #require(labelled.undo)
      let restored = try #require(try again.restored(by: undo[...]))
      #expect(
        try described(GIFAnimation(PhotoFile(restored))) == described(animation), "round \(round)")
    }
  }

  @Test("are left alone by what was kept of others, whatever it is")
  func hostileUndo() throws {
    let bytes = try #require(MadeGIF.kinds.first).gif.bytes
    let animation = try GIFAnimation(PhotoFile(bytes))
    let labelled = try animation.labelled(with: Self.label(on: animation.size), keepsUndo: true)
    let again = try GIFAnimation(PhotoFile(labelled.bytes))
    let undo = try Zlib.inflate(#require(labelled.undo)[...], limit: 1 << 20)
    var random = SplitMix64(seed: 5)
    for round in 0..<300 {
      var changed = undo
      if round % 5 == 0 { changed.removeLast(Int.random(in: 1..<undo.count, using: &random)) }
      for _ in 0..<2 {
        let place = Int.random(in: 0..<min(changed.count, 60), using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
      }
      if let restored = try? again.restored(by: Zlib.deflated(changed[...])[...]) {
        #expect(restored.count < 10 * bytes.count)
      }
    }
    #expect(try again.restored(by: Zlib.deflated([])[...]) == nil)
    #expect(try again.restored(by: [1, 2, 3]) == nil)
  }
}
