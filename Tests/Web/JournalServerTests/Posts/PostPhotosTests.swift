import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import NIOCore
import Stamping
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("The photos of a post over the network")
struct PostPhotosTests {
  let test: PageJournal
  private var site: Site { test.site }

  init() async throws { test = try await PageJournal() }

  private struct Refused: Decodable {
    let type: String
    let detail: String
    let photo: Int?
    let post: Int?
  }

  private func photos(_ hours: ClosedRange<Int> = 10...12) throws -> [(
    name: String, bytes: [UInt8]
  )] {
    try hours.map { ("\($0).jpg", try Site.photo("2024:01:10 \($0):00:00")) }
  }

  private func post(
    _ photos: [(name: String, bytes: [UInt8])], _ fields: [(String, String)] = [],
    key: String = UUID().uuidString, token: String? = nil, to path: String = "/api/v1/posts"
  ) async throws -> TestResponse {
    let body = MultipartBody(fields: fields, photos: photos)
    var headers: HTTPFields = [.contentType: body.contentType, .idempotencyKey: key]
    if path != "/api/v1/posts" { headers[.ifMatch] = key }
    return try await site.request(
      .post, path, headers, body: ByteBuffer(bytes: body.bytes), token: token ?? site.token)
  }

  private var captions: [String] {
    get throws { try test.journal.posts.post(1).photos.map(\.caption) }
  }

  @Test("are one post, with captions in their order, and a key posts them once")
  func several() async throws {
    let photos = try photos()
    let fields = [
      ("caption", "one"), ("caption", ""), ("caption", "three"), ("words", "A day"),
      ("time", "2024-01-12T09:00"), ("edit", "filter=sepia"), ("label-position", "top-left"),
    ]
    let made = try await post(photos, fields, key: "k")
    #expect(made.status == .created, "\(made.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["one", "", "three"] && post.words == "A day")
    #expect("\(post.day)" == "2024-01-12")
    #expect(post.photos.allSatisfy { $0.taken != nil && $0.edit.text == "filter=sepia" })
    let again = try await self.post(photos, fields, key: "k")
    #expect(again.status == .ok && again.text == made.text)
    #expect(try await self.post(self.photos(13...14), key: "k").problem == "/problems/key-used")
    #expect(try test.journal.posts.size().posts == 1)
  }

  @Test("are refused together, and the problem says which one is wrong")
  func refused() async throws {
    var photos = try photos()
    func refusal(
      _ fields: [(String, String)] = []
    ) async throws -> (status: HTTPResponse.Status, body: Refused) {
      let answer = try await post(photos, fields)
      return (answer.status, try answer.json(Refused.self))
    }
    let long = try await refusal([("caption", ""), ("caption", String(repeating: "가", count: 101))])
    #expect(long.status == .unprocessableContent && long.body.photo == 2)
    #expect(long.body.detail.hasPrefix("Photo 2: "))
    let many = try await refusal([
      ("caption", "a"), ("caption", ""), ("caption", ""), ("caption", ""),
    ])
    #expect(many.body.type == "/problems/form")
    let edits = try await refusal([("edit", ""), ("edit", "filter=none")])
    #expect(edits.status == .unprocessableContent)
    photos[1].bytes = Array(try MadePhoto.jpeg().prefix(300))
    let broken = try await refusal()
    #expect(broken.status == .unprocessableContent && broken.body.photo == 2)
    photos[1] = photos[0]
    let twice = try await refusal()
    #expect(twice.status == .unprocessableContent && twice.body.photo == 2)
    #expect(try await site.post(photos[2].bytes).status == .created)
    photos[1] = try self.photos(15...15)[0]
    let before = try await refusal()
    #expect(before.status == .conflict && before.body.photo == 3 && before.body.post == 1)
    #expect(try test.journal.posts.size().posts == 1)
    #expect(site.files.count == 1)
  }

