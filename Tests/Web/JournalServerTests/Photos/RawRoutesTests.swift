import Formats
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
    withExtendedLifetime(folder) {}
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

  private static func negative() throws -> (raw: [UInt8], jpeg: [UInt8]) {
    let jpeg = try MadePhoto.jpeg(width: 640, height: 480, exif: nil)
    return (MadeRaw(.nef) { $0.jpegs = [jpeg] }.bytes(), jpeg)
  }

  @Test("that are sent are posted as the pictures in them, by programs")
  func posted() async throws {
    let (site, negative) = (try await Site(), try Self.negative())
    let posted = try await site.post(negative.raw, name: "IMG_1.NEF")
    #expect(posted.status == .created, "\(posted.text)")
    #expect(posted.text.contains("2024-01-31T23:59:59"))
    let original = try await site.get("/api/v1/posts/1/original")
    #expect(original.headers[.contentType] == "image/jpeg")
    #expect(original.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    // Of one that is cut, nothing is posted.
    let cut = try await site.post(Array(negative.raw.prefix(60)), name: "IMG_2.NEF")
    #expect(cut.status == .unprocessableContent || cut.status == .unsupportedMediaType)
  }

  @Test("that are sent with a photo of their name are that photo")
  func pairs() async throws {
    let (test, negative) = (try await PageJournal(), try Self.negative())
    let body = MultipartBody(
      fields: [("time", "2024-01-31 12:00")],
      photos: [("IMG_1.NEF", negative.raw), ("IMG_1.JPG", negative.jpeg)])
    let posted = try await test.site.request(
      .post, "/api/v1/posts", [.contentType: body.contentType, .idempotencyKey: "pair"],
      body: ByteBuffer(bytes: body.bytes), token: test.site.token)
    #expect(posted.status == .created, "\(posted.text)")
    #expect(try test.journal.posts.post(1).photos.map(\.originalName) == ["IMG_1.JPG"])
  }
}
