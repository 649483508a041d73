import Foundation
import Formats
import Places
import TestSupport
import Testing

@testable import PhotoFacts

@Suite("Facts of real photos", .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"))
struct SharedPhotoFactsTests {
  @Test(
    "Cameras, lenses and exposures are told as people write them",
    arguments: [
      (
        "camera/Issue 266.jpg", "Canon EOS 5D Mark III", "EF24-70mm f/2.8L USM",
        "1/200 s · f/2.8 · ISO 1000 · 35 mm"
      ),
      ("camera/Nikon D3100.jpg", "NIKON D3100", nil, "1/200 s · f/8 · ISO 400 · 55 mm"),
      (
        "camera/slrhills.jpg", "Canon PowerShot ELPH 110 HS", nil,
        "1/320 s · f/5 · ISO 200 · 12.2 mm"
      ),
      (
        "phone/iphone.jpg", "Apple iPhone 5", "Apple iPhone 5 back camera 4.12mm f/2.4",
        "1/20 s · f/2.4 · ISO 100 · 4.1 mm"
      ),
      (
        "phone/Samsung SM-J327T1.jpg", "Samsung SM-J327T1", nil,
        "1/2801 s · f/1.9 · ISO 40 · 2.5 mm"
      ),
      (
        "colour/canyon-wren.jpg", "NIKON D810", "70.0-200.0 mm f/2.8",
        "1/1250 s · f/8 · ISO 200 · 200 mm"
      ),
      (
        "tiff/tifftag-photoshop.tiff", "FUJIFILM X-T2", "FUJIFILM XF18-55mmF2.8-4 R LM OIS",
        "1/60 s · f/8 · ISO 800 · 42.5 mm"
      ),
      (
        "heic/aux_YCbCr.heic", "Samsung Galaxy S25 Ultra", nil,
        "1/33 s · f/3.4 · ISO 1600 · 18.6 mm"
      ),
      ("date/FujiFilm SP-2500.jpg", "FUJIFILM SP-2500", nil, nil),
      ("date/verizon.jpg", "LG VX-9700", nil, nil),
      (
        "sampling/Epson PhotoPC 3000Z.jpg", "EPSON PhotoPC 3000Z", nil,
        "1/103 s · f/2 · ISO 100 · 7 mm"
      ),
      ("trailer/frozenpond.mpo", "Nintendo 3DS", nil, nil),
      ("orient/Landscape_2.jpg", nil, nil, nil),
    ])
  func texts(name: String, camera: String?, lens: String?, exposure: String?) throws {
    let facts = try facts(try #require(SharedPhotos.path(name)))
    #expect(facts.camera == camera)
    #expect(facts.lens == lens)
    #expect(facts.exposure?.text == exposure)
  }

  @Test("No photo has a caption but what cameras and programs wrote for want of one")
  func captions() throws {
    for (name, facts) in try all() { #expect(facts.caption == nil, "\(name)") }
  }

  /// Where the photos were taken is nobody's business, so no position stands in a test.
  @Test(
    "Numbers of all photos are those that exiftool reads",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func numbers() async throws {
    let folder = try #require(SharedPhotos.folder)
    let tags = [
      "EXIF:ExposureTime", "EXIF:FNumber", "EXIF:ISO", "EXIF:FocalLength",
      "Composite:GPSLatitude", "Composite:GPSLongitude", "Composite:GPSAltitude",
      "EXIF:GPSImgDirection",
    ]
    // Its status is 1, as some of the files are damaged.
    let run = try await InstalledProgram.run(
      "exiftool", ["-j", "-n", "-r", "-G0", "-q"] + tags.map { "-\($0)" } + [folder])
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let entries = try #require(json as? [[String: Any]])
    let expected = Dictionary(
      uniqueKeysWithValues: entries.compactMap { entry in
        (entry["SourceFile"] as? String).map { ($0, entry) }
      })
    for (path, facts) in try all() {
      let entry = try #require(expected[path], "\(path)")
      let place = facts.position
      let found: [Double?] = [
        facts.exposure?.time, facts.exposure?.aperture,
        facts.exposure?.sensitivity.map(Double.init), facts.exposure?.focalLength,
        place?.latitude, place?.longitude, facts.altitude?.metres, facts.direction?.degrees,
      ]
      for (tag, found) in zip(tags, found) {
        let number = entry[tag] as? Double
        // Exactly zero degrees and metres are what was written for want of a fix.
        let wanted = number == 0 && tag.hasPrefix("Composite:") && place == nil ? nil : number
        let isSame = found == wanted || abs((found ?? .nan) - (wanted ?? .nan)) < 1e-6
        #expect(isSame, "\(path) \(tag)")
      }
    }
  }

  /// Of every photo that can be read, by its path.
  private func all() throws -> [(String, PhotoFacts)] {
    let folder = try #require(SharedPhotos.folder)
    let walk = try #require(FileManager.default.enumerator(atPath: folder))
    let photos = walk.compactMap { $0 as? String }.filter { $0.contains("/") }.map {
      "\(folder)/\($0)"
    }
    #expect(photos.count > 50)
    return photos.sorted().compactMap { path in (try? facts(path)).map { (path, $0) } }
  }

  private func facts(_ path: String) throws -> PhotoFacts {
    PhotoFacts(try PhotoFile([UInt8](Data(contentsOf: URL(filePath: path)))).metadata)
  }
}
