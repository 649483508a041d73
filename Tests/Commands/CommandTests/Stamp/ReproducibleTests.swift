import Formats
import Foundation
import Testing
import TestSupport

@Suite("daystamp stamp --reproducible")
struct ReproducibleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("gives the same bytes to users with other settings, on another file system")
  func anywhere() async throws {
    let other =
      FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let second = try TemporaryFolder(in: other)
    var outputs: [[String: [UInt8]]] = []
    for (place, base, zone, language, style, time) in [
      (folder, "in", "Asia/Seoul", "ko_KR.UTF-8", "film", 1_500_000_000),
      (second, "photos", "America/Los_Angeles", "de_DE.UTF-8", "diary", 1_700_000_000),
    ] as [(TemporaryFolder, String, String, String, String, Double)] {
      try place.write(MadePhoto.jpeg(), to: "\(base)/a/x.jpg")
      try place.write(MadePhoto.png(), to: "\(base)/b/IMG_20240131_235959.png")
      for name in ["birthday-dog.jpg", "paris.avif"] {
        try place.write(
          Data(contentsOf: Checkout.folder.appending(path: "Samples/\(name)")),
          to: "\(base)/\(name)")
      }
      for name in place.files {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: place.path(name))
      }
      try place.write("a/x.jpg\nb\nbirthday-dog.jpg\nparis.avif\n".utf8, to: "list")
      try place.write("[stamp]\nstyle = \"\(style)\"\n".utf8, to: "config/daystamp/config.toml")
      let run = try await Program.run(
        Program.daystamp,
        [
          "stamp", "--files-from", "list", "--base", base, "-o", "out", "--reproducible", "--line",
          "{time}", "--line", "{folder} {name}", "-j", "\(outputs.count + 1)", "--json",
        ], in: place.path,
        environment: [
          "TZ": zone, "LANG": language, "LC_ALL": language, "HOME": place.path,
          "XDG_CONFIG_HOME": place.path("config"),
        ])
      #expect(run.status == 0, "\(run.error)")
      let names = place.files.filter { $0.hasPrefix("out/") }
      #expect(names.count == 4)
      outputs.append(try Dictionary(uniqueKeysWithValues: names.map { ($0, try place.read($0)) }))
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("does not ask when a file was changed")
  func modificationTimes() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "a.jpg")
    #expect(try await folder.stamp("a.jpg", "-o", "one.jpg").status == 0)
    let run = try await folder.stamp("a.jpg", "-o", "two.jpg", "--reproducible")
    #expect(run.status == 1 && run.error.contains("does not say when it was taken"), "\(run.error)")
    #expect(
      try await folder.stamp("a.jpg", "-o", "3.jpg", "--reproducible", "--text", "x").status == 0)
  }

  @Test("does not ask for the machine's time zone, where a name or GPS is in UTC")
  func zone() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "PXL_20240131_235959123.jpg")
    try folder.write(MadePhoto.jpeg(exif: nil), to: "FB_IMG_1706745599000.jpg")
    for name in folder.files {
      let run = try await folder.stamp(name, "-o", "out/", "--reproducible")
      #expect(run.status == 1 && run.error.contains("give --time-zone"), "\(run.error)")
      #expect(
        try await folder.stamp(name, "-o", "out/", "--reproducible", "--time-zone", "Asia/Seoul")
          .status == 0)
    }
    #expect(folder.files.filter { $0.hasPrefix("out/") }.count == 2)
  }

  @Test("takes an offset that a name or a file beside the photo says")
  func ownOffset() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "2024-01-31T23-59-58+0900.jpg")
    try folder.write(MadePhoto.jpeg(exif: nil), to: "b.jpg")
    let packet =
      #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description "#
      + #"xmlns:e="http://ns.adobe.com/exif/1.0/" e:DateTimeOriginal="2024-01-31T23:59:58+09:00"/>"#
      + "</r:RDF>"
    try folder.write(Array(packet.utf8), to: "b.xmp")
    for name in ["2024-01-31T23-59-58+0900.jpg", "b.jpg"] {
      let run = try await folder.stamp(name, "-o", "out/", "--reproducible", "--json")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.json.first?["label"] as? String == "2024-01-31 23:59")
    }
  }

  @Test(
    "refuses options that ask the machine",
    arguments: [
      (["--font", "DejaVu Sans"], "no installed fonts"),
      (["--text", "{n} of many"], "does not allow {n}"),
      (["--also", "top={n}"], "does not allow {n}"), (["--time", "now"], "--time now"),
      (["--profile", "site"], "--profile site"),
    ])
  func refusals(_ options: [String], _ complaint: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write("[site]\nstyle = \"box\"\n".utf8, to: "config/daystamp/profiles.toml")
    let run = try await Program.run(
      Program.daystamp, ["stamp", "a.jpg", "--reproducible"] + options, in: folder.path,
      environment: ["XDG_CONFIG_HOME": folder.path("config"), "HOME": folder.path])
    #expect(run.status == 64 && run.error.contains(complaint), "\(run.error)")
    #expect(!folder.files.contains { $0.contains("stamped") })
  }
}
