import Formats
import JPEGSplice
import Testing

@testable import Stamping

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
    for edited in [
      stamped[..<2] + comment + stamped[2...],
      stamped[..<(try segments).upperBound] + comment + stamped[(try segments).upperBound...],
      stamped + comment,
    ] {
      #expect { try Stamped.unstamp(Array(edited)) } throws: {
        if case StampError.editedSinceStamping = $0 { true } else { false }
      }
      let verification = try Verifier().verify(Stamped.source(Array(edited)), original: nil)
      #expect(verification.problems == [.editedSinceStamping])
    }
  }

  @Test("whose stamp itself is damaged is refused, and never gives another photo")
  func damagedRecord() throws {
    let segments = try segments
    for place in stride(from: segments.lowerBound + 4, to: segments.upperBound, by: 7) {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
        var edited = stamped
        edited[place] = value
        do {
          #expect(try Stamped.unstamp(edited).bytes == original)
        } catch {
          #expect(error is StampError, "\(error)")
        }
      }
    }
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
