import Foundation
import Testing
import TestSupport

@Suite("daystamp info")
struct InfoCommandTests {
  @Test("shows format, size, orientation and every time with its fate")
  func shows() async throws {
    let folder = try TemporaryFolder()
    let exif = ExifBlock(offsetTimeOriginal: "+09:00", orientation: 6)
    try folder.write(MadePhoto.jpeg(exif: exif), to: "IMG_20230101_101112.jpg")
    let result = try await Program.daystamp("info", "IMG_20230101_101112.jpg", in: folder.path)
    #expect(result.status == 0)
    for words in ["JPEG", "320×240", "240×320", "2024-01-31 23:59:58 +09:00", "fileName"] {
      #expect(result.output.contains(words), "\(words) is not in: \(result.output)")
    }
  }

  @Test("is read by programs as JSON")
  func json() async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "IMG_20230101_101112.jpg")
    let result = try await Program.daystamp(
      "info", "--json", "IMG_20230101_101112.jpg", in: folder.path)
    let photo = try #require(result.json.first)
    #expect(photo["format"] as? String == "jpeg")
    #expect(photo["time"] as? String == "2024-01-31T23:59:58")
    let candidates = try #require(photo["candidates"] as? [[String: Any]])
    #expect(candidates.first?["source"] as? String == "exif:DateTimeOriginal")
    #expect(candidates.first?["outcome"] as? String == "chosen")
    #expect(candidates.contains { $0["source"] as? String == "fileName" })
  }

  @Test("says of a name without a date that there is none in it")
  func nameWithoutDate() async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "holiday.jpg")
    let told = try await Program.daystamp("info", "holiday.jpg", in: folder.path)
    #expect(told.output.contains("“holiday.jpg”  rejected: no date in it\n"), "\(told.output)")
    let result = try await Program.daystamp("info", "--json", "holiday.jpg", in: folder.path)
    let candidates = try #require(result.json.first?["candidates"] as? [[String: Any]])
    let name = try #require(candidates.first { $0["source"] as? String == "fileName" })
    #expect(name["text"] as? String == "holiday.jpg")
    #expect(name["outcome"] as? String == "rejected")
    #expect(name["reason"] as? String == "no date in it")
    #expect(name["time"] == nil)
  }

  @Test("fails a file that is not a photo and goes on")
  func fails() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("text".utf8), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await Program.daystamp("info", "a.jpg", "b.jpg", in: folder.path)
    #expect(result.status == 1)
    #expect(result.error.contains("a.jpg: "))
    #expect(result.output.contains("b.jpg"))
  }

  @Test("has a line for a photo that cannot be read, as a batch has")
  func failureAsJSON() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("text".utf8), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await Program.daystamp(
      "info", "--json", "a.jpg", "b.jpg", "c.jpg", in: folder.path)
    #expect(result.status == 1)
    #expect(result.json.map { $0["input"] as? String } == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(result.json.map { $0["status"] as? String } == ["failed", nil, "failed"])
    #expect((result.json.first?["reason"] as? String)?.contains("is not a photo") == true)
  }
}
