import PhotoFile
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("The plan of outputs")
struct OutputPlanTests {
  private func plan(
    _ destination: OutputPlan.Destination, format: PhotoFormat? = nil
  ) -> OutputPlan {
    OutputPlan(destination: destination, format: format, replacesExisting: false)
  }

  @Test(
    "names outputs beside their inputs",
    arguments: [
      ("a.jpg", PhotoFormat.jpeg, "a.stamped.jpg"), ("a.JPEG", .jpeg, "a.stamped.JPEG"),
      ("dir.d/a.heic", .jpeg, "dir.d/a.stamped.jpg"), ("a.png", .jpeg, "a.stamped.jpg"),
      ("a", .png, "a.stamped.png"), ("IMG.2024", .jpeg, "IMG.2024.stamped.jpg"),
    ])
  func names(input: String, format: PhotoFormat, output: String) {
    let photo = InputPhoto(path: FilePath(input), relativePath: FilePath(input))
    #expect(plan(.besideInput).path(for: photo, format: format) == FilePath(output))
  }

  @Test("mirrors the tree of a folder")
  func mirrors() {
    let photo = InputPhoto(path: "in/sub/a.HEIC", relativePath: "sub/a.HEIC")
    #expect(plan(.folder("out")).path(for: photo, format: .jpeg) == "out/sub/a.jpg")
  }

  @Test("keeps names that are not UTF-8")
  func keepsBytes() throws {
    let name = FilePath(platformString: [CChar(bitPattern: 0xe9), 46, 106, 112, 103, 0])
    let photo = InputPhoto(path: name, relativePath: name)
    let output = try #require(plan(.besideInput).path(for: photo, format: .jpeg))
    #expect(output.withPlatformString { $0[0] } == CChar(bitPattern: 0xe9))
    #expect(output.extension == "jpg")
  }

  @Test("writes HEIC and AVIF as JPEG and TIFF as PNG unless told otherwise")
  func formats() {
    #expect(plan(.besideInput).outputFormat(for: .heic) == .jpeg)
    #expect(plan(.besideInput).outputFormat(for: .avif) == .jpeg)
    #expect(plan(.besideInput).outputFormat(for: .tiff) == .png)
    #expect(plan(.besideInput).outputFormat(for: .webp) == .webp)
    #expect(plan(.besideInput, format: .avif).outputFormat(for: .jpeg) == .avif)
  }
}

@Suite("Conflicts between outputs")
struct OutputConflictsTests {
  private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8)
  private static let png: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]

  private func check(
    _ inputs: [String], _ destination: OutputPlan.Destination
  ) throws(OutputConflict) -> Int {
    let plan = OutputPlan(destination: destination, format: nil, replacesExisting: true)
    return try OutputConflicts(of: PhotoWalk(inputs.map { FilePath($0) }), plan: plan).check()
  }

  @Test("are none where names differ, and photos are counted")
  func none() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.png, to: "a.png")
    try folder.write(Self.jpeg, to: "sub/a.jpg")
    #expect(try check([folder.path], .besideInput) == 3)
    #expect(try check([folder.path], .folder("out")) == 3)
  }

  @Test("are found by what a photo is, not by its name")
  func sameOutput() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.jpeg, to: "a.png")
    #expect(throws: OutputConflict.self) { try check([folder.path], .besideInput) }
  }

  @Test("are found between folders that are mirrored into one")
  func twoFolders() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "x/a.jpg")
    try folder.write(Self.jpeg, to: "y/a.jpg")
    #expect(throws: OutputConflict.self) {
      try check([folder.path("x"), folder.path("y")], .folder("out"))
    }
  }

  @Test("are found where a file is named twice", arguments: [true, false])
  func twice(inPlace: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.jpeg, to: "a.jpg")
    let again = folder.path("./a.jpg")
    #expect(throws: OutputConflict.self) {
      try check([path, again], inPlace ? .inPlace : .besideInput)
    }
  }

  @Test("are found where an output is an input")
  func overwritesInput() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.jpeg, to: "a.jpg")
    #expect(throws: OutputConflict.overwritesInput(FilePath(path), from: FilePath(path))) {
      try check([path], .folder(FilePath(folder.path)))
    }
  }
}
