import Foundation
import Formats
import TestSupport
import Testing

@Suite("daystamp stamp, with crop, rotation and filters")
struct StampEditTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
  }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(Program.daystamp, arguments, in: folder.path)
  }

  @Test("cuts without loss, and says how far its blocks moved it; unstamp gives what was cut")
  func cut() async throws {
    let result = try await run("stamp", "in", "-o", "out", "--crop", "square", "--json")
    let record = try #require(result.json.first)
    #expect(record["lossless"] as? Bool == true && record["reversible"] as? Bool == true)
    let notes = try #require(record["warnings"] as? [String])
    #expect(notes.isEmpty || notes[0].contains("is cropped to 240×240 at the JPEG's blocks"))
    #expect(try await run("unstamp", "out/a.jpg", "-o", "back.jpg").status == 0)
    let back = try PhotoFile(folder.read("back.jpg")).header
    #expect((back.width, back.height) == (240, 240))
    #expect(try folder.read("in/a.jpg") == MadePhoto.jpeg())
  }

  @Test("says once more that it is there, also after a copy with another time")
  func again() async throws {
    for options in [["--crop", "4:5"], ["--filter", "noir"], ["--rotate", "90"]] {
      let output = "out-\(options[1].filter(\.isLetter))\(options[1].count)"
      let arguments = ["stamp", "in", "-o", output, "--json"] + options
      for round in 0..<3 {
        if round == 2 {
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: folder.path("\(output)/a.jpg"))
        }
        let result = try await Program.run(Program.daystamp, arguments, in: folder.path)
        #expect(result.status == 0, "\(result.error)")
        #expect(result.json.first?["status"] as? String == (round == 0 ? "stamped" : "already"))
      }
    }
  }

  @Test(
    "refuses what it cannot do, with the reason",
    arguments: [
      (["--crop", "0:1"], "0:1"), (["--crop", "sqare"], "Did you mean 'square'?"),
      (["--rotate", "45"], "90, 180 or 270"), (["--gravity", "top"], "--gravity needs --crop"),
      (["--exact"], "--exact needs --crop or --rotate"),
      (["--filter", "nashvile"], "Did you mean 'nashville'?"),
      (["--crop", "square", "--gravity", "toplef"], "Did you mean 'top-left'?"),
      (["--crop", "square", "--in-place"], "--in-place cannot be used with --crop"),
      (["--rotate", "90", "--filter", "noir", "--in-place"], "--rotate and --filter"),
    ])
  func refused(options: [String], says: String) async throws {
    let result = try await Program.run(
      Program.daystamp, ["stamp", "in/a.jpg"] + options, in: folder.path)
    #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
    #expect(folder.files == ["in/a.jpg"])
  }

  @Test(
    "says which filter may have been meant",
    arguments: [
      ("nashvile", "nashville"), ("Sepa", "sepia"), ("X-Ray", "xray"), ("noire", "noir"),
      ("197", "1977"), ("clarendom", "clarendon"), ("momo", "mono"), ("tona", "tonal"),
      ("valencia", nil), ("x", nil),
    ] as [(String, String?)])
  func nearest(name: String, meant: String?) async throws {
    let result = try await run("stamp", "in/a.jpg", "--filter", name)
    #expect(result.status == 64)
    #expect(result.error.contains("Did you mean") == (meant != nil), "\(result.error)")
    if let meant { #expect(result.error.contains("Did you mean '\(meant)'?")) }
  }

  @Test("cuts a line of pixels where the shape asks for less, on which no label fits")
  func narrow() async throws {
    let result = try await run("stamp", "in/a.jpg", "--crop", "10000:1")
    #expect(result.status == 1 && result.error.contains("320×1"), "\(result.error)")
  }
}
