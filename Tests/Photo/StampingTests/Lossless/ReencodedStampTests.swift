import Files
import Formats
import Foundation
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import Stamping

/// What is coded anew as JPEG while it is stamped.
enum Reencoded {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var quality: Int? = 80
    var edit = ""
    let original: @Sendable () throws -> [UInt8]
  }

  static let kinds: [Kind] =
    [
      Kind(testDescription: "JPEG") { try MadePhoto.jpeg() },
      Kind(testDescription: "progressive JPEG") {
        try MadePhoto.image(width: 320, height: 240)
          .encoded(as: .jpeg(quality: 85, progressive: true))
      },
      Kind(testDescription: "turned JPEG") {
        try MadePhoto.jpeg(exif: ExifBlock(orientation: 6))
      },
      Kind(testDescription: "PNG", quality: nil) { try MadePhoto.png() },
      Kind(testDescription: "WebP", quality: nil) {
        try MadePhoto.image(width: 320, height: 240).encoded(as: Encoding(.webp, quality: 80))
      },
      Kind(testDescription: "cropped PNG", edit: "crop=square") { try MadePhoto.png() },
      Kind(testDescription: "AVIF", quality: nil) { try Stamped.bytes("paris.avif") },
    ]
    + (SharedPhotos.areThere
    ? [
      // Arithmetic coding cannot be spliced.
      ("exotic/testimgari.jpg", nil), ("trailer/frozenpond.mpo", 80), ("colour/cymk.jpg", 80),
      ("heic/arrow.heic", nil),
    ] as [(String, Int?)] : [])
    .map { name, quality in
      Kind(testDescription: name, quality: quality) { try Stamped.bytes(name) }
    }

  static func stamp(
    _ bytes: [UInt8], quality: Int? = 80, edit: String = "", allowsLoss: Bool = true,
    _ style: LabelStyle = LabelStyle(.plain)
  ) throws -> StampedPhoto {
    try StamperTests.stamper(style, quality: quality, allowsLoss: allowsLoss, edit: edit)
      .stamp(Stamped.source(bytes), as: .jpeg)
  }

  static func verify(_ bytes: [UInt8], original: [UInt8]? = nil) throws -> Verification {
    try Verifier().verify(Stamped.source(bytes), original: original.map(Stamped.source))
  }

  static func withoutStamp(_ bytes: [UInt8]) throws -> [UInt8] {
    let range = try #require(try StampSegments(in: JPEGStructure(bytes))).range
    return Array(bytes[..<range.lowerBound] + bytes[range.upperBound...])
  }

  /// Whether something is refused because of a stamp that is for good.
  static func refuses(_ work: () throws -> Void) -> Bool {
    do {
      try work()
      return false
    } catch {
      if case .stampedForGood = error as? StampError { return true }
      return false
    }
  }
}

