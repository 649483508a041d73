import Formats
import HTTPTypes
import HummingbirdTesting
import Testing

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