  @Test("are no more than a post can have")
  func tooMany() async throws {
    let photo = try Site.photo()
    let photos = (0...Post.photoLimit).map { (name: "\($0).jpg", bytes: photo + [UInt8($0)]) }
    let answer = try await post(photos)
    #expect(answer.problem == "/problems/photos", "\(answer.text)")
    #expect(try test.journal.posts.size().posts == 0)
    #expect(try await post(Array(photos.dropLast())).status == .created)
    let more = try await post([photos[50]], key: "*", to: "/api/v1/posts/1/photos")
    #expect(more.problem == "/problems/post-photos")
  }

  @Test("come from a device that only posts, which learns nothing of them")
  func slot() async throws {
    let token = try site.makeToken(.post)
    let photos = try photos()
    let made = try await post(photos, [("caption", "one")], key: "k", token: token)
    #expect(made.status == .created && !made.text.contains("photos"))
    #expect(try await post(photos, key: "k", token: token).status == .ok)
    #expect(try captions == ["one", "", ""])
  }

  @Test("are added, moved, put in front and taken out by programs that know the post as it is")
  func arranged() async throws {
    #expect(try await post(photos(), [("caption", "a"), ("caption", "b")]).status == .created)
    let path = "/api/v1/posts/1/photos"
    let tag = try test.journal.posts.post(1).tag.description
    let added = try await post(photos(13...13), [("caption", "d")], key: tag, to: path)
    #expect(added.status == .ok, "\(added.text)")
    #expect(try captions == ["a", "b", "", "d"])
    #expect(try await post(photos(14...14), key: tag, to: path).status == .preconditionFailed)
    func send(
      _ method: HTTPRequest.Method, _ path: String, _ json: String, _ tag: String? = "*"
    ) async throws -> TestResponse {
      try await site.send(method, path, json, tag.map { [.ifMatch: $0] } ?? [:])
    }
    #expect(try await send(.patch, path + "/4", #"{"place": 1, "cover": true}"#).status == .ok)
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["d", "a", "b", ""] && post.caption == "d")
    #expect(try await send(.patch, path + "/9", #"{"place": 1}"#).status == .notFound)
    #expect(try await send(.patch, path + "/1", #"{"place": 9}"#).status == .notFound)
    #expect(try await send(.patch, path + "/1", "{}").problem == "/problems/no-change")
    #expect(
      try await send(.patch, path + "/1", #"{"place": 2}"#, tag).status == .preconditionFailed)
    let noTag = try await send(.patch, path + "/1", #"{"place": 2}"#, nil)
    #expect(noTag.status.code == 428)
    struct Removed: Decodable { let removed: Int }
    let removed = try await send(.delete, path + "/2", "")
    #expect(try removed.json(Removed.self).removed == 2)
    #expect(try captions == ["d", "b", ""])
    #expect(try test.journal.posts.post(2).trashed != nil)
    for _ in 1...2 { #expect(try await send(.delete, path + "/1", "").status == .ok) }
    #expect(try await send(.delete, path + "/1", "").problem == "/problems/empty-post")
  }

  private func submit(
    _ fields: [String: String], _ photos: [(name: String, bytes: [UInt8])] = []
  ) async throws -> TestResponse {
    let version = try test.journal.posts.post(1).tag.description
    let all = fields.merging(["version": version]) { first, _ in first }
    let body = MultipartBody(fields: all.map { ($0.key, $0.value) }, files: photos, of: "add")
    return try await site.request(
      .post, "/posts/1", [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes))
  }

  @Test("are changed on the post’s page: captions, order, cover, and what is typed beside is saved")
  func page() async throws {
    #expect(try await post(photos(), [("caption", "a"), ("words", "Old")]).status == .created)
    let page = try await test.visit("/posts/1?edit=1").text
    for text in [
      "name=\"caption.3\"", "name=\"move\" value=\"2 1\"", "name=\"remove\" value=\"2\"",
      "name=\"cover\" value=\"1\" checked", "name=\"add\"", "![caption](photo:2)",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let captions = ["caption.1": "a", "caption.2": "b", "caption.3": "c"]
    let saved = try await submit(captions.merging(["cover": "2", "words": "New"]) { $1 })
    #expect(saved.location == "/posts/1?saved=1", "\(saved.text)")
    var now = try test.journal.posts.post(1)
    #expect(
      now.photos.map(\.caption) == ["a", "b", "c"] && now.caption == "b" && now.words == "New")
    let moved = try await submit(captions.merging(["move": "3 1", "words": "Newer"]) { $1 })
    #expect(moved.location == "/posts/1?edit=1&photo=3&moved=1", "\(moved.text)")
    now = try test.journal.posts.post(1)
    #expect(
      now.photos.map(\.caption) == ["c", "a", "b"] && now.caption == "b" && now.words == "Newer")
    let stale = try await submit(["move": "3 1", "version": "\"0\"", "words": "Mine"])
    #expect(stale.status == .preconditionFailed && stale.text.contains(">\nMine</textarea>"))
    let long = try await submit(["caption.2": String(repeating: "x", count: 101), "words": "Mine"])
    #expect(long.status == .unprocessableContent && long.text.contains(">\nMine</textarea>"))
  }

  @Test("have each its own crop, filter and label, also where several are chosen at once")
  func choices() async throws {
    #expect(try await post(photos(), []).status == .created)
    let version = try test.journal.posts.post(1).tag.description
    let first = [
      "version": version, "photo": "1", "filter": "sepia", "crop": "square", "rotate": "",
      "label-position": "top-left",
    ]
    let kept = try await test.submit("/posts/1", first.merging(["keep": "1"]) { $1 })
    let address = kept.location + "&photo=2"
    let page = try await test.visit(address).text
    #expect(page.contains("type=\"hidden\" name=\"photo\" value=\"2\""))
    // What was chosen of the first is not that of the second.
    #expect(!page.contains("value=\"sepia\" data-filter checked"))
    for text in [
      "name=\"filter.1\" value=\"sepia\"", "name=\"label-position.1\" value=\"top-left\"",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let draft = try #require(kept.location.split(separator: "=").last)
    let second = [
      "version": version, "draft": String(draft), "photo": "2", "filter": "noir", "crop": "",
      "rotate": "90", "filter.1": "sepia", "crop.1": "square", "rotate.1": "",
      "label-position.1": "top-left",
    ]
    _ = try await test.submit("/posts/1", second.merging(["keep": "1"]) { $1 })
    let back = try await test.visit(kept.location + "&photo=1").text
    #expect(back.contains("value=\"sepia\" data-filter checked"))
    #expect(back.contains("name=\"filter.2\" value=\"noir\""))
    #expect(!back.contains("name=\"filter.1\""))
    let saved = try await test.submit("/posts/1", second)
    #expect(saved.location == "/posts/1?saved=1", "\(saved.text)")
    let post = try test.journal.posts.post(1)
    #expect(
      post.photos.map(\.edit.text) == ["crop=square filter=sepia", "rotate=90 filter=noir", ""])
    let looks = try post.photos.map { try test.journal.posts.look(of: $0).style.position }
    #expect(looks[0] == .topLeft && looks[1] != .topLeft && looks[2] != .topLeft)
    let wrong = try await test.submit(
      "/posts/1", ["version": post.tag.description, "photo": "1", "filter.3": "rainbow"])
    #expect(wrong.status == .unprocessableContent)
  }

  @Test("are not shown above words that show them, on the post’s page and on the day’s")
  func inWords() async throws {
    let fields = [
      ("caption", "a"), ("caption", "b"), ("caption", "c"),
      ("words", "One ![](photo:1)\n\n![two](photo:2)"),
    ]
    #expect(try await post(photos(), fields).status == .created)
    let page = try await test.visit("/posts/1").text
    #expect(page.matches(of: /<figure class="photo several[^"]* in-words"/).count == 2)
    #expect(page.contains("<a href=\"/posts/1/photo?photo=2\" data-viewer><img"))
    #expect(page.contains("<span class=\"caption\" dir=\"auto\">b</span>"))
    // On the day the first that the words do not show, and no more than that.
    let third = page.matches(of: /class="behind" src="([^"]+)"/)[2].1
    let day = try await test.visit("/days/2024-01-10").text
    let frame = try #require(day.firstMatch(of: /<span class="frame">.*?<\/span>/)).0
    #expect(frame.contains("class=\"sharp\" src=\"\(third)\""), "\(frame)")
    #expect(!day.contains("class=\"more\""))
    var change = PostChange()
    change.words = try Words("![](photo:1) ![](photo:2) ![](photo:3)")
    _ = try test.journal.posts.edit([1], change, now: PageJournal.now)
    #expect(!(try await test.visit("/days/2024-01-10").text.contains("class=\"frame\"")))
    change.words = try Words("None of them")
    _ = try test.journal.posts.edit([1], change, now: PageJournal.now)
    let all = try await test.visit("/days/2024-01-10").text
    #expect(all.contains("<div class=\"collage of-3"))
  }

