import Foundation
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A thumbnail says nothing")
struct ThumbnailMetadataTests {
  private static func thumbnail(of bytes: [UInt8]) throws -> PhotoFile {
    try PhotoFile(Thumbnail(of: bytes, .small, maxPixels: 100_000_000).bytes)
  }

  /// A JPEG with a colour profile of so many bytes for a colour space.
  private static func photo(profile count: Int, space: String = "RGB ") throws -> [UInt8] {
    let jpeg = try MadePhoto.jpeg()
    var profile = [UInt8](repeating: 7, count: count)
    profile.replaceSubrange(16..<20, with: Array(space.utf8))
    let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let length = payload.count + 2
    let segment = [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 0xff)] + payload
    return jpeg[..<2] + segment + jpeg[2...]
  }

  @Test("but its colour profile, where that is short and fits its pixels")
  func profile() throws {
    let kept = try Self.thumbnail(of: Self.photo(profile: 3000)).metadata
    #expect(kept.icc?.count == 3000)
    #expect(kept.kinds == [.icc])
    for photo in [
      try Self.photo(profile: 20_000), try Self.photo(profile: 3000, space: "GRAY"),
    ] {
      #expect(try Self.thumbnail(of: photo).metadata.kinds == [])
    }
  }

  @Test("of when it was taken, nor what wrote it")
  func exif() throws {
    var photo = try MadePhoto.jpeg(exif: ExifBlock(orientation: 6))
    photo += Array("a video".utf8)
    let thumbnail = try Self.thumbnail(of: photo)
    #expect(thumbnail.metadata.kinds == [])
    #expect(thumbnail.header.orientation == .topLeft)
    #expect(!String(decoding: thumbnail.bytes, as: UTF8.self).contains("CREATOR"))
  }

  private static let exiftool = InstalledProgram.isThere("exiftool")

  @Test(
    "of where, as exiftool reads it",
    .enabled(if: exiftool && SharedPhotos.areThere, "needs exiftool and photos"),
    arguments: [
      "phone/iphone.jpg", "phone/dog_exif_extended_xmp_icc.jpg", "heic/aux_YCbCr.heic",
      "png/paris_icc_exif_xmp.png", "avif/paris_icc_exif_xmp.avif", "trailer/androidtrail.jpg",
    ])
  func place(name: String) async throws {
    let folder = try TemporaryFolder()
    let photo = try [UInt8](Data(contentsOf: URL(filePath: #require(SharedPhotos.path(name)))))
    let path = try folder.write(Self.thumbnail(of: photo).bytes, to: "thumbnail.jpg")
    let run = try await InstalledProgram.run(
      "exiftool",
      ["-a", "-G1", "-s", "-j", "-x", "ExifTool:All", "-x", "Composite:All", path])
    let tags = try #require(run.jsonArray.first)
    let groups = Set(tags.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
      .filter { !$0.hasPrefix("ICC") }
    #expect(groups == ["SourceFile", "System", "File", "JFIF"])
  }
}

extension Program {
  /// Standard output as a JSON array of objects.
  fileprivate var jsonArray: [[String: Any]] {
    get throws {
      let array = try JSONSerialization.jsonObject(with: Data(output.utf8))
      return array as? [[String: Any]] ?? []
    }
  }
}
