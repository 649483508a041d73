import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import Stamping
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("A post of several photos over the network")
struct SeveralPhotosRouteTests {
  private func makeTest() async throws -> PageJournal {
    let test = try await PageJournal()
    _ = try TestJournal(test.journal, of: test.journals, in: TemporaryFolder()).post(
      together: ["20240130_180000", "20240130_190000", "20240131_003000"],
      captions: ["Concert", "Encore", "Way <home>"])
    return test
  }

  @Test("says each of them, and gives each by its place")
  func photos() async throws {
    let test = try await makeTest()
    let answer = try await test.site.get("/api/v1/posts/1")
    let body = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
    let photos = try #require(body?["photos"] as? [[String: Any]])
    #expect(photos.map { $0["caption"] as? String } == ["Concert", "Encore", "Way <home>"])
    #expect(body?["caption"] as? String == "Concert")
    #expect(photos.map { $0["cover"] as? Bool } == [true, nil, nil])
    #expect(photos[1]["time"] as? String == "2024-01-30T19:00:00+09:00")
    let post = try test.journal.posts.post(1)
    for (index, photo) in post.photos.enumerated() {
      let query = "?photo=\(index + 1)"
      let stamped = try await test.site.get("/api/v1/posts/1/photo\(query)").bytes
      #expect(StampMark.hash(stamped) == photo.hash)
      let original = try await test.site.get("/api/v1/posts/1/original\(query)").bytes
      #expect(StampMark.hash(original) == photo.originalHash)
      let small = try await test.site.get("/api/v1/posts/1/thumbnail\(query)&size=256")
      #expect(small.status == .ok)
    }
    #expect(try await test.site.get("/api/v1/posts/1/photo?photo=4").status == .notFound)
    #expect(try await test.site.get("/api/v1/posts/1/photo?photo=x").status == .badRequest)
  }

  @Test("is changed photo by photo")
  func changed() async throws {
    let test = try await makeTest()
    func change(_ json: String) async throws -> TestResponse {
      try await test.site.send(.patch, "/api/v1/posts/1", json, [.ifMatch: "*"])
    }
    #expect(try await change(#"{"caption": "x"}"#).status == .unprocessableContent)
    #expect(try await change(#"{"caption": "x", "photo": 7}"#).status == .notFound)
    #expect(try await change(#"{"caption": "Bus", "photo": 3}"#).status == .ok)
    #expect(
      try test.journal.posts.post(1).photos.map(\.caption) == ["Concert", "Encore", "Bus"])
    let version = try test.journal.posts.post(1).tag.description
    let saved = try await test.submit(
      "/posts/1", ["caption": "Again", "photo": "2", "version": version])
    #expect(saved.status == .seeOther)
    #expect(
      try test.journal.posts.post(1).photos.map(\.caption) == ["Concert", "Again", "Bus"])
  }

  @Test("has each of them on its page, in the viewer, and in words")
  func pages() async throws {
    let test = try await makeTest()
    var change = PostChange()
    change.words = try Words("See ![](photo:3)")
    _ = try test.journal.posts.edit(1, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    let page = try await test.site.get("/posts/1").text
    #expect(page.components(separatedBy: "<figure").count == 4)
    for text in ["Concert", "Encore", "Way &lt;home&gt;", "/posts/1/photo?photo=2"] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(page.contains("alt=\"Way &lt;home&gt;\" loading"))
    let editing = try await test.site.get("/posts/1?edit=1&photo=2").text
    #expect(
      editing.contains("name=\"photo\" value=\"2\"") && editing.contains(">Encore</textarea>"))
    let viewer = try await test.site.get("/posts/1/photo?photo=2").text
    #expect(viewer.components(separatedBy: "class=\"slide").count >= 4)
    #expect(viewer.contains("slide current") && viewer.contains("posts/1/photo?photo=3"))
    #expect(try await test.site.get("/posts/1/photo?photo=9").status == .notFound)
  }
}
