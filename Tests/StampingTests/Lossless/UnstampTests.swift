import Formats
import Testing

@testable import Stamping

@Suite("Unstamping")
struct UnstampTests {
  @Test(
    "gives back every byte, wherever the label was", arguments: Stamped.names,
    [LabelPosition.topLeft, .top, .right, .center, .bottomLeft, .bottomRight])
  func positions(name: String, position: LabelPosition) throws {
    var style = LabelStyle(.plain)
    style.position = position
    try expectReturn(of: Stamped.bytes(name), style)
  }

  @Test(
    "gives back every byte, in every style and size", arguments: LabelStyle.Preset.allCases,
    [8.0, 60])
  func styles(preset: LabelStyle.Preset, size: Double) throws {
    var style = LabelStyle(preset)
    style.size = .points(size)
    style.margin = .points(2)
    try expectReturn(of: Stamped.bytes("three-puppies.jpg"), style)
  }

  private func expectReturn(of original: [UInt8], _ style: LabelStyle) throws {
    let stamped = try Stamped.stamp(original, style)
    #expect(stamped.bytes != original)
    #expect(stamped.fidelity == .lossless(isReversible: true))
    let back = try Stamped.unstamp(stamped.bytes)
    #expect(back.bytes == original)
    #expect(back.mark.originalHash == StampMark.hash(original))
  }

  @Test("follows a second stamp back to the photo, not to the first")
  func twice() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let first = try Stamped.stamp(original)
    let second = try Stamped.stamp(first.bytes, LabelStyle(.film), time: "2019-05-06 07:08:09")
    let direct = try Stamped.stamp(original, LabelStyle(.film), time: "2019-05-06 07:08:09")
    #expect(second.bytes == direct.bytes)
    #expect(try Stamped.unstamp(second.bytes).bytes == original)
    #expect(try Stamped.unstamp(second.bytes).mark.time == "2019-05-06T07:08:09")
  }

  @Test("is done before a stamped photo becomes one of another format")
  func otherFormat() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let stamper = try StamperTests.stamper()
    let direct = try stamper.stamp(Stamped.source(original), name: nil, as: .png)
    let stamped = try stamper.stamp(Stamped.source(original), name: nil, as: .jpeg)
    #expect(
      try stamper.stamp(Stamped.source(stamped.bytes), name: nil, as: .png).bytes == direct.bytes)
  }

  @Test("is refused where the stamp was made for good, and so is a second stamp")
  func forGood() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let kept = try Stamped.stamp(original)
    let stamped = try Stamped.stamp(original, keepsUndo: false)
    #expect(stamped.fidelity == .lossless(isReversible: false))
    #expect(stamped.bytes.count < kept.bytes.count)
    #expect { try Stamped.unstamp(stamped.bytes) } throws: { $0.isStampedForGood }
    #expect { try Stamped.stamp(stamped.bytes) } throws: { $0.isStampedForGood }
  }

  @Test("is refused where nothing was stamped")
  func notStamped() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    #expect { try Stamped.unstamp(original) } throws: {
      if case StampError.notStamped = $0 { true } else { false }
    }
  }
}

extension Error {
  fileprivate var isStampedForGood: Bool {
    if case .stampedForGood = self as? StampError { true } else { false }
  }
}
