import Formats
import JPEGSplice
import Testing

@testable import Stamping

@Suite("Unstamping")
struct UnstamperTests {
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
    #expect(stamped.fidelity == .lossless(restores: .bytes))
    let back = try Stamped.unstamp(stamped.bytes)
    #expect(back.bytes == original)
    #expect(back.mark.originalHash == StampMark.hash(original))
  }

  @Test(
    "gives back a JPEG that lacks only its end marker, wherever the label was",
    arguments: ["three-puppies.jpg", "IMG_20240131_235959.jpg"],
    [LabelPosition.topLeft, .bottomRight])
  func withoutEnd(name: String, position: LabelPosition) throws {
    let whole = try Stamped.bytes(name)
    let end = try #require(JPEGStructure(whole).imageEnd)
    let original = Array(whole[..<(end - 2)])
    var style = LabelStyle(.plain)
    style.position = position
    let stamped = try Stamped.stamp(original, style)
    #expect(stamped.warnings.contains(.addedEnd))
    #expect(try JPEGStructure(stamped.bytes).imageEnd == stamped.bytes.count)
    #expect(try Stamped.unstamp(stamped.bytes).bytes == original)
    let verified = try Verifier().verify(
      Stamped.source(stamped.bytes), original: Stamped.source(original))
    #expect(verified.problems.isEmpty)
    for cut in [1, 40, 4_000] {
      #expect {
        try Stamped.stamp(Array(original.dropLast(cut)), style)
      } throws: {
        if case StampError.jpeg(.header(.missing(.jpeg, part: "EOI", _))) = $0 {
          true
        } else {
          false
        }
      }
    }
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
    let direct = try stamper.stamp(Stamped.source(original), as: .png)
    let stamped = try stamper.stamp(Stamped.source(original), as: .jpeg)
    #expect(
      try stamper.stamp(Stamped.source(stamped.bytes), as: .png).bytes == direct.bytes)
  }

  @Test("is refused where the stamp was made for good, and so is a second stamp")
  func forGood() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let kept = try Stamped.stamp(original)
    let stamped = try Stamped.stamp(original, keepsUndo: false)
    #expect(stamped.fidelity == .lossless(restores: nil))
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

@Suite("A stamped photo that was changed since")
struct EditedStampTests {
  let original: [UInt8]
  let stamped: [UInt8]

  init() throws {
    original = try Stamped.bytes("three-puppies.jpg")
    stamped = try Stamped.stamp(original).bytes
  }

  private var segments: Range<Int> {
    get throws { try #require(try StampSegments(in: JPEGStructure(stamped))).range }
  }

  @Test("is recognised, whatever bit is another, unless it is one of the label's own")
  func anyBit() throws {
    let segments = try segments
    var (recognised, ofLabel) = (0, 0)
    for place in stride(from: 2, to: stamped.count, by: stamped.count / 97)
    where !segments.contains(place) {
      var edited = stamped
      edited[place] ^= 0x10
      if let back = try? Stamped.unstamp(edited) {
        #expect(back.bytes == original)
        ofLabel += 1
      } else {
        #expect(throws: StampError.self) { try Stamped.stamp(edited) }
        recognised += 1
      }
    }
    #expect(recognised > 10 * ofLabel)
  }

  @Test("is left alone and reported where another program added a segment or cut one")
  func segmentsMoved() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x68, 0x69]
    let end = try segments.upperBound
    let edits: [([UInt8], VerificationProblem)] = [
      (stamped[..<2] + comment + stamped[2...], .metadataChangedSinceStamping),
      (stamped[..<end] + comment + stamped[end...], .metadataChangedSinceStamping),
      (stamped + comment, .editedSinceStamping),
    ]
    for (edited, problem) in edits {
      #expect { try Stamped.unstamp(edited) } throws: {
        if case StampError.editedSinceStamping = $0 { true } else { false }
      }
      let verification = try Verifier().verify(Stamped.source(edited), original: nil)
      #expect(verification.problems == [problem])
    }
  }

  @Test("whose stamp itself is damaged is refused or gives its original, never another photo")
  func damagedRecord() throws {
    let segments = try segments
    var refused = 0
    for place in stride(from: segments.lowerBound + 4, to: segments.upperBound, by: 7) {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] where stamped[place] != value {
        var edited = stamped
        edited[place] = value
        do {
          #expect(try Stamped.unstamp(edited).bytes == original)
        } catch is StampError {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("of a version to come is left alone")
  func newerVersion() throws {
    var edited = stamped
    edited[try segments.lowerBound + 4 + 9 + 4] = 2
    #expect { try Stamped.unstamp(edited) } throws: {
      if case StampError.unreadableStamp(let offset) = $0 { offset > 0 } else { false }
    }
  }
}

@Suite("The segments of a stamp")
struct StampSegmentsTests {
  private func file(_ segments: [UInt8]) -> [UInt8] { [0xFF, 0xD8] + segments + [0xFF, 0xD9] }

  @Test("hold records of any length", arguments: [0, 1, 65_519, 65_520, 65_521, 200_000])
  func lengths(count: Int) throws {
    let record = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let segments = try #require(StampSegments.bytes(for: record))
    let found = try #require(try StampSegments(in: JPEGStructure(file(segments))))
    #expect(found.record == record)
    #expect(found.range == 2..<2 + segments.count)
  }

  @Test("are refused where one is missing, twice or out of order")
  func order() throws {
    let record = [UInt8](repeating: 7, count: 150_000)
    let segments = try #require(StampSegments.bytes(for: record))
    let structure = try JPEGStructure(file(segments))
    let parts = structure.segments.map { Array(structure.bytes[$0.range]) }
    try #require(parts.count == 3)
    for wrong in [[0, 1], [0, 2, 1], [0, 1, 1, 2], [1, 2]] {
      let file = file(wrong.flatMap { parts[$0] })
      #expect(throws: StampError.self) { try StampSegments(in: JPEGStructure(file)) }
    }
  }

  @Test("are none of those that other programs write to APP15")
  func others() throws {
    let other: [UInt8] = [0xFF, 0xEF, 0, 8] + Array("Ducky\0".utf8)
    #expect(try StampSegments(in: JPEGStructure(file(other))) == nil)
  }
}
