import Files
import Formats
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
    _ inputs: [String], _ destination: OutputPlan.Destination,
    onConflict: ConflictPolicy = .suffix
  ) throws(OutputConflict) -> (count: Int, names: [String: String]) {
    let walk = PhotoWalk(inputs.map { FilePath($0) })
    let plan = OutputPlan(
      destination: destination, format: nil, replacesExisting: true, onConflict: onConflict)
    return try names(walk, plan, stamper)
  }

  /// How many photos there are and, by input, the names of their outputs, "-" for those that are left
  /// out and "!" for those that fail.
  private func names(
    _ walk: PhotoWalk, _ plan: OutputPlan, _ work: any PhotoWork
  ) throws(OutputConflict) -> (count: Int, names: [String: String]) {
    let (count, conflicts) = try OutputConflicts(of: walk, plan: plan, work: work).resolve()
    var names: [String: String] = [:]
    for case .photo(let photo) in walk {
      let resolution = conflicts[photo]
      let path = plan.path(for: photo, format: .jpeg, number: resolution?.number)
      names[String(decoding: photo.path)] =
        switch resolution {
        case .leftOut: "-"
        case .refused: "!"
        case .numbered, nil: path.map { String(decoding: $0) }
        }
    }
    return (count, names)
  }

  @Test("are none where names differ, and photos are counted")
  func none() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.png, to: "a.png")
    try folder.write(Self.jpeg, to: "sub/a.jpg")
    #expect(try check([folder.path], .besideInput, onConflict: .fail).count == 3)
    #expect(try check([folder.path], .folder("out"), onConflict: .fail).count == 3)
  }

  @Test("are found by what a photo is, and leave the name to the one that has its extension")
  func sameOutput() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.HEIC")
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.jpeg, to: "a.png")
    #expect(throws: OutputConflict.self) {
      try check([folder.path], .besideInput, onConflict: .fail)
    }
    #expect(
      try check([folder.path], .besideInput).names == [
        folder.path("a.HEIC"): folder.path("a.stamped-2.jpg"),
        folder.path("a.jpg"): folder.path("a.stamped.jpg"),
        folder.path("a.png"): folder.path("a.stamped-3.jpg"),
      ])
  }

  @Test(
    "between folders that are mirrored into one are resolved alike in whatever order they are named",
    arguments: [["x", "y", "z"], ["z", "y", "x"], ["y/a.jpg", "z", "x/a.jpg"]])
  func twoFolders(named: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["x/a.jpg", "y/a.jpg", "z/a.jpg", "z/a-2.jpg"] {
      try folder.write(Self.jpeg, to: name)
    }
    let inputs = named.map(folder.path)
    #expect(throws: OutputConflict.self) {
      try check(inputs, .folder("out"), onConflict: .fail)
    }
    let names = try check(inputs, .folder("out")).names
    #expect(names[folder.path("x/a.jpg")] == "out/a.jpg")
    #expect(names[folder.path("y/a.jpg")] == "out/a-3.jpg")
    #expect(names[folder.path("z/a.jpg")] == "out/a-4.jpg")
    #expect(names[folder.path("z/a-2.jpg")] == "out/a-2.jpg", "which is a name of its own")
    let left = try check(inputs, .folder("out"), onConflict: .skip).names
    #expect(left[folder.path("x/a.jpg")] == "out/a.jpg")
    #expect(left[folder.path("y/a.jpg")] == "-" && left[folder.path("z/a.jpg")] == "-")
  }

  @Test("are resolved for each of many photos with one name")
  func many() throws {
    let folder = try TemporaryFolder()
    let numbers = 1...40
    for number in numbers { try folder.write(Self.jpeg, to: "\(number)/a.jpg") }
    let inputs = numbers.map { folder.path("\($0)") }
    let outputs = Set(try check(inputs, .folder("out")).names.values)
    let expected = ["out/a.jpg"] + numbers.dropFirst().map { "out/a-\($0).jpg" }
    #expect(outputs == Set(expected))
  }

  @Test("with an input fail the photos alone whose output it is, whatever it is called")
  func overwritesInput() throws {
    let folder = try TemporaryFolder()
    for name in ["out/a.jpg", "x/a.jpg", "x/b.jpg"] { try folder.write(Self.jpeg, to: name) }
    let inputs = ["out/a.jpg", "x"].map(folder.path)
    let out = OutputPlan.Destination.folder(FilePath(folder.path("out")))
    #expect(
      try check(inputs, out).names == [
        folder.path("out/a.jpg"): "!", folder.path("x/a.jpg"): "!",
        folder.path("x/b.jpg"): folder.path("out/b.jpg"),
      ])
    #expect(throws: OutputConflict.self) { try check(inputs, out, onConflict: .fail) }
  }

  @Test("are an error where every photo would be written over an input")
  func overwritesAll() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.jpeg, to: "a.jpg")
    #expect(throws: OutputConflict.overwritesInput(FilePath(path), from: FilePath(path))) {
      try check([path], .folder(FilePath(folder.path)))
    }
  }

  /// A JPEG as far as the check looks: with a stamp's segments.
  private static let stamped = [0xff, 0xd8] + (StampSegments.bytes(for: [1]) ?? [])

  private func unstamping(
    _ folder: TemporaryFolder
  ) throws(OutputConflict) -> (count: Int, names: [String: String]) {
    let walk = PhotoWalk([FilePath(folder.path)], passesOverStamped: false)
    let plan = OutputPlan(
      destination: .besideInput, format: nil, replacesExisting: false, naming: .unstamped)
    return try names(walk, plan, Unstamper())
  }

  @Test("are none between a stamped photo, its original and what was unstamped earlier")
  func original() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.stamped, to: "a.stamped.jpg")
    try folder.write(Self.jpeg, to: "a.unstamped.jpg")
    let (count, names) = try unstamping(folder)
    #expect(count == 3)
    #expect(names[folder.path("a.stamped.jpg")] == folder.path("a.unstamped.jpg"))
  }

  @Test("are found where an output is an input whose stamp is damaged")
  func damagedStamp() throws {
    let folder = try TemporaryFolder()
    var damaged = Self.stamped
    damaged[damaged.count - 2] = 9
    let input = try folder.write(damaged, to: "a.unstamped.jpg")
    let writer = try folder.write(Self.stamped, to: "a.stamped.jpg")
    let names = try unstamping(folder).names
    #expect(names[writer] == "!" && names[input] != "!")
  }

  @Test("of stamped photos that would be unstamped into one keep the numbers that they have")
  func severalStamped() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.stamped.jpg", "a.stamped-2.jpg"] {
      try folder.write(Self.stamped, to: name)
    }
    #expect(
      try unstamping(folder).names == [
        folder.path("a.jpg"): folder.path("a.unstamped.jpg"),
        folder.path("a.stamped.jpg"): folder.path("a.unstamped-3.jpg"),
        folder.path("a.stamped-2.jpg"): folder.path("a.unstamped-2.jpg"),
      ])
  }
}
