import Files
import Formats
import Foundation
import Raster
import Testing
import TestSupport

/// Programs under a limit of address space (ulimit -v), which ends a program that takes more.
@Suite("A limit of memory")
struct MemoryLimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs daystamp with so many MiB of address space.
  private func daystamp(_ arguments: String..., megabytes: Int) async throws -> Program {
    try await daystamp(arguments, megabytes: megabytes)
  }

  private func daystamp(_ arguments: [String], megabytes: Int) async throws -> Program {
    try await Program.run(
      "/bin/sh",
      ["-c", "ulimit -v \(megabytes * 1024) && exec \"$0\" \"$@\"", Program.daystamp] + arguments,
      in: folder.path, environment: ["TZ": "UTC"])
  }

  /// Files of a few bytes for whose pictures decoders would take gigabytes.
  private static let bombs: [(name: String, bytes: [UInt8])] = [
    ("a.webp", HostilePhoto.webp(width: 16_384, height: 16_384)),
    (
      "b.webp",
      HostilePhoto.extendedWebP(
        canvas: PixelSize(width: 64, height: 64), picture: PixelSize(width: 16_384, height: 16_384)
      )
    ),
    (
      "c.webp",
      HostilePhoto.extendedWebP(
        canvas: PixelSize(width: 16_384, height: 16_384), picture: PixelSize(width: 64, height: 64)
      )
    ),
    ("d.tif", HostilePhoto.tiff(width: 15_000, height: 15_000)),
    ("e.tif", HostilePhoto.tiff(width: 64, height: 64, tile: 60_000)),
    (
      "f.tif",
      HostilePhoto.tiff(
        width: 64, height: 64, longSides: PixelSize(width: 22_000, height: 22_000))
    ),
    ("g.png", HostilePhoto.png(width: 19_999, height: 19_999)),
    ("h.png", HostilePhoto.png(width: 19_999, height: 19_999, colourType: 6, bits: 16)),
    ("i.bmp", HostilePhoto.bmp(width: 19_999, height: 19_999)),
    (
      "j.gif",
      HostilePhoto.gif(
        screen: PixelSize(width: 60_000, height: 60_000),
        picture: PixelSize(width: 60_000, height: 60_000))
    ),
    (
      "k.gif",
      HostilePhoto.gif(
        screen: PixelSize(width: 60_000, height: 60_000), picture: PixelSize(width: 9, height: 9))
    ),
  ]

  @Test("refuses small files that need much, and the batch goes on after each")
  func bombs() async throws {
    for (name, bytes) in Self.bombs { try folder.write(bytes, to: name) }
    try folder.write(MadePhoto.jpeg(), to: "z.jpg")
    let result = try await daystamp(
      "stamp", ".", "-o", "out", "--time", "2024-01-31", "--allow-loss", "--json", megabytes: 1024)
    #expect(result.status == 1, "\(result.error)")
    let statuses = result.json.compactMap { $0["status"] as? String }
    #expect(statuses.count { $0 == "failed" } == Self.bombs.count, "\(result.output)")
    #expect(statuses.count { $0 == "stamped" } == 1)
    for (name, _) in Self.bombs {
      let line = result.error.split(separator: "\n").first { $0.contains(name) }
      #expect(
        line?.contains(/MiB of memory|is damaged|megapixels|is longer than WebP allows/) == true,
        "\(line ?? "")")
      #expect(line?.contains(/truncated|corrupt/) != true, "\(line ?? "")")
    }
  }

  @Test("holds for AVIF and HEIC whose boxes say another size", arguments: ["avif", "heic"])
  func lyingBoxes(format: String) async throws {
    let format = try #require(PhotoFormat(rawValue: format))
    let bytes = try HostilePhoto.heif(
      format, width: 1600, height: 1200, saying: PixelSize(width: 360, height: 360))
    try folder.write(bytes, to: "a.\(format.rawValue)")
    let result = try await daystamp(
      "stamp", "a.\(format.rawValue)", "--time", "2024-01-31", "--max-pixels", "1",
      megabytes: 1024)
    #expect(result.status == 1)
    #expect(result.error.contains("as in the coded data"), "\(result.error)")
  }

  @Test("that is hit while decoding is told as want of memory, with the size")
  func shortage() async throws {
    // It may take more than there is: what it says is only wrong of the machine.
    try folder.write(HostilePhoto.webp(width: 12_000, height: 12_000), to: "a.webp")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await daystamp(
      "stamp", "a.webp", "b.jpg", "--time", "2024-01-31", "--jobs", "1", "--max-memory", "64G",
      megabytes: 1024)
    #expect(result.status == 1, "\(result.error)")
    #expect(result.error.contains("than the limit of 1024 MiB for one photo"), "\(result.error)")
    #expect(folder.files.contains("b.stamped.jpg"))
  }

  @Test("is given with --max-memory, and divided among the jobs")
  func given() async throws {
    try folder.write(HostilePhoto.png(width: 3000, height: 2000), to: "a.png")
    func stamp(_ arguments: String...) async throws -> String {
      try await Program.run(
        Program.daystamp, ["stamp", "a.png", "--time", "2024-01-31"] + arguments,
        in: folder.path, environment: ["TZ": "UTC"]
      ).error
    }
    let refused = try await stamp("--max-memory", "512M", "--jobs", "8")
    #expect(
      refused.contains(/can need \d+ MiB of memory, more than the limit of 64 MiB/), "\(refused)")
    #expect(refused.contains("--max-memory"))
    #expect(refused.contains("--jobs"))
    // There are no pixels in it, which is found only by decoding.
    #expect(try await stamp("--max-memory", "512M", "--jobs", "1").contains("cannot be decoded"))
    for wrong in ["63M", "much", "1.5G", "-1G"] {
      #expect(try await stamp("--max-memory", wrong).contains("--max-memory"), "\(wrong)")
    }
  }

  @Test("is one for files that are read, too", arguments: ["info", "verify", "unstamp", "stamp"])
  func files(command: String) async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo, to: "a.jpg")
    // Bytes after the end, which are kept; nothing of a sparse file takes room on the disk.
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path("a.jpg")))
    try file.truncate(atOffset: 1 << 30)
    try file.close()
    let result = try await daystamp(command, "a.jpg", "--max-memory", "256M", megabytes: 512)
    #expect(result.status == 1)
    #expect(
      result.error.contains("1024 MiB of memory, more than the limit of 256 MiB"), "\(result.error)"
    )
  }

  @Test("is kept by a collection whose texts would not fit under it")
  func collection() async throws {
    try folder.write(
      (0..<8_000).flatMap { Array("\($0) \(String(repeating: "— ", count: 1_200))\n".utf8) },
      to: "long.txt")
    let place = ["--journal", folder.path("journal")]
    let owner = try await Program.run(Program.daystamp, ["owner", "add", "anna"] + place)
    #expect(owner.status == 0, "\(owner.error)")
    // The program takes 145 MiB to start, and the file has 38.
    let added = try await daystamp(
      ["collection", "add", "long.txt", "--owner", "anna"] + place, megabytes: 180)
    #expect(added.status == 0, "\(added.error)")
    #expect(added.error == "Added long with 8000 texts.\n")
  }
}
