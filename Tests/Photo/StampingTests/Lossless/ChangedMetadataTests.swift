import Files
import Foundation
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A JPEG whose metadata were changed after it was stamped")
struct ChangedMetadataTests {
  private static let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x68, 0x69]

  private static func unstamp(_ bytes: [UInt8]) throws -> UnstampedPhoto {
    try Unstamper(decoder: InProcessDecoder(), keepsMetadata: true)
      .unstamp(Stamped.source(bytes))
  }

  /// What follows the application segments and comments that a file begins with.
  private static func picture(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
    bytes[try JPEGStructure(bytes).endOfLeadingSegments...]
  }

  /// A file with a comment more and without its other comments and application segments but the stamp.
  private static func withOtherMetadata(_ bytes: [UInt8]) throws -> [UInt8] {
    let structure = try JPEGStructure(bytes)
    let stamp = try #require(try StampSegments(in: structure)).range
    return bytes[..<2] + comment + bytes[stamp] + comment
      + bytes[structure.endOfLeadingSegments...]
  }

  @Test("gives its picture back with those", arguments: Stamped.names)
  func kept(name: String) throws {
    let original = try Stamped.bytes(name)
    let stamped = try Stamped.stamp(original).bytes
    let edited = try Self.withOtherMetadata(stamped)
    #expect(throws: StampError.self) { try Stamped.unstamp(edited) }
    let unstamped = try Self.unstamp(edited)
    #expect(unstamped.restores == .pixels)
    #expect(unstamped.bytes.starts(with: [0xFF, 0xD8] + Self.comment + Self.comment))
    #expect(try Self.picture(unstamped.bytes) == Self.picture(original))
    // What was not changed comes back whole.
    let whole = try Self.unstamp(stamped)
    #expect(whole.restores == .bytes)
    #expect(whole.bytes == original)
  }

  @Test(
    "gives its picture back after exiftool has written a date and a title",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func exiftool() async throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let folder = try TemporaryFolder()
    let path = folder.path("photo.jpg")
    try Data(try Stamped.stamp(original).bytes).write(to: URL(filePath: path))
    _ = try await InstalledProgram.run(
      "exiftool",
      ["-q", "-overwrite_original", "-AllDates+=0:0:1 0", "-XMP:Title=Puppies", path])
    let edited = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let unstamped = try Self.unstamp(edited)
    #expect(unstamped.restores == .pixels)
    #expect(try Self.picture(unstamped.bytes) == Self.picture(original))
  }

  @Test("is stamped anew, and then holds itself as its original")
  func stampedAnew() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let edited = try Self.withOtherMetadata(Stamped.stamp(original).bytes)
    #expect(throws: StampError.self) { try Stamped.stamp(edited) }
    let stamper = try StamperTests.stamper(time: "2025-02-03 04:05:06", keepsMetadata: true)
    let again = try stamper.stamp(Stamped.source(edited), as: .jpeg).bytes
    #expect(StampMark(of: again)?.label.contains("2025") == true)
    #expect(try Stamped.unstamp(again).bytes == Self.unstamp(edited).bytes)
  }

  @Test("is verified as what it is")
  func verified() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let edited = try Self.withOtherMetadata(Stamped.stamp(original).bytes)
    let verification = try Verifier().verify(Stamped.source(edited), original: nil)
    #expect(verification.problems == [.metadataChangedSinceStamping])
    #expect(verification.restores == .pixels)
  }

  @Test("gives nothing where its picture was changed too, or what follows it")
  func pictureChanged() throws {
    let original = try Stamped.bytes("three-puppies.jpg")
    let edited = try Self.withOtherMetadata(Stamped.stamp(original).bytes)
    let start = try JPEGStructure(edited).endOfLeadingSegments
    var tried = 0
    for place in stride(from: start, to: edited.count, by: edited.count / 61) {
      var damaged = edited
      damaged[place] ^= 0x10
      if let unstamped = try? Self.unstamp(damaged) {
        // The label's own bits are gone with it.
        #expect(try Self.picture(unstamped.bytes) == Self.picture(original))
      } else {
        tried += 1
      }
    }
    #expect(tried > 30)
    #expect(throws: StampError.self) { try Self.unstamp(edited + [0]) }
    #expect(throws: StampError.self) { try Self.unstamp(Array(edited.dropLast())) }
  }

  @Test("keeps an index of further images true")
  func furtherImages() throws {
    guard SharedPhotos.areThere else { return }
    let original = try Stamped.bytes("trailer/frozenpond.mpo")
    let stamped = try Stamped.stamp(original).bytes
    // Before the index, so that what it says stays true.
    let edited = Array(stamped[..<2] + Self.comment + stamped[2...])
    var expected = Array(original[..<2] + Self.comment + original[2...])
    let places = ImageEndPlaces(in: try JPEGStructure(original))
    #expect(!places.segments.isEmpty)
    places.correct(in: &expected, newEnd: places.end + Self.comment.count) {
      $0 + Self.comment.count
    }
    #expect(try Self.unstamp(edited).bytes == expected)
  }
}
