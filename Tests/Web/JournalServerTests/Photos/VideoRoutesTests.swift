import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import TestSupport
import Testing

@testable import JournalServer

@Suite("Videos over the network")
struct VideoRoutesTests {
  private func video() -> [UInt8] { MadeVideo.phone(data: Array(UUID().uuidString.utf8)) }

  @Test("are posted as they are, and come back whole and in parts")
  func ranges() async throws {
    let (site, video) = (try await Site(), video())
    let posted = try await site.post(video, name: "IMG_1.MOV")
    #expect(posted.status == .created, "\(posted.text)")
    for kind in ["photo", "original", "video"] {
      let uri = "/api/v1/posts/1/\(kind)"
      let whole = try await site.get(uri)
      #expect(whole.status == .ok && whole.bytes == video)
      #expect(whole.headers[.contentType] == "video/quicktime")
      #expect(whole.headers[.acceptRanges] == "bytes")
      let size = video.count
      for (field, range) in [
        ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=-7", size - 7..<size),
        ("bytes=100-", 100..<size),
      ] {
        let part = try await site.get(uri, [.range: field])
        #expect(part.status == .partialContent && part.bytes == Array(video[range]))
        #expect(
          part.headers[.contentRange]
            == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
      }
      let none = try await site.get(uri, [.range: "bytes=\(size)-"])
      #expect(none.status == .rangeNotSatisfiable)
      #expect(none.headers[.contentRange] == "bytes */\(size)")
    }
    let tile = try await site.get("/api/v1/posts/1/thumbnail?size=256")
    #expect(tile.status == .ok && tile.headers[.contentType] == "image/jpeg")
  }

  @Test("in motion photos are cut out, in parts too, and a still photo has none")
  func motion() async throws {
    let (site, video) = (try await Site(), video())
    _ = try await site.post(MadePhoto.motion(video), [("time", "2024-01-31 12:00")])
    let whole = try await site.get("/api/v1/posts/1/video")
    #expect(whole.status == .ok && whole.bytes == video)
    let part = try await site.get("/api/v1/posts/1/video", [.range: "bytes=5-9"])
    #expect(part.status == .partialContent && part.bytes == Array(video[5...9]))
    _ = try await site.post(Site.photo())
    #expect(try await site.get("/api/v1/posts/2/video").status == .notFound)
  }

  @Test("are one with their photos where these are Live Photos, also where they are added")
  func live() async throws {
    let test = try await PageJournal()
    func pair(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
      // Longer than the four bytes that a TIFF entry has itself.
      let identifier = "6A1B22\(name)"
      return [
        ("20240131_120000.MOV", MadeVideo.phone(identifier: identifier, data: Array(name.utf8))),
        ("20240131_120000.JPG", try MadePhoto.live(identifier)),
      ]
    }
    func send(
      _ files: [(name: String, bytes: [UInt8])], _ fields: [(String, String)], to path: String,
      _ header: (name: HTTPField.Name, value: String)
    ) async throws -> TestResponse {
      let body = MultipartBody(fields: fields, photos: files)
      return try await test.site.request(
        .post, path, [.contentType: body.contentType, header.name: header.value],
        body: ByteBuffer(bytes: body.bytes), token: test.site.token)
    }
    let posted = try await send(
      pair("A1"), [("caption", "Moving"), ("time", "2024-01-31 12:00")],
      to: "/api/v1/posts", (.idempotencyKey, "live"))
    #expect(posted.status == .created, "\(posted.text)")
    let tag = try #require(posted.headers[.eTag])
    let added = try await send(
      pair("B2"), [("caption", "Too"), ("label-color", "#ff0000")],
      to: "/api/v1/posts/1/photos", (.ifMatch, tag))
    #expect(added.status == .ok, "\(added.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["Moving", "Too"])
    #expect(post.photos.allSatisfy { $0.video != nil && !$0.isVideo })
    // A caption of the video's own is one too many.
    let wrong = try await send(
      pair("C3"), [("caption", "a"), ("caption", "b")], to: "/api/v1/posts", (.idempotencyKey, "x"))
    #expect(wrong.status == .unprocessableContent)
    let version = try post.tag.description
    let body = MultipartBody(fields: [("version", version)], files: try pair("D4"), of: "add")
    let saved = try await test.site.request(
      .post, "/posts/1", [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes))
    #expect(saved.location == "/posts/1?saved=1", "\(saved.text)")
    #expect(try test.journal.posts.post(1).photos.count == 3)
  }

  @Test("are not there for who may not read, nor while the journal is locked")
  func locked() async throws {
    let (site, video) = (try await Site(), video())
    _ = try await site.post(video, name: "a.mov")
    let guest = try await site.request(.get, "/api/v1/posts/1/video", token: nil)
    #expect(guest.status == .unauthorized && guest.bytes != video)
    try site.setPIN()
    let locked = try await site.get("/api/v1/posts/1/video")
    #expect(locked.status == .locked && locked.bytes != video)
  }

  @Test("are refused where they are too large or no video at all")
  func refused() async throws {
    let site = try await Site()
    try site.journal.settings.set(.videoSize, to: "1")
    let large = MadeVideo.phone(data: [UInt8](repeating: 1, count: 1_100_000))
    #expect(try await site.post(large, name: "a.mov").status == .contentTooLarge)
    var sound = MadeVideo()
    sound.handler = "soun"
    #expect(try await site.post(sound.bytes, name: "a.mov").status == .unprocessableContent)
    #expect(site.files.filter { $0.hasPrefix("journal/photos/") } == [])
  }

  @Test("are posted once under a key")
  func key() async throws {
    let (site, video) = (try await Site(), video())
    let first = try await site.post(video, name: "a.mov", key: "k")
    let again = try await site.post(video, name: "a.mov", key: "k")
    #expect(first.status == .created && again.status == .ok)
    #expect(site.files.filter { $0.hasPrefix("journal/photos/") }.count == 1)
  }

  @Test("are played on the pages, which say that they have no date on them")
  func pages() async throws {
    let test = try await PageJournal()
    _ = try await test.site.post(video(), name: "a.mov")
    _ = try await test.site.post(MadePhoto.motion(video()), [("time", "2024-01-31 12:00")])
    let page = try await test.visit("/posts/1").text
    #expect(page.contains("<video class=\"moving\" src=\"/api/v1/posts/1/video\""))
    #expect(page.contains("preload=\"none\" playsinline"))
    #expect(page.contains("Videos stay as they are, without a date on them."))
    #expect(!page.contains("data-viewer") && !page.contains("data-look"))
    let viewer = try await test.visit("/posts/1/photo").text
    #expect(viewer.contains("<video class=\"moving\" src=\"/api/v1/posts/1/video\""))
    #expect(!viewer.contains("data-full=\"/api/v1/posts/1/"))
    #expect(try await test.visit("/timeline").text.contains("▶ 0:03"))
    let motion = try await test.visit("/posts/2").text
    #expect(motion.contains("Play the video") && motion.contains("/api/v1/posts/2/video"))
    #expect(motion.contains("data-viewer"))
  }
}
