import CaptureTime
import Formats
import HTTPTypes
import HummingbirdTesting
import Journal
import Testing
import Texts

@testable import JournalServer

@Suite("Cards of texts")
struct CardRoutesTests {
  private static let path = "/api/v1/texts/card?key=a"

  private func make(_ text: String = "Rain.") async throws -> Site {
    let site = try await Site()
    let added = try await site.add(collection: "key,text\na,\(text)\n", named: "w.csv")
    #expect(added.status == .created, "\(added.text)")
    return site
  }

  @Test(
    "A card is a picture of its shape and format",
    arguments: [
      ("", PhotoFormat.png, 1_080, 1_080), ("&format=jpg&shape=story", .jpeg, 1_080, 1_920),
      ("&format=webp&shape=wide&theme=black&size=large&font=hangul", .webp, 1_920, 1_080),
    ])
  func formats(look: String, format: PhotoFormat, width: Int, height: Int) async throws {
    let site = try await make()
    let card = try await site.get(Self.path + look)
    #expect(card.status == .ok && card.headers[.contentType] == format.mediaType)
    #expect(PhotoFormat.detect(card.bytes) == format)
    let header = try PhotoFile(card.bytes).header
    #expect(header.displayedSize == PixelSize(width: width, height: height))
  }

  @Test("Its tag is the same until the text or the look is another")
  func tags() async throws {
    let site = try await make()
    let first = try await site.get(Self.path)
    let tag = try #require(first.headers[.eTag])
    let again = try await site.get(Self.path, [.ifNoneMatch: tag])
    #expect(again.status == .notModified && again.bytes.isEmpty)
    for look in ["theme=rose", "size=small", "shape=wide", "format=webp", "font=hangul"] {
      let other = try await site.get("\(Self.path)&\(look)", [.ifNoneMatch: tag])
      #expect(other.status == .ok && other.headers[.eTag] != tag, "\(look)")
    }
    _ = try await site.add(collection: "key,text\na,Sun.\n", named: "w.csv", by: .put)
    #expect(try await site.get(Self.path, [.ifNoneMatch: tag]).status == .ok)
  }

  @Test("It stands on the photo of a post, and on no other owner's")
  func photo() async throws {
    let site = try await make()
    #expect(try await site.post(Site.photo()).status == .created)
    let plain = try await site.get(Self.path)
    let card = try await site.get("\(Self.path)&photo=1")
    #expect(card.status == .ok && card.bytes != plain.bytes)
    let bea = try site.add("bea")
    let other = try await site.request(.get, "\(Self.path)&photo=1", token: bea)
    #expect(other.status == .notFound)
  }

  @Test("A card is posted as today's photo, which leads to its text, and the text was used")
  func post() async throws {
    let test = try await PageJournal()
    _ = try await test.site.add(collection: "key,text\na,Rain.\n", named: "w.csv")
    let fields = ["collection": "w", "key": "a", "theme": "rose", "photo": ""]
    let posted = try await test.submit("/texts/post", fields)
    #expect(posted.location == "/posts/1?saved=1", "\(posted.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.day.description == "2024-01-31" && post.photo?.text?.key == "a")
    #expect(try test.journal.texts.text("a").mark.uses == 1)
    #expect(try await test.visit("/posts/1").text.contains("/texts/text?collection=w&amp;key=a"))
    // The same once more is the post that is there already, and none that there is not is one.
    #expect(try await test.submit("/texts/post", fields).status == .conflict)
    #expect(
      try await test.submit("/texts/post", ["collection": "w", "key": "b"]).status == .notFound)
    #expect(try test.journal.posts.size().posts == 1)
  }

  @Test("A program posts a card once under its key")
  func postOnce() async throws {
    let site = try await make()
    let posted = try await site.request(
      .post, "\(Self.path)&theme=rose", [.idempotencyKey: "one"])
    #expect(posted.status == .created && posted.headers[.location] == "/api/v1/posts/1")
    let again = try await site.request(.post, "\(Self.path)&theme=rose", [.idempotencyKey: "one"])
    #expect(again.status == .ok)
    let other = try await site.request(
      .post, "\(Self.path)&theme=rose", [.idempotencyKey: "two"])
    #expect(other.status == .conflict)
    #expect(try await site.request(.post, Self.path).status == .badRequest)
    #expect(try site.journal.texts.text("a").mark.uses == 1)
  }

  @Test(
    "What cannot be drawn says why",
    arguments: [
      ("a", "&theme=best", 400), ("a", "&photo=0", 400), ("a", "&photo=7", 404),
      ("a", "&font=%2Fetc%2Fpasswd", 400), ("b", "", 404),
    ])
  func bad(key: String, look: String, status: Int) async throws {
    let site = try await make()
    #expect(
      try await site.get("/api/v1/texts/card?key=\(key)\(look)").status.code == status)
  }

  @Test("A text that no card holds is refused, with how much one holds")
  func long() async throws {
    let site = try await make(String(repeating: "wort ", count: 1_999))
    let response = try await site.get(Self.path)
    #expect(response.status == .unprocessableContent)
    #expect(response.problem == "/problems/card", "\(response.text)")
  }
}
