import Formats
import Foundation
import JPEGSplice
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A label as a layer")
struct LayerTests {
  static let orientations: [Orientation] = [
    .topLeft, .topRight, .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom,
  ]

  @Test("lies where libgd would draw it, in all orientations", arguments: orientations)
  func orientation(orientation: Orientation) throws {
    let (width, height) = orientation.swapsAxes ? (360, 480) : (480, 360)
    let label = try LabelDrawingTests.draw("2024-01-31 23:59", width: 480, height: 360)
    let layer = Layer(
      label, on: CodedFrame(orientation: orientation, width: width, height: height))
    let black = RGBA(red: 0, green: 0, blue: 0)
    let drawn = try MadePhoto.image(width: width, height: height) { _, _ in black }
    drawn.blend(
      label.overlay,
      through: Placement(
        x: label.x, y: label.y, orientation: orientation, codedWidth: width, codedHeight: height))
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = (x - layer.x, y - layer.y)
        let isInside = 0..<layer.width ~= column && 0..<layer.height ~= row
        let pixel = isInside ? layer.pixels[row * layer.width + column] : nil
        let expected = pixel.map { Int($0.green) * Int($0.alpha) / 255 } ?? 0
        #expect(abs(Int(drawn[x, y].green) - expected) <= 2)
      }
    }
    #expect(layer.pixels.first { $0.alpha == 255 } != nil)
  }

  @Test("has no transparent rows and columns around it")
  func cropped() throws {
    let label = try LabelDrawingTests.draw("2024", width: 480, height: 360)
    let layer = Layer(label, on: CodedFrame(orientation: .topLeft, width: 480, height: 360))
    let rows = (0..<layer.height).map { row in
      layer.pixels[row * layer.width..<(row + 1) * layer.width].contains { $0.alpha > 0 }
    }
    #expect(rows.first == true && rows.last == true)
    #expect(layer.width < label.overlay.width && layer.height < label.overlay.height)
  }
}

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
    "extracts the same further images", arguments: ["trailer/frozenpond.mpo"])
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