@Suite("A JPEG that was coded anew as it was stamped")
struct ReencodedStampTests {
  @Test("says that it is stamped, for good, and is as it was stamped", arguments: Reencoded.kinds)
  func kinds(kind: Reencoded.Kind) throws {
    let original = try kind.original()
    let photo = try Reencoded.stamp(original, quality: kind.quality, edit: kind.edit)
    #expect(photo.fidelity.restores == nil && !photo.fidelity.isLossless)
    let mark = try #require(StampMark(of: photo.bytes))
    #expect(mark.isReencoded && !mark.isReversible && mark.label == "2024-01-31 23:59")
    #expect(mark.time == "2024-01-31T23:59:58")
    #expect((mark.originalHash == StampMark.hash(original)) == kind.edit.isEmpty)
    #expect(try Reencoded.verify(photo.bytes).problems == [])
    let compared = try Reencoded.verify(photo.bytes, original: original)
    #expect(compared.problems == [kind.edit.isEmpty ? .reencoded : .notThisOriginal])
    #expect(compared.restores == nil && compared.comparedBlocks == nil)
    #expect(Reencoded.refuses { _ = try Stamped.unstamp(photo.bytes) })
    for quality in [nil, 70] {
      #expect(
        Reencoded.refuses {
          _ = try Reencoded.stamp(photo.bytes, quality: quality, allowsLoss: false)
        })
    }
    // What is around the stamp is what was coded, which any decoder reads.
    let bare = try PhotoFile(Reencoded.withoutStamp(photo.bytes))
    let (with, without) = (try Image(decoding: PhotoFile(photo.bytes)), try Image(decoding: bare))
    #expect(with.width == without.width && with.height == without.height)
    #expect(
      (0..<with.height).allSatisfy { y in
        (0..<with.width).allSatisfy { with[$0, y] == without[$0, y] }
      })
  }

  @Test("is stamped over where loss is allowed, and says so, as often as that is asked for")
  func stampedOver() throws {
    var photo = try Reencoded.stamp(MadePhoto.jpeg())
    for (quality, position) in [(nil, .topLeft), (60, .topRight), (nil, .bottomRight)]
      as [(Int?, LabelPosition)]
    {
      let before = photo.bytes
      var style = LabelStyle(.plain)
      style.position = position
      photo = try Reencoded.stamp(before, quality: quality, style)
      #expect(photo.warnings.contains(.oldLabelStays))
      #expect(photo.fidelity.restores == nil)
      #expect(photo.fidelity.isLossless == (quality == nil))
      let mark = try #require(StampMark(of: photo.bytes))
      #expect(mark.isReencoded && mark.originalHash == StampMark.hash(before))
      #expect(try Reencoded.verify(photo.bytes).problems == [])
      let stamper = try StamperTests.stamper(allowsLoss: true)
      #expect(stamper.hasMade(Stamped.source(photo.bytes), of: Stamped.source(before)))
      #expect(!stamper.hasMade(Stamped.source(before), of: Stamped.source(photo.bytes)))
    }
    let png = try StamperTests.stamper(allowsLoss: true)
      .stamp(Stamped.source(photo.bytes), as: .png)
    #expect(StampMark(of: png.bytes)?.isReversible == false)
    #expect(png.warnings.contains(.oldLabelStays))
  }

  @Test("may have other metadata, but no other picture")
  func changed() throws {
    let stamped = try Reencoded.stamp(MadePhoto.jpeg()).bytes
    let structure = try JPEGStructure(stamped)
    let stamp = try #require(try StampSegments(in: structure)).range
    let exif = try #require(structure.segments.first { $0.marker.rawValue == 0xE1 })
    var edited = stamped
    edited[exif.payload.upperBound - 2] ^= 1
    edited.insert(contentsOf: [0xFF, 0xFE, 0, 4, 1, 2], at: exif.range.lowerBound)
    #expect(try Reencoded.verify(edited + [1, 2, 3]).problems == [])
    for place in stride(from: stamp.upperBound + 4, to: stamped.count - 2, by: 61) {
      var edited = stamped
      edited[place] ^= 0x10
      let isSeen = (try? Reencoded.verify(edited).problems) != []
      #expect(isSeen, "byte \(place)")
    }
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    let otherColours = stamped[..<exif.range.lowerBound] + adobe + stamped[exif.range.lowerBound...]
    #expect(try Reencoded.verify(Array(otherColours)).problems == [.editedSinceStamping])
  }

  @Test("keeps foreign application segments, large ones too, in their order before the stamp")
  func foreignSegments() throws {
    let plain = try MadePhoto.jpeg()
    let large = [UInt8](repeating: 0x41, count: 65_533)
    let foreign: [[UInt8]] = [
      [0xFF, 0xEF, 0xFF, 0xFF] + large,
      [0xFF, 0xE1, 0xFF, 0xFF] + Array("http://ns.adobe.com/xap/1.0/\0".utf8) + large.dropLast(29),
      [0xFF, 0xEF, 0, 11] + Array("Daystamps".utf8),
    ]
    let original = plain[..<2] + foreign.joined() + plain[2...] + [9, 9, 9]
    let stamped = try Reencoded.stamp(Array(original)).bytes
    let structure = try JPEGStructure(stamped)
    let stamp = try #require(try StampSegments(in: structure)).range
    #expect(stamped[2...].starts(with: foreign.joined()))
    #expect(structure.endOfLeadingSegments == stamp.upperBound)
    #expect(stamped.suffix(3) == [9, 9, 9])
    #expect(try Reencoded.verify(stamped).problems == [])
  }

  @Test("has its record in no other format")
  func otherFormats() throws {
    let mark = try #require(StampMark(of: Reencoded.stamp(MadePhoto.jpeg()).bytes))
    let record = StampRecord(
      Inscription(label: mark.label, time: mark.time, options: nil),
      originalHash: mark.originalHash, areas: mark.areas,
      proof: .reencoded([UInt8](repeating: 1, count: StampRecord.hashSize)))
    for format in [PhotoFormat.png, .bmp, .tiff, .gif, .webp] {
      let plain = try PhotoFile(
        MadePhoto.image(width: 32, height: 32).encoded(as: Encoding(format)))
      let forged = try #require(plain.structure.holding(stamp: record.bytes))
      #expect(throws: StampError.self) { try PixelStamped.verify(forged) }
      #expect(throws: StampError.self) { try PixelStamped.stamp(forged, as: format) }
    }
  }

  @Test(
    "is read by djpeg and exiftool as if the stamp were not there", .enabled(if: Tools.areThere)
  )
  func otherPrograms() async throws {
    let folder = try TemporaryFolder()
    let stamped = try Reencoded.stamp(Stamped.bytes("three-puppies.jpg")).bytes
    try folder.write(stamped, to: "a.jpg")
    try folder.write(Reencoded.withoutStamp(stamped), to: "b.jpg")
    var tags: [String] = []
    for name in ["a.jpg", "b.jpg"] {
      let decoded = try await Program.run(
        Tools.djpeg, ["-outfile", folder.path("\(name).ppm"), folder.path(name)])
      #expect(decoded.status == 0 && decoded.error.isEmpty, "\(decoded.error)")
      let read = try await Program.run(
        Tools.exiftool, ["-a", "-G1", "-x", "File:All", "-x", "System:All", folder.path(name)])
      #expect(read.status == 0 && read.error.isEmpty, "\(read.error)")
      tags.append(read.output)
    }
    #expect(try folder.read("a.jpg.ppm") == folder.read("b.jpg.ppm"))
    #expect(tags[0].contains("Date/Time Original") && tags[0] == tags[1])
  }

  private enum Tools {
    static let djpeg = "/usr/bin/djpeg"
    static let exiftool = "/usr/bin/exiftool"
    static var areThere: Bool {
      [djpeg, exiftool].allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }
  }
}
