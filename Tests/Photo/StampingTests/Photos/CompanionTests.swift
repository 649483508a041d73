import CaptureTime
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("Files beside photos")
struct CompanionTests {
  @Test(
    "A photo's JSON of Google Takeout is found by all the names that it may have",
    arguments: [
      ("IMG.jpg", "IMG.jpg.json"), ("IMG.jpg", "IMG.jpg.supplemental-metadata.json"),
      ("IMG.jpg", "IMG.jpg.JSON"),
      // Cut at 46 characters.
      (
        "PXL_20240131_235959123.PORTRAIT.jpg",
        "PXL_20240131_235959123.PORTRAIT.jpg.supplement.json"
      ),
      (
        "Screenshot_20240131-235959_One UI Home.jpg",
        "Screenshot_20240131-235959_One UI Home.jpg.sup.json"
      ),
      (
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstu.jpg",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst.json"
      ),
      (
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.jpg",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json"
      ),
      ("IMG.jpg", "IMG.jpg.s.json"),
      // Copies.
      ("IMG(1).jpg", "IMG.jpg(1).json"), ("IMG(12).jpg", "IMG.jpg.supplemental-metadata(12).json"),
      ("IMG(1).jpg", "IMG.jpg.supplemental-me(1).json"), ("IMG(1).jpg", "IMG(1).jpg.json"),
      // Edited copies.
      ("IMG-edited.jpg", "IMG.jpg.json"), ("IMG-edited(1).jpg", "IMG.jpg(1).json"),
      ("IMG-수정됨.jpg", "IMG.HEIC.supplemental-metadata.json"),
      ("IMG-bearbeitet.jpg", "IMG.jpg.json"),
      ("IMG-modifie\u{301}.jpg", "IMG.jpg.json"), ("IMG-編集済み.png", "IMG.png.json"),
      ("IMG-EFFECTS.jpg", "IMG.jpg.json"),
      // The mark is cut at 47 characters.
      (
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq-edi.jpg",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq.jp.json"
      ),
      // Videos of motion photos.
      ("IMG.MP4", "IMG.HEIC.json"), ("IMG.MOV", "IMG.jpg.supplemental-metadata.json"),
      ("PXL_20240131.MP", "PXL_20240131.MP.jpg.json"), ("IMG(1).MP4", "IMG.HEIC(1).json"),
    ])
  func takeout(photo: String, json: String) {
    let names = CompanionNames(["other.jpg.json", "IMG", json, "a.txt"])
    #expect(names.companions(of: photo).map(\.names) == [[json]])
  }

  @Test(
    "The JSON of another photo is not taken",
    arguments: [
      ("IMG.jpg", "IMG.jpg(1).json"), ("IMG(1).jpg", "IMG.jpg.json"),
      ("IMG(1).jpg", "IMG.jpg(2).json"),
      ("IMG_1.jpg", "IMG_10.jpg.json"), ("IMG.jpg", "IMG.json"), ("IMG.jpg", "IMG.jpeg.json"),
      ("IMG.jpg", "IMG.jpg.supplemental-metadata.txt"), ("IMG.jpg", "IMG.jpg.superb.json"),
      ("IMG.jpg", "metadata.json"), ("IMG-edited.jpg", "IMG_1.jpg.json"), ("IMG.jpg", ".json"),
      ("IMG.jpg", "IMG.jp.json"), (".jpg", "a.json"),
    ])
  func others(photo: String, json: String) {
    #expect(CompanionNames([json]).companions(of: photo).isEmpty)
  }

  @Test("XMP is found under the photo's whole name before its stem")
  func xmp() {
    let names = CompanionNames(["IMG.xmp", "IMG.jpg.XMP", "IMG.jpg.json"])
    #expect(names.companions(of: "IMG.jpg").map(\.names) == [["IMG.jpg.XMP"], ["IMG.jpg.json"]])
    #expect(names.companions(of: "IMG.png").map(\.names) == [["IMG.xmp"]])
  }

  @Test("Of two that fit equally, neither is read")
  func several() throws {
    let folder = try TemporaryFolder()
    let json = Array(#"{"photoTakenTime": {"timestamp": "1698574272"}}"#.utf8)
    try folder.write(json, to: "a.jpg.json")
    try folder.write(json, to: "a.jpg.supplemental-metadata.json")
    let found = CompanionFolders().companions(of: FilePath(folder.path("a.jpg")))
    #expect(found.files.isEmpty)
    #expect(
      found.problems == [.several(names: ["a.jpg.json", "a.jpg.supplemental-metadata.json"])])
  }

  @Test("A companion that is a link, a folder, a FIFO or too large is not read, and told")
  func hostile() throws {
    let folder = try TemporaryFolder()
    let json = Array(#"{"photoTakenTime": {"timestamp": "1698574272"}}"#.utf8)
    try folder.write(json, to: "out/secret.json")
    try folder.write(json, to: "in/a.jpg.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/b.jpg.json"), withDestinationPath: "../out/secret.json")
    mkfifo(folder.path("in/c.jpg.json"), 0o600)
    try FileManager.default.createDirectory(
      atPath: folder.path("in/d.jpg.json"), withIntermediateDirectories: false)
    // A gigabyte that takes no room.
    try folder.write([], to: "in/e.jpg.json")
    #expect(truncate(folder.path("in/e.jpg.json"), 1 << 30) == 0)
    let folders = CompanionFolders()
    func beside(_ name: String) -> Companions {
      folders.companions(of: FilePath(folder.path("in/\(name)")))
    }
    #expect(beside("a.jpg").files.map(\.bytes) == [json])
    #expect(beside("b.jpg").problems == [.link(name: "b.jpg.json")])
    #expect(beside("c.jpg").problems == [.unreadable(name: "c.jpg.json")])
    #expect(beside("d.jpg") == Companions())
    #expect(
      beside("e.jpg").problems == [
        .tooLarge(name: "e.jpg.json", bytes: 1 << 30, limit: Companion.byteLimit)
      ])
    #expect(["b.jpg", "c.jpg", "e.jpg"].allSatisfy { beside($0).files.isEmpty })
    #expect(folders.companions(of: FilePath(folder.path("nowhere/a.jpg"))) == Companions())
  }

  @Test("Many photos of a folder are asked about with one look into it")
  func many() throws {
    let names = (0..<20_000).map { "IMG_\($0).jpg" }
    let companions = CompanionNames(names + names.map { $0 + ".supplemental-metadata.json" })
    let time = ContinuousClock().measure {
      for name in names { #expect(companions.companions(of: name).count == 1) }
    }
    #expect(time < .seconds(20), "a photo takes \(time / names.count)")
  }
}
