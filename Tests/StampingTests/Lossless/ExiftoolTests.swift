import Foundation
import TestSupport
import Testing

@testable import Stamping

/// What another program reads of stamped photos.
@Suite(
  "exiftool", .enabled(if: Exiftool.isThere && SharedPhotos.areThere, "needs exiftool and photos"))
struct ExiftoolTests {
  /// What says where the first image ends, or where in the file the second is.
  static let moved: Set<String> = ["MPImageLength", "MPImageStart"]

  @Test(
    "reads the same tags, but for where further images begin",
    arguments: [
      "phone/IMG_20180725_163423-tiny.jpg", "trailer/frozenpond.mpo", "trailer/androidtrail.jpg",
      "date/320x240.jpg", "date/FujiFilm SP-2500.jpg", "progressive/iphoneprogressive.jpg",
      "sampling/fox410.jpg", "phone/Ultra_HDR_Samples_Originals_05.jpg",
    ])
  func tags(name: String) async throws {
    let folder = try TemporaryFolder()
    let original = try Stamped.bytes(name)
    try folder.write(original, to: "a.jpg")
    let before = try await Exiftool.tags(folder.path("a.jpg"))
    try folder.write(Stamped.stamp(original).bytes, to: "a.jpg")
    let after = try await Exiftool.tags(folder.path("a.jpg"))
    #expect(before.count > 10)
    let changed = before.keys.filter { before[$0] != after[$0] }.map {
      String($0.split(separator: ":").last ?? "")
    }
    #expect(Self.moved.isSuperset(of: changed))
    #expect(before.keys.sorted() == after.keys.sorted())
  }

  @Test(
    "extracts the same further images",
    arguments: ["phone/Ultra_HDR_Samples_Originals_05.jpg", "trailer/frozenpond.mpo"])
  func furtherImages(name: String) async throws {
    let folder = try TemporaryFolder()
    let original = try Stamped.bytes(name)
    try folder.write(original, to: "a.jpg")
    try folder.write(Stamped.stamp(original).bytes, to: "b.jpg")
    var images: [String] = []
    for file in ["a.jpg", "b.jpg"] {
      let path = folder.path(file)
      images.append(try await Program.run(Exiftool.path, ["-b", "-MPImage2", path]).output)
    }
    #expect(images[0].utf8.count > 1000)
    #expect(images[0] == images[1])
  }
}

private enum Exiftool {
  static let path = "/usr/bin/exiftool"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// All tags of a file but those of the file itself, as text, by group and name.
  static func tags(_ file: String) async throws -> [String: String] {
    let result = try await Program.run(
      path, ["-a", "-G1", "-j", "-x", "File:All", "-x", "ExifTool:All", file])
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let tags = try #require((object as? [[String: Any]])?.first)
    return tags.filter { !$0.key.hasPrefix("System:") && $0.key != "SourceFile" }
      .mapValues { "\($0)" }
  }
}
