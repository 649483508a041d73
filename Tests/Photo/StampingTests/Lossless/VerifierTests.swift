import Formats
import Foundation
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("Verifying")
struct VerifierTests {
  private func verify(_ bytes: [UInt8], original: [UInt8]? = nil) throws -> Verification {
    try Verifier().verify(Stamped.source(bytes), original: original.map(Stamped.source))
  }

  @Test("compares every block outside the label", arguments: Stamped.names)
  func everyKind(name: String) throws {
    let original = try Stamped.bytes(name)
    let verification = try verify(Stamped.stamp(original).bytes, original: original)
    #expect(verification.problems == [])
    #expect(verification.mark?.label == "2024-01-31 23:59")
    #expect(verification.mark?.time == "2024-01-31T23:59:58")
    #expect(try #require(verification.comparedBlocks) > 100)
  }

  @Test("finds a block that is another, in a photo that cannot be unstamped")
  func changedBlock() throws {
    // Two labels, the second stamped over the first, whose marks are then exchanged.
    let original = try Stamped.bytes("three-puppies.jpg")
    var style = LabelStyle(.plain)
    style.position = .topRight
    let elsewhere = try Stamped.stamp(original, style, keepsUndo: false).bytes
    let usual = try Stamped.stamp(original, keepsUndo: false).bytes
    let mixed = try exchangingStamp(of: elsewhere, with: usual)
    let verification = try verify(mixed, original: original)
    #expect(verification.problems.contains { if case .differs = $0 { true } else { false } })
  }

  @Test("knows the place of a label that reaches beyond the picture's edge")
  func beyondEdge() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    var style = LabelStyle(.box)
    style.margin = .points(0)
    for position in [LabelPosition.topLeft, .bottomRight] {
      style.position = position
      let stamped = try Stamped.stamp(original, style).bytes
      #expect(try verify(stamped, original: original).problems == [])
    }
  }

  private func exchangingStamp(of file: [UInt8], with other: [UInt8]) throws -> [UInt8] {
    let own = try #require(try StampSegments(in: JPEGStructure(file))).range
    let others = try #require(try StampSegments(in: JPEGStructure(other))).range
    return Array(file[..<own.lowerBound] + other[others] + file[own.upperBound...])
  }

  @Test("finds a bit that is another in a photo stamped for good, without the original")
  func changedBit() throws {
    var stamped = try Stamped.stamp(Stamped.bytes("three-puppies.jpg"), keepsUndo: false).bytes
    #expect(try verify(stamped).problems == [])
    stamped[stamped.count - 200] ^= 1
    #expect(try verify(stamped).problems == [.editedSinceStamping])
  }

  static let jpegtran = "/usr/bin/jpegtran"

  @Test(
    "compares a file that was made progressive since, as jpegtran does without a loss",
    .enabled(if: FileManager.default.isExecutableFile(atPath: jpegtran), "needs jpegtran"))
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let original = try Stamped.bytes("IMG_20240131_235959.jpg")
    let stamped = try folder.write(Stamped.stamp(original).bytes, to: "a.jpg")
    let result = folder.path("b.jpg")
    let run = try await Program.run(
      Self.jpegtran, ["-copy", "all", "-progressive", "-outfile", result, stamped])
    try #require(run.status == 0)
    let verification = try verify(folder.read("b.jpg"), original: original)
    #expect(verification.problems == [.editedSinceStamping])
    #expect(verification.isReversible == false)
    #expect(try #require(verification.comparedBlocks) > 1000)
  }

  @Test(
    "says of a damaged photo what unstamping gives back, wherever the damage is",
    arguments: [false, true])
  func damaged(isProgressive: Bool) throws {
    let original = try MadePhoto.image(width: 160, height: 120)
      .encoded(as: .jpeg(quality: 85, progressive: isProgressive))
    let stamped = try Stamped.stamp(original).bytes
    let unstamper = Unstamper(decoder: InProcessDecoder(), keepsMetadata: true)
    var given: [Restoration?: Int] = [:]
    for place in stride(from: 2, to: stamped.count - 4, by: 5) {
      for damage: [UInt8] in [[0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xD9], [0, 0]] {
        var edited = stamped
        edited.replaceSubrange(place..<place + damage.count, with: damage)
        let said = try? verify(edited).restores
        let back = try? unstamper.unstamp(Stamped.source(edited))
        #expect(said == back?.restores, "\(damage) at \(place)")
        if said == .bytes { #expect(try Stamped.unstamp(edited).bytes == original) }
        given[said, default: 0] += 1
      }
    }
    #expect(given[.bytes, default: 0] > 0 && given[nil, default: 0] > 0, "\(given)")
  }

  @Test("knows another photo for what it is")
  func otherOriginal() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let other = try Stamped.bytes("IMG_20240131_235959.jpg")
    let verification = try verify(Stamped.stamp(original).bytes, original: other)
    #expect(verification.problems == [.notThisOriginal])
    #expect(try verify(original).mark == nil)
  }
}
