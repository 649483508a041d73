import Files
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("Conflicts between outputs")
struct OutputConflictsTests {
  private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8)
  private static let png: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]

  private let stamper: Stamper

  init() throws { stamper = try StamperTests.stamper() }

  private func check(
    _ inputs: [String], _ destination: OutputPlan.Destination
  ) throws(OutputConflict) -> Int {
    let plan = OutputPlan(destination: destination, format: nil, replacesExisting: true)
    return try OutputConflicts(
      of: PhotoWalk(inputs.map { FilePath($0) }), plan: plan, work: stamper
    ).check()
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

  /// A JPEG as far as the check looks: with a stamp's segments.
  private static let stamped = [0xff, 0xd8] + (StampSegments.bytes(for: [1]) ?? [])

  private func checkUnstamping(_ folder: TemporaryFolder) throws(OutputConflict) -> Int {
    let walk = PhotoWalk([FilePath(folder.path)], passesOverStamped: false)
    let plan = OutputPlan(
      destination: .besideInput, format: nil, replacesExisting: false, naming: .unstamped)
    return try OutputConflicts(of: walk, plan: plan, work: Unstamper()).check()
  }

  @Test("are none between a stamped photo, its original and what was unstamped earlier")
  func original() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.stamped, to: "a.stamped.jpg")
    try folder.write(Self.jpeg, to: "a.unstamped.jpg")
    #expect(try checkUnstamping(folder) == 3)
  }

  @Test("are found where an output is an input whose stamp is damaged")
  func damagedStamp() throws {
    let folder = try TemporaryFolder()
    var damaged = Self.stamped
    damaged[damaged.count - 2] = 9
    let input = try folder.write(damaged, to: "a.unstamped.jpg")
    let writer = try folder.write(Self.stamped, to: "a.stamped.jpg")
    #expect(throws: OutputConflict.overwritesInput(FilePath(input), from: FilePath(writer))) {
      try checkUnstamping(folder)
    }
  }

  @Test("are found between two stamped photos that would be unstamped into one")
  func twoStamped() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(Self.stamped, to: "a.jpg")
    let second = try folder.write(Self.stamped, to: "a.stamped.jpg")
    let output = FilePath(folder.path("a.unstamped.jpg"))
    #expect(
      throws: OutputConflict.sameOutput(
        output, first: FilePath(first), second: FilePath(second))
    ) { try checkUnstamping(folder) }
  }
}
