import Formats
import Foundation
import Testing
import TestSupport

@Suite("daystamp stamp, its inputs")
struct StampInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("passes a photo from standard input to standard output")
  func pipe() async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo, to: "in.jpg")
    let script = "\"$0\" stamp - < in.jpg > out.jpg"
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0)
    let stamped = try PhotoFile(folder.read("out.jpg"))
    #expect(stamped.header.width == 320)
    #expect(stamped.metadata.exif == (try PhotoFile(photo)).metadata.exif)
  }

  @Test("reads names from a list, with newlines in them where NUL separates")
  func filesFrom() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a b.jpg")
    try folder.write(MadePhoto.jpeg(), to: "new\nline.jpg")
    try folder.write(Array("a b.jpg\n\n".utf8), to: "lines")
    try folder.write([0xEF, 0xBB, 0xBF] + Array("a b.jpg\r\n\r\nc.jpg\r\n".utf8), to: "windows")
    try folder.write(Array("end\r\0".utf8), to: "returns")
    try folder.write(MadePhoto.jpeg(), to: "c.jpg")
    try folder.write(MadePhoto.jpeg(), to: "end\r")
    try folder.write(Array("new\nline.jpg\0".utf8), to: "nulls")
    #expect(try await folder.stamp("--files-from", "lines").status == 0)
    #expect(try await folder.stamp("--files-from", "nulls", "-0").status == 0)
    let windows = try await folder.stamp("--files-from", "windows", "--json")
    #expect(windows.status == 0)
    #expect(windows.json.compactMap { $0["input"] as? String }.sorted() == ["a b.jpg", "c.jpg"])
    #expect(try await folder.stamp("--files-from", "returns", "-0").status == 0)
    #expect(folder.files.contains("end\r.stamped.jpg"))
    #expect(folder.files.contains("a b.stamped.jpg"))
    #expect(folder.files.contains("new\nline.stamped.jpg"))
  }

  @Test("stamps files whose names are not UTF-8")
  func bytesInNames() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let script = """
      name=$(printf 'caf\\351.jpg'); other=$(printf 'caf\\350.jpg')
      cp a.jpg "$name" && mv a.jpg "$other" && "$0" stamp "$name" "$other" -j 1 --json \
      && test -f "$(printf 'caf\\351.stamped.jpg')" && test -f "$(printf 'caf\\350.stamped.jpg')"
      """
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0)
    #expect(result.json.first?["inputBase64"] as? String == "Y2Fm6S5qcGc=")
  }

  @Test("stamps a file once that is named twice, under whatever path")
  func namedTwice() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: folder.path("in/a.jpg"))
    let result = try await folder.stamp(
      "in/a.jpg", "./in/a.jpg", "link.jpg", folder.path("in/a.jpg"), "in", "--json")
    #expect(result.status == 0 && result.error == "")
    #expect(result.json.count == 2)
    #expect(folder.files == ["in/a.jpg", "in/a.stamped.jpg", "link.jpg"])
    let one = try await folder.stamp("in/a.jpg", "link.jpg", "in/a.jpg", "-o", "one.jpg")
    #expect(one.status == 0, "it is one photo: \(one.error)")
  }

  @Test("says so where there is no photo")
  func noPhoto() async throws {
    try folder.write(Array("text".utf8), to: "in/notes.txt")
    let result = try await folder.stamp("in")
    #expect(result.status == 0)
    #expect(result.error == "There are no photos among the inputs.\n")
  }
}
