import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import Stamping
import Store
import SystemPackage
import TestSupport
import Testing

@testable import JournalServer

@Suite("Raw files over the network")
struct RawRoutesTests {
  private let raw = Array("what a sensor measured".utf8)

  /// A journal with a photo that has a raw file, and one that has none.
  private func site() async throws -> PageJournal {
    let test = try await PageJournal()
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(exif: nil), to: "IMG_20240131_120000.JPG")
    try folder.write(raw, to: "IMG_20240131_120000.CR2")
    let settings = try test.journal.settings.current()
    var postings = Posting.Settings(
      stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
      exportFolder: nil, now: { 1_750_000_000 })
    postings.keepsRaw = true
    await Posting(postings, into: test.journal).run(
      PhotoWalk([FilePath(folder.path)], raw: .paired), jobs: 1
    ) { _ in }
    _ = try await test.site.post(Site.photo())
    return test
  }

  @Test("come as they are, whole and in parts, to be saved under their names")
  func sent() async throws {
    let test = try await site()
    let whole = try await test.site.get("/api/v1/posts/1/raw")
    #expect(whole.status == .ok && whole.bytes == raw)
    #expect(whole.headers[.contentType] == "application/octet-stream")
    let disposition = whole.headers[.contentDisposition] ?? ""
    #expect(disposition.hasPrefix("attachment") && disposition.contains("IMG_20240131_120000.CR2"))
    let part = try await test.site.get("/api/v1/posts/1/raw?photo=1", [.range: "bytes=2-5"])
    #expect(part.status == .partialContent && part.bytes == Array(raw[2...5]))
    #expect(try await test.site.get("/api/v1/posts/2/raw").status == .notFound)
    let described = try await test.site.get("/api/v1/posts/1").text
    #expect(described.contains("\"raw\":{") && described.contains("\"bytes\":22"))
  }

  @Test("are offered on the pages of their posts, and no others")
  func pages() async throws {
    let test = try await site()
    for page in ["/posts/1", "/posts/1/photo"] {
      let text = try await test.visit(page).text
      #expect(text.contains("IMG_20240131_120000.CR2"))
      #expect(text.contains("/api/v1/posts/1/raw"))
    }
    #expect(try await !test.visit("/posts/2").text.contains("/raw"))
  }

  @Test("are not there for who may not read, nor while the journal is locked")
  func locked() async throws {
    let test = try await site()
    let guest = try await test.site.request(.get, "/api/v1/posts/1/raw", token: nil)
    #expect(guest.status == .unauthorized && guest.bytes != raw)
    try test.site.setPIN()
    let locked = try await test.site.get("/api/v1/posts/1/raw")
    #expect(locked.status == .locked && locked.bytes != raw)
  }
}
