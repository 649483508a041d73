import CaptureTime
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

@Suite("Photos that are posted together")
struct ComposingTests {
  let test: PageJournal
  private let name = DraftName().text

  init() async throws { test = try await PageJournal() }

  private func send(_ photo: [UInt8], named name: String = "a.jpg") async throws -> String {
    let key = DraftName().text
    let body = MultipartBody(fields: [("key", key)], photo: photo, name: name)
    let answer = try await test.site.request(
      .post, "/drafts/\(self.name)/photos", [.contentType: body.contentType],
      body: ByteBuffer(bytes: body.bytes))
    #expect(answer.status == .noContent)
    return key
  }

  private func sendThree() async throws -> [String] {
    var keys: [String] = []
    for (index, time) in ["10:00:00", "11:00:00", "12:00:00"].enumerated() {
      keys.append(try await send(Site.photo("2024:01:10 \(time)"), named: "\(index).jpg"))
    }
    return keys
  }

  @Test("are one post in the order of the row, each with its caption, time, label and edit")
  func together() async throws {
    let keys = try await sendThree()
    let form = [
      "draft": name, "words": "See ![](photo:2)", "mood": "4", "tags": "sea", "starred": "1",
      "day": "2024-01-31", "order": "\(keys[1]) \(keys[0]) \(keys[2])",
      "caption.\(keys[0])": "first", "caption.\(keys[1])": "second",
      "label-position": "top-left", "label-position.\(keys[2])": "bottom-right",
      "label-color.\(keys[2])": "#ff0000", "filter.\(keys[2])": "sepia",
    ]
    let answer = try await test.submit("/new", form)
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["second", "first", ""])
    #expect("\(post.time.captureTime)".hasPrefix("2024-01-10T11:00:00"))
    #expect(
      post.photos.map { $0.taken.map { String("\($0)".prefix(19)) } }
        == [nil, "2024-01-10T10:00:00", "2024-01-10T12:00:00"])
    let looks = try post.photos.map { try test.journal.posts.look(of: $0).style }
    #expect(looks.map(\.position) == [.topLeft, .topLeft, .bottomRight])
    #expect(Choice.colour(looks[2]) == "#ff0000")
    #expect(post.photos.map(\.edit.text) == ["", "", "filter=sepia"])
    #expect(post.mood == .good && post.tags == ["sea"] && post.isStarred)
    #expect(!test.site.files.contains { $0.contains("drafts/") })
    let page = try await test.visit("/posts/1").text
    #expect(page.contains("alt=\"first\""))
    // Sent again, also after what is in memory is gone, it is the same post.
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    let late = try await test.submit("/new", form.merging(["caption.x": "y"]) { $1 })
    #expect(late.location == "/posts/1?saved=1")
    #expect(try test.journal.posts.size().posts == 1)
  }

  @Test("have the time that is given, and labels show their own")
  func given() async throws {
    let keys = try await sendThree()
    let bare = try await send(MadePhoto.jpeg(width: 160, height: 120, exif: nil), named: "x.jpg")
    let answer = try await test.submit(
      "/new", ["draft": name, "day": "2024-01-20", "clock": "08:30"])
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    let post = try test.journal.posts.post(1)
    #expect("\(post.time.captureTime)".hasPrefix("2024-01-20T08:30"))
    #expect(post.photos.map { $0.taken == nil } == [false, false, false, true])
    #expect(keys.count == 3 && !bare.isEmpty)
  }

  @Test("go to the day that is chosen, at the time of its first, and labels show their own")
  func chosenDay() async throws {
    _ = try await send(Site.photo("2024:01:10 10:00:00"))
    _ = try await send(Site.photo("2024:01:12 11:30:00"))
    let form = ["draft": name, "words": "x", "day": "2024-01-12", "default-day": "2024-01-31"]
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    #expect("\(post.time.captureTime)".hasPrefix("2024-01-12T11:30:00"))
    #expect("\(post.day)" == "2024-01-12")
    #expect(
      post.photos.map { $0.taken.map { String("\($0)".prefix(19)) } }
        == ["2024-01-10T10:00:00", nil])
  }

  @Test(
    "go to a day that none of them is of: to today as now, to another without a time",
    arguments: [
      ("2024-01-31", "", false), ("2024-01-11", "", true), ("2024-01-11", "2024-01-31", true),
    ])
  func chosenOtherDay(day: String, usual: String, isDayAlone: Bool) async throws {
    _ = try await send(Site.photo("2019:10:15 10:00:00"))
    let form = ["draft": name, "day": day, "default-day": usual]
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    #expect("\(post.day)" == day && (post.time.precision == .day) == isDayAlone)
    #expect("\(try #require(post.photos[0].taken))".hasPrefix("2019-10-15T10:00:00"))
  }

  @Test("go to the day that the page has without a choice only where they tell none")
  func noDayChosen() async throws {
    _ = try await send(Site.photo("2024:01:10 10:00:00"))
    let form = ["draft": name, "day": "2024-01-10", "default-day": "2024-01-10"]
    let kept = try await test.submit("/new", form.merging(["keep": "1"]) { $1 })
    let page = try await test.visit(kept.location).text
    #expect(page.contains("name=\"default-day\" value=\"2024-01-10\""))
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    #expect("\(try test.journal.posts.post(1).time.captureTime)".hasPrefix("2024-01-10T10:00:00"))
    // By the address it is chosen.
    let chosen = try await test.visit("/new?day=2024-01-31").text
    #expect(chosen.contains("name=\"default-day\" value=\"\""))
    let usual = try await test.visit("/new").text
    #expect(usual.contains("name=\"default-day\" value=\"2024-01-31\""))
  }

  @Test("go to the day that is chosen also where each is a post of its own")
  func chosenDayApart() async throws {
    _ = try await send(Site.photo("2024:01:10 10:00:00"))
    _ = try await send(Site.photo("2024:01:12 11:30:00"))
    let form = [
      "draft": name, "day": "2024-01-12", "default-day": "", "apart": "1", "starred": "1",
    ]
    #expect(try await test.submit("/new", form).location == "/days/2024-01-12")
    let posts = try (1...2).map { try test.journal.posts.post($0) }
    #expect(posts.map { $0.time.precision == .day } == [true, false])
    #expect("\(try #require(posts[0].photos[0].taken))".hasPrefix("2024-01-10T10:00:00"))
    #expect(posts[1].photos[0].taken == nil && posts.allSatisfy(\.isStarred))
  }

  @Test("wait all where one cannot be posted, which is named, and are posted once it is gone")
  func broken() async throws {
    let keys = try await sendThree()
    let broken = try await send(Array(MadePhoto.jpeg().prefix(300)), named: "broken.jpg")
    let form = ["draft": name, "words": "Four", "day": "2024-01-31", "caption.\(keys[0])": "one"]
    let answer = try await test.submit("/new", form)
    #expect(answer.status == .unprocessableContent)
    #expect(answer.text.contains("Nothing is posted yet: 1 photo can’t be posted."))
    #expect(answer.text.contains("<bdi>broken.jpg</bdi>:"))
    #expect(answer.text.contains(">\nFour</textarea>") && answer.text.contains(">one</textarea>"))
    #expect(keys.allSatisfy { answer.text.contains("data-photo=\"\($0)\"") })
    #expect(try test.journal.posts.size().posts == 0)
    _ = try await test.submit("/new", form.merging(["remove": broken]) { $1 })
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    #expect(try test.journal.posts.post(1).photos.count == 3)
  }

  @Test("name those that are posted already, and one that is there twice")
  func twice() async throws {
    let photo = try Site.photo("2024:01:10 10:00:00")
    #expect(try await test.site.post(photo).status == .created)
    let other = try Site.photo("2024:01:10 11:00:00")
    let before = try await send(photo, named: "before.jpg")
    _ = try await send(other, named: "one.jpg")
    _ = try await send(other, named: "same.jpg")
    let form = ["draft": name, "day": "2024-01-31"]
    let refused = try await test.submit("/new", form)
    #expect(refused.status == .conflict)
    for text in ["<bdi>before.jpg</bdi>:", "<bdi>same.jpg</bdi>:", "2 photos can’t be posted"] {
      #expect(refused.text.contains(text), "\(text)")
    }
    let one = try await test.submit("/new", form.merging(["again.\(before)": "1"]) { $1 })
    #expect(!one.text.contains("<bdi>before.jpg</bdi>:") && one.text.contains("photo 2"))
    #expect(try test.journal.posts.size().posts == 1)
  }

  @Test("are asked about once where one has a time to come")
  func future() async throws {
    let keys = try await sendThree()
    let form = [
      "draft": name, "words": "Later", "day": "2024-01-31",
      "time.\(keys[1])": "2031-01-01T10:00:00",
    ]
    let asked = try await test.submit("/new", form)
    #expect(asked.text.contains("January 1, 2031, 10:00\u{A0}AM. Post anyway?"))
    #expect(asked.text.contains(">\nLater</textarea>"))
    #expect(try test.journal.posts.size().posts == 0)
    let taken = try await test.submit("/new", form.merging(["future": "1"]) { $1 })
    #expect(taken.location == "/posts/1?saved=1", "\(taken.text)")
    #expect(try test.journal.posts.post(1).photos.count == 3)
  }

  private static let identifier = "6A1B"
  private var live: (photo: [UInt8], video: [UInt8]) {
    get throws {
      (try MadePhoto.live(Self.identifier), MadeVideo.phone(identifier: Self.identifier))
    }
  }

  @Test("are one with their videos where these are Live Photos, whichever came first")
  func livePhotos() async throws {
    let other = try await send(Site.photo("2024:01:10 10:00:00"), named: "other.jpg")
    let video = try await send(live.video, named: "IMG_1.MOV")
    let alone = try await test.visit("/drafts/\(name)/photos/\(video)").text
    #expect(alone.contains("data-photo=\"\(video)\""))
    let photo = try await send(live.photo, named: "IMG_1.JPG")
    for key in [video, photo] {
      let card = try await test.visit("/drafts/\(name)/photos/\(key)").text
      #expect(card.contains("data-photo=\"\(photo)\"") && card.contains("data-live=\"\(video)\""))
    }
    let page = try await test.visit("/new?draft=\(name)").text
    #expect(!page.contains("data-photo=\"\(video)\"") && page.contains("data-live=\"\(video)\""))
    let form = [
      "draft": name, "day": "2024-01-31", "caption.\(photo)": "moving", "caption.\(other)": "still",
      "order": "\(video) \(photo) \(other)",
    ]
    let answer = try await test.submit("/new", form)
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["moving", "still"])
    #expect(post.photos.map { $0.video == nil } == [false, true])
    #expect(try await test.visit("/api/v1/posts/1/video?photo=1").bytes == live.video)
    #expect(!test.site.files.contains { $0.contains("drafts/") })
    // Sent again it is the same post.
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
  }

  @Test("are taken out with their videos, and come with them without a script")
  func livePhotosPlain() async throws {
    let video = try await send(live.video, named: "a.mov")
    let photo = try await send(live.photo)
    let form = ["draft": name, "words": "Nothing else", "day": "2024-01-31"]
    let left = try await test.submit("/new", form.merging(["remove": photo]) { $1 }).location
    let page = try await test.visit(left).text
    #expect(!page.contains(video) && !page.contains(photo))
    let body = MultipartBody(
      fields: [("draft", DraftName().text), ("day", "2024-01-31"), ("caption", "both")],
      photos: [("b.mov", try live.video), ("b.jpg", try live.photo)])
    let answer = try await test.site.request(
      .post, "/new", [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes))
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.caption) == ["both"] && post.photo?.video != nil)
  }

  @Test("come with a form without a script, which sent twice is posted once")
  func plain() async throws {
    let photos = [
      (name: "a.jpg", bytes: try Site.photo("2024:01:10 10:00:00")),
      (name: "b.jpg", bytes: try Site.photo("2024:01:10 11:00:00")),
    ]
    let body = MultipartBody(
      fields: [("draft", name), ("words", "Two"), ("day", "2024-01-31"), ("caption", "")],
      photos: photos)
    for _ in 1...2 {
      let answer = try await test.site.request(
        .post, "/new", [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes))
      #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    }
    #expect(try test.journal.posts.size().posts == 1)
    #expect(try test.journal.posts.post(1).photos.map(\.originalName) == ["a.jpg", "b.jpg"])
    let page = try await test.visit("/new").text
    #expect(page.contains("name=\"apart\"") && page.contains("![caption](photo:2)"))
  }
}
