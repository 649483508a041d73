import Foundation
import Formats
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A photo with an HDR gain map", .enabled(if: SharedPhotos.areThere, "needs photos"))
struct GainMapStampingTests {
  private static func original() throws -> [UInt8] {
    try Stamped.bytes("phone/Ultra_HDR_Samples_Originals_05.jpg")
  }

  private func structure(_ bytes: [UInt8]) throws -> JPEGStructure {
    try #require(PhotoFile(bytes).jpegStructure)
  }

  @Test(
    "gets neutral blocks under its label, in a map as long as before, and the old ones back",
    arguments: [LabelPosition.center, .bottomLeft])
  func neutralBlocks(position: LabelPosition) throws {
    let original = try Self.original()
    let old = try #require(structure(original).gainMap)
    #expect(old.neutral == [0, 0, 0] && old.isAlone)
    var style = LabelStyle(.plain)
    style.position = position
    let stamped = try Stamped.stamp(original, style)
    let new = try #require(structure(stamped.bytes).gainMap)
    #expect(new.range.count == old.range.count && new.range.upperBound == stamped.bytes.count)
    let before = try Image(decoding: PhotoFile(Array(original[old.range])))
    let after = try Image(decoding: PhotoFile(Array(stamped.bytes[new.range])))
    let area = try #require(StampMark(of: stamped.bytes)?.areas.first)
    // A quarter as wide and high.
    let (left, right) = (area.columns.lowerBound / 4, (area.columns.upperBound + 3) / 4)
    let (top, bottom) = (area.rows.lowerBound / 4, (area.rows.upperBound + 3) / 4)
    for y in 0..<after.height {
      for x in 0..<after.width {
        if left..<right ~= x, top..<bottom ~= y {
          #expect(after[x, y].red <= 1)
        } else if !(left - 8..<right + 8 ~= x && top - 8..<bottom + 8 ~= y) {
          #expect(after[x, y] == before[x, y])
        }
      }
    }
    #expect(try Stamped.unstamp(stamped.bytes).bytes == original)
  }

  @Test(
    "loses it with the tones that it was made for, and says so",
    arguments: ["filter=xray", "crop=1:1"])
  func edited(edit: String) throws {
    let stamped = try StamperTests.stamper(edit: edit)
      .stamp(Stamped.source(Self.original()), as: .jpeg)
    #expect(stamped.warnings.contains(.lost(.extra(.gainMap))))
    let structure = try structure(stamped.bytes)
    #expect(structure.gainMap == nil && structure.multiPictureSegment == nil)
    #expect(structure.imageEnd == stamped.bytes.count)
    let xmp = try PhotoFile(stamped.bytes).metadata.xmp
    #expect(xmp.allSatisfy { $0.firstRange(of: Array("GainMap".utf8)) == nil })
    #expect(xmp.allSatisfy { $0.firstRange(of: Array("hdrgm:Version".utf8)) == nil })
  }

  @Test("keeps it where the photo is turned, and where only its quality is another")
  func kept() throws {
    let original = try Self.original()
    let turned = try StamperTests.stamper(edit: "rotate=90")
      .stamp(Stamped.source(original), as: .jpeg)
    #expect(try structure(turned.bytes).gainMap != nil)
    let recoded = try StamperTests.stamper(quality: 80).stamp(Stamped.source(original), as: .jpeg)
    #expect(try structure(recoded.bytes).gainMap != nil)
  }
}