  @Test("are shown a hundred times in words, however often they are named")
  func often() async throws {
    let caption = String(repeating: "long ", count: 20)
    let words = String(repeating: "![](photo:1)", count: 8_000)
    let fields = [("caption", caption), ("caption", ""), ("caption", ""), ("words", words)]
    #expect(try await post(photos(), fields).status == .created)
    let page = try await test.visit("/posts/1").text
    #expect(page.matches(of: /data-viewer><img/).count >= 100)
    #expect(page.utf8.count < 500_000)
  }

  @Test("are taken out on the post’s page, and put back where they were")
  func removed() async throws {
    let times = [("caption", "a"), ("caption", "b"), ("caption", "c")]
    #expect(try await post(photos(), times).status == .created)
    let before = try test.journal.posts.post(1)
    _ = try await submit(["cover": "2"])
    let removed = try await submit(["remove": "2"])
    #expect(removed.location == "/posts/1?edit=1&photo=1&removed=2&place=2&cover=1")
    #expect(try captions == ["a", "c"])
    let page = try await test.visit(removed.location).text
    #expect(page.contains("Photo removed.") && page.contains("name=\"removed\" value=\"2\""))
    for _ in 1...2 {
      let undone = try await test.submit(
        "/posts/1/photos/restore", ["removed": "2", "place": "2", "cover": "1"])
      #expect(undone.location == "/posts/1?edit=1", "\(undone.text)")
    }
    let after = try test.journal.posts.post(1)
    #expect(after.photos.map(\.hash) == before.photos.map(\.hash) && after.caption == "b")
    #expect(after.photos.map(\.taken) == before.photos.map(\.taken))
    #expect(try test.journal.trash.count() == 0)
    #expect(!(try await test.visit(removed.location).text.contains("Photo removed.")))
    // What is more than a photo stays in the trash.
    #expect(
      try await test.submit("/write", ["words": "x", "day": "2024-01-31"]).status == .seeOther)
    try test.journal.trash.move([3], now: PageJournal.now)
    let other = try await test.submit("/posts/1/photos/restore", ["removed": "3", "place": "1"])
    #expect(other.status == .conflict)
  }

  @Test("are added on the post’s page, and one that is none keeps all away")
  func added() async throws {
    #expect(
      try await test.submit("/write", ["words": "A day", "day": "2024-01-31"]).status == .seeOther)
    let added = try await submit(["words": "A day", "stay": "1"], photos())
    #expect(added.location == "/posts/1?edit=1&photo=1", "\(added.text)")
    #expect(try test.journal.posts.post(1).photos.count == 3)
    let none = try await submit(
      ["words": "A longer day"], photos(13...13) + [("notes.txt", Array("no photo".utf8))])
    #expect(none.status == .unsupportedMediaType, "\(none.status)")
    #expect(none.text.contains("notes.txt: ") && none.text.contains(">\nA longer day</textarea>"))
    #expect(try test.journal.posts.post(1).photos.count == 3)
    #expect(try test.journal.posts.post(1).words == "A day")
  }
}
