import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("The walk over inputs")
struct PhotoWalkTests {
  private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8)

  private func photos(_ inputs: [String], excluding: String? = nil) -> [String] {
    PhotoWalk(inputs.map { FilePath($0) }, excluding: excluding.map { FilePath($0) })
      .compactMap { element in
        guard case .photo(let photo) = element else { return nil }
        return String(decoding: photo.relativePath)
      }
  }

  @Test("takes photos by name or content, in the order of their names")
  func takesPhotos() throws {
    let folder = try TemporaryFolder()
    for name in ["b.JPG", "a.heic", "sub/c.png", "sub/deeper/d", "zz.jpeg"] {
      try folder.write(Self.jpeg, to: name)
    }
    try folder.write(Array("text".utf8), to: "notes.txt")
    try folder.write([], to: "empty.jpg")
    #expect(
      photos([folder.path])
        == ["a.heic", "b.JPG", "empty.jpg", "sub/c.png", "sub/deeper/d", "zz.jpeg"])
  }

  @Test("leaves out hidden names, links, its own outputs and the output folder")
  func leavesOut() throws {
    let folder = try TemporaryFolder()
    for name in [
      ".hidden.jpg", ".folder/a.jpg", "real.stamped.jpg", "real.stamped-2.jpg", "out/b.jpg",
      "real.jpg",
    ] {
      try folder.write(Self.jpeg, to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: folder.path("real.jpg"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: folder.path)
    #expect(photos([folder.path], excluding: folder.path("out")) == ["real.jpg"])
  }

  @Test("takes stamped photos beside their originals where they are wanted")
  func takesStamped() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.stamped.jpg", "a.unstamped.jpg"] {
      try folder.write(Self.jpeg, to: name)
    }
    let inputs = [FilePath(folder.path)]
    #expect(Array(PhotoWalk(inputs, passesOverStamped: false)).count == 3)
    #expect(photos([folder.path]) == ["a.jpg", "a.unstamped.jpg"])
  }

  @Test("distinguishes photos that were found from photos that were named")
  func distinguishesFound() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "sub/b.jpg")
    let path = FilePath(try folder.write(Self.jpeg, to: "a.jpg"))
    let found = PhotoWalk([FilePath(folder.path("sub")), path]).compactMap { element in
      if case .photo(let photo) = element { photo.isFound } else { nil }
    }
    #expect(found == [true, false])
  }

  @Test("finds each file once, under whatever paths it is named")
  func findsOnce() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "sub/b.jpg", "sub/deeper/c.jpg"] { try folder.write(Self.jpeg, to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: folder.path("a.jpg"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("linked"), withDestinationPath: folder.path("sub"))
    func found(_ inputs: String...) -> [String] { photos(inputs.map(folder.path)) }
    #expect(found("a.jpg", "a.jpg", "./a.jpg", "sub/../a.jpg", "link.jpg") == ["a.jpg"])
    #expect(found("link.jpg", "a.jpg") == ["link.jpg"])
    #expect(found("sub/b.jpg", "sub") == ["b.jpg", "deeper/c.jpg"])
    #expect(found("sub", "sub/b.jpg", "linked", "sub/deeper") == ["b.jpg", "deeper/c.jpg"])
    #expect(found("sub/deeper", "") == ["c.jpg", "a.jpg", "sub/b.jpg"])
    #expect(Array(PhotoWalk(["/nowhere/a.jpg", "/nowhere/a.jpg", "/nowhere/b.jpg"])).count == 2)
  }

  @Test("finds hard links, and files that hold the same, as the files that they are")
  func findsLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    try folder.write(Self.jpeg, to: "b.jpg")
    try FileManager.default.linkItem(atPath: folder.path("a.jpg"), toPath: folder.path("c.jpg"))
    #expect(photos([folder.path("a.jpg"), folder.path]) == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test("leaves out its own outputs where the originals are named beside them")
  func leavesOutNamed() throws {
    let folder = try TemporaryFolder()
    let names = ["a.jpg", "a.stamped.jpg", "a.stamped-2.jpg", "b.stamped.jpg", "sub/b.jpg"]
    for name in names { try folder.write(Self.jpeg, to: name) }
    #expect(photos(names.map(folder.path)) == ["a.jpg", "b.stamped.jpg", "b.jpg"])
    let all = PhotoWalk(names.map { FilePath(folder.path($0)) }, passesOverStamped: false)
    #expect(Array(all).count == 5)
  }

  @Test("takes a photo that is only called as outputs are, without its original beside it")
  func takesLookalikes() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "holiday.stamped.jpg")
    #expect(photos([folder.path]) == ["holiday.stamped.jpg"])
  }

  @Test("takes a folder that is an input and the output folder, for the check of conflicts")
  func takesOutputFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "a.jpg")
    #expect(photos([folder.path], excluding: folder.path) == ["a.jpg"])
  }

  @Test("takes a file that was named whatever it is called")
  func takesNamedFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.jpeg, to: "x.stamped.jpg")
    #expect(photos([folder.path("x.stamped.jpg")]) == ["x.stamped.jpg"])
  }

  @Test("reports an input that does not exist")
  func reportsMissing() {
    let elements = Array(PhotoWalk([FilePath("/nowhere/at/all.jpg")]))
    guard case .problem(let path, let error)? = elements.first else {
      Issue.record("no problem was reported")
      return
    }
    #expect(path == "/nowhere/at/all.jpg")
    #expect(error == .system(.open, path, .noSuchFileOrDirectory))
    #expect(elements.count == 1)
  }
}
