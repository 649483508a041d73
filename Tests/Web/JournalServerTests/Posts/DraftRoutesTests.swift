import CaptureTime
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Stamping
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("What is typed and chosen before it is posted")
struct DraftRoutesTests {
  private static let name = DraftName().text
  private static let path = "/drafts/\(name)"

  /// Sends photos and fields as a form without script does.
  private func submit(
    _ test: PageJournal, _ path: String, _ fields: [(String, String)],
    _ photos: [(name: String, bytes: [UInt8])], token: String? = nil
  ) async throws -> TestResponse {
    let body = MultipartBody(fields: fields, photos: photos)
    return try await test.site.request(
      .post, path, [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes),
      token: token ?? test.site.token)
  }

  /// Sends a photo as the page does when it is chosen.
  @discardableResult
  private func send(
    _ test: PageJournal, _ photo: [UInt8]? = nil, named name: String = "a.jpg",
    key: String = DraftName().text, token: String? = nil
  ) async throws -> String {
    let answer = try await submit(
      test, Self.path + "/photos", [("key", key)], [(name, photo ?? Site.photo())], token: token)
    #expect(answer.status == .noContent, "\(answer.text)")
    return key
  }

  private func unlock(_ site: Site) async throws {
    let answer = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(answer.status == .noContent)
  }

  @Test("is kept as it is typed, shown again on its device alone, and gone once it is posted")
  func typed() async throws {
    let test = try await PageJournal()
    #expect(try await test.submit(Self.path, ["words": "half a thought"]).status == .noContent)
    let page = try await test.visit("/new?draft=\(Self.name)").text
    #expect(page.contains(">\nhalf a thought</textarea>") && page.contains("data-unsaved"))
    #expect(try await test.visit("/new").text.contains("<bdi>half a thought</bdi>"))
    let other = try test.site.pair("anna")
    let elsewhere = try await test.site.request(.get, "/new?draft=\(Self.name)", token: other)
    #expect(!elsewhere.text.contains("half"))
    let form = ByteBuffer(string: "words=theirs")
    let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let taken = try await test.site.request(.post, Self.path, headers, body: form, token: other)
    #expect(taken.status == .notFound)
    let posted = try await test.submit("/new", ["words": "half a thought", "draft": Self.name])
    #expect(posted.location == "/posts/1?saved=1")
    // What was sent a moment before it was posted comes late.
    #expect(try await test.submit(Self.path, ["words": "half a thought"]).status == .noContent)
    #expect(!(try await test.visit("/new").text.contains("half")))
  }

  @Test("From a page of another owner nothing is taken, however it is sent")
  func otherOwner() async throws {
    let test = try await PageJournal()
    for path in [Self.path, "/new"] {
      for owner in ["bob", ""] {
        let form = ["owner": owner, "draft": Self.name, "words": "for my eyes"]
        let answer = try await test.submit(path, form)
        #expect(answer.status == .conflict)
      }
    }
    let photo = try await submit(
      test, Self.path + "/photos", [("owner", "bob"), ("key", DraftName().text)],
      [("a.jpg", Site.photo())])
    #expect(photo.status == .conflict && photo.text.contains("another owner’s journal"))
    #expect(!(try await test.visit("/new").text.contains("class=\"drafts\"")))
    #expect(test.site.files == [])
    // Their own page's is taken.
    let page = try await test.visit("/new").text
    #expect(page.contains("data-owner=\"anna\"") && page.contains("name=\"owner\" value=\"anna\""))
    let own = try await submit(
      test, Self.path + "/photos", [("owner", "anna"), ("key", DraftName().text)],
      [("a.jpg", Site.photo())])
    #expect(own.status == .noContent)
    let kept = try await test.submit(Self.path, ["owner": "anna", "words": "half a thought"])
    #expect(kept.status == .noContent)
    let draft = try #require(
      try test.journal.drafts.all(of: test.site.device("anna").id).first)
    #expect(draft.fields == ["words": "half a thought"])
  }

  @Test("With one photo words, mood and photo are one post, at the photo’s time")
  func together() async throws {
    let test = try await PageJournal()
    let photo = try Site.photo()
    let key = try await send(test, photo, named: "../../IMG_1.jpg")
    let card = try await test.visit("\(Self.path)/photos/\(key)").text
    #expect(card.contains("value=\"2024-01-31T23:59:58\"") && card.contains(" · by the camera"))
    #expect(card.contains("<bdi>IMG_1.jpg</bdi>"))
    for query in ["", "?time=2020-01-01T10:00&label-position=top-left&label-color=%23ff0000"] {
      let preview = try await test.visit("\(Self.path)/photos/\(key)/preview\(query)")
      #expect(
        preview.headers[.contentType] == "image/jpeg" && preview.bytes.starts(with: [0xFF, 0xD8]))
    }
    let answer = try await test.submit(
      "/new",
      [
        "draft": Self.name, "words": "A walk", "mood": "4", "tags": "by the sea, dog",
        "caption.\(key)": "waves", "time.\(key)": "2024-01-30T08:00:00", "starred": "1",
        "day": "2024-01-31",
      ])
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    let post = try test.journal.posts.post(1)
    #expect(post.words == "A walk" && post.caption == "waves" && post.mood == .good)
    #expect(post.tags == ["by the sea", "dog"] && post.isStarred && "\(post.day)" == "2024-01-30")
    #expect(try test.journal.posts.original(of: post.requirePhoto()).bytes == photo)
    #expect(!test.site.files.contains { $0.contains("drafts/") })
  }

  @Test("Apart each of several photos is a post of its own time, and the days are named")
  func apart() async throws {
    let test = try await PageJournal()
    let first = try await send(test, Site.photo("2024:01:10 10:00:00"))
    let second = try await send(test, Site.photo("2024:01:12 10:00:00"))
    let form = [
      "draft": Self.name, "words": "Two photos", "day": "2024-01-31", "caption.\(first)": "one",
      "caption.\(second)": "two", "apart": "1",
    ]
    let answer = try await test.submit("/new", form)
    #expect(answer.location == "/posted?post=1&post=2&post=3", "\(answer.text)")
    #expect(try test.journal.posts.all(PostFilter()).map(\.caption) == ["one", "two", ""])
    let page = try await test.visit(answer.location).text
    for day in ["/days/2024-01-10", "/days/2024-01-12", "/days/2024-01-31"] {
      #expect(page.contains("href=\"\(day)\""), "\(day)")
    }
    #expect(page.contains("3 posts on 3 days"))
    // Sent twice, it is posted once.
    #expect(try await test.submit("/new", form).location == answer.location)
    #expect(try test.journal.posts.size().posts == 3)
    #expect(try await test.visit("/posted?post=99&post=x").location == "/")
  }

  @Test("A photo that comes with a form which was posted already is posted too")
  func anotherPhoto() async throws {
    let test = try await PageJournal()
    let fields = [("draft", Self.name), ("words", "A walk"), ("day", "2024-01-31")]
    for (index, day) in [10, 11].enumerated() {
      let photo = try Site.photo("2024:01:\(day) 10:00:00")
      let answer = try await submit(test, "/new", fields, [("\(day).jpg", photo)])
      #expect(answer.status == .seeOther, "\(answer.text)")
      #expect(try test.journal.posts.size().posts == index + 1)
    }
    #expect(try test.journal.posts.all(PostFilter()).compactMap(\.photo).count == 2)
  }

  @Test("Words that were posted before the rest was broken off are not posted again")
  func brokenOff() async throws {
    let test = try await PageJournal()
    let form = ["draft": Self.name, "words": "Once", "day": "2024-01-31"]
    _ = try await test.submit("/new", form)
    // As after an end in between: the words are a post, a photo waits, and the form is sent again.
    try await send(test, Site.photo("2024:01:10 10:00:00"))
    let answer = try await test.submit("/new", form)
    #expect(answer.location == "/posts/2?saved=1", "\(answer.text)")
    #expect(try test.journal.posts.all(PostFilter()).map(\.words).sorted() == ["", "Once"])
    // A draft that a photo began has today's day.
    let other = DraftName().text
    _ = try await submit(
      test, "/drafts/\(other)/photos", [("key", DraftName().text)], [("a.jpg", Site.photo())])
    #expect(
      try await test.visit("/new?draft=\(other)").text.contains(
        "name=\"day\" type=\"date\" value=\"2024"))
  }

  @Test("What cannot be posted waits with its reason, and the rest is posted once")
  func partly() async throws {
    let test = try await PageJournal()
    let good = try await send(test, Site.photo("2024:01:10 10:00:00"))
    let broken = try await send(test, Array(MadePhoto.jpeg().prefix(300)), named: "broken.jpg")
    let form = ["draft": Self.name, "words": "Both", "day": "2024-01-31", "apart": "1"]
    let answer = try await test.submit("/new", form)
    #expect(answer.status == .unprocessableContent, "\(answer.status)")
    #expect(
      answer.text.contains("2 posts made") && answer.text.contains("<bdi>broken.jpg</bdi>"))
    #expect(!answer.text.contains(good) && answer.text.contains(broken))
    #expect(!answer.text.contains(">\nBoth</textarea>"))
    #expect(try test.journal.posts.size().posts == 2)
    _ = try await test.submit("/new", ["draft": Self.name, "remove": broken, "words": ""])
    #expect(!(try await test.visit("/new?draft=\(Self.name)").text.contains(broken)))
    #expect(try test.journal.posts.size().posts == 2)
  }

  @Test("A photo that is posted already says where, and is posted again where that is wanted")
  func again() async throws {
    let test = try await PageJournal()
    let photo = try Site.photo("2024:01:10 10:00:00")
    #expect(try await test.site.post(photo).status == .created)
    let key = try await send(test, photo)
    let card = try await test.visit("\(Self.path)/photos/\(key)").text
    #expect(card.contains("href=\"/posts/1\"") && card.contains("name=\"again.\(key)\""))
    let form = ["draft": Self.name, "day": "2024-01-31"]
    let refused = try await test.submit("/new", form)
    #expect(refused.status == .conflict && refused.text.contains("href=\"/posts/1\""))
    let again = try await test.submit("/new", form.merging(["again.\(key)": "1"]) { $1 })
    #expect(again.location == "/posts/2?saved=1")
  }

  @Test("A time that is still to come is asked about, and then taken")
  func future() async throws {
    let test = try await PageJournal()
    let form = ["draft": Self.name, "words": "Later", "day": "2024-01-31", "clock": "23:00"]
    let asked = try await test.submit("/new", form)
    #expect(asked.status == .ok && asked.text.contains("name=\"future\""))
    #expect(asked.text.contains("11:00\u{A0}PM. Post anyway?"))
    #expect(asked.text.contains(">\nLater</textarea>"))
    #expect(try test.journal.posts.size().posts == 0)
    let taken = try await test.submit("/new", form.merging(["future": "1"]) { $1 })
    #expect(taken.location == "/posts/1?saved=1")
    // A few minutes are a clock that is ahead.
    let soon = ["words": "Soon", "day": "2024-01-31", "clock": "15:05"]
    #expect(try await test.submit("/new", soon).location == "/posts/2?saved=1")
    // Also where it was sent with the form itself.
    let plain = try await submit(
      test, "/new", [("day", "2024-01-31")], [("a.jpg", Site.photo("2024:01:31 23:30:00"))])
    #expect(plain.text.contains("January 31, 2024, 11:30\u{A0}PM. Post anyway?"))
    let key = try await send(test)
    let photo = ["draft": Self.name, "day": "2024-01-31", "time.\(key)": "2031-01-01T10:00"]
    let future = try await test.submit("/new", photo).text
    #expect(future.contains("January 1, 2031, 10:00\u{A0}AM. Post anyway?"))
  }

  @Test("What has a time that is still to come waits for an answer, and the rest is posted")
  func futureOfOne() async throws {
    let test = try await PageJournal()
    let past = try await send(test, Site.photo("2024:01:10 10:00:00"))
    let future = try await send(test, Site.photo("2024:01:11 10:00:00"))
    let form = [
      "draft": Self.name, "words": "Both", "day": "2024-01-31", "apart": "1",
      "time.\(future)": "2031-01-01T10:00:00",
    ]
    let asked = try await test.submit("/new", form)
    #expect(asked.status == .ok)
    #expect(asked.text.contains("January 1, 2031, 10:00\u{A0}AM. Post anyway?"))
    #expect(asked.text.contains("2 posts made"))
    #expect(asked.text.contains(future) && !asked.text.contains(past))
    #expect(!asked.text.contains(">\nBoth</textarea>"))
    #expect(try test.journal.posts.all(PostFilter()).map(\.words).sorted() == ["", "Both"])
    // What was typed of it is there, however it is gone on with.
    let kept = try await test.visit("/new?draft=\(Self.name)").text
    #expect(kept.contains("value=\"2031-01-01T10:00:00\""))
    let answer = try await test.submit(
      "/new",
      [
        "draft": Self.name, "day": "2024-01-31", "time.\(future)": "2031-01-01T10:00:00",
        "future": "1",
      ])
    #expect(answer.location == "/posts/3?saved=1", "\(answer.text)")
  }

  @Test("Photos are posted and shown in the order that a person gave them")
  func order() async throws {
    let test = try await PageJournal()
    var keys: [String] = []
    for day in 10...12 {
      keys.append(try await send(test, Site.photo("2024:01:\(day) 10:00:00"), named: "\(day).jpg"))
    }
    // Of the last one nothing is said.
    let order = "\(keys[1]) \(keys[0]) unknown"
    let form = ["order": order, "day": "2024-01-31", "apart": "1"]
    #expect(try await test.submit(Self.path, form).status == .noContent)
    let page = try await test.visit("/new?draft=\(Self.name)").text
    let places = try [1, 0, 2].map { index in
      try #require(page.firstRange(of: "data-photo=\"\(keys[index])\"")).lowerBound
    }
    #expect(places == places.sorted() && page.contains("name=\"order\" value=\"\(order)\""))
    let posted = try await test.submit("/new", form.merging(["draft": Self.name]) { $1 })
    #expect(posted.location == "/posted?post=1&post=2&post=3", "\(posted.text)")
    #expect(
      try (1...3).map { "\(try test.journal.posts.post($0).day)" }
        == ["2024-01-11", "2024-01-10", "2024-01-12"])
  }

  @Test("A photo that tells no time has its file’s, by the journal’s clock, to be checked")
  func fileTime() async throws {
    let test = try await PageJournal()
    let bare = try MadePhoto.jpeg(width: 160, height: 120, exif: nil)
    let key = try await send(test, bare, named: "x.jpg")
    let path = "\(Self.path)/photos/\(key)"
    let card = try await test.visit("\(path)?changed=1706670000").text
    let zone = try test.journal.settings.current().zone
    let wall = 1_706_670_000 + zone.offset(at: 1_706_670_000)
    let shown = PostCard.machineText(CaptureTime(wallSeconds: wall, source: .given))
    #expect(card.contains("value=\"\(shown)\"") && card.contains("data-proposed=\"\(shown)\""))
    #expect(card.contains("Taken from the file’s date"))
    for other in ["-1", "99999999999999", "x"] {
      #expect(
        try await test.visit("\(path)?changed=\(other)").text.contains("value=\"\""), "\(other)")
    }
    // What a photo tells itself, and what was typed, stay.
    let told = try await send(test, Site.photo("2024:01:10 10:00:00"))
    let own = try await test.visit("\(Self.path)/photos/\(told)?changed=1706670000").text
    #expect(own.contains("value=\"2024-01-10T10:00:00\"") && !own.contains("data-proposed"))
  }

  @Test("A mood that Today begins is a morning page where words come to it, and else a mood")
  func morningIfWritten() async throws {
    let test = try await PageJournal()
    let form = ["mood": "4", "day": "2024-01-31", "morning": "if-written"]
    let page = try await test.visit("/new?mood=4&day=2024-01-31&morning=if-written").text
    #expect(page.contains("name=\"morning\" value=\"if-written\" checked"))
    #expect(try await test.submit("/new", form).location == "/posts/1?saved=1")
    #expect(!(try test.journal.posts.post(1).isMorning))
    let written = form.merging(["words": "A morning"]) { $1 }
    #expect(try await test.submit("/new", written).location == "/posts/2?saved=1")
    #expect(try test.journal.posts.post(2).isMorning)
    // Once there is one, others are ordinary posts; asked for itself it is gone on with.
    let next = try await test.visit("/new?mood=4&day=2024-01-31&morning=if-written").text
    #expect(next.contains("name=\"morning\" value=\"1\">"))
    #expect(try await test.visit("/new?day=2024-01-31&morning=1").location == "/posts/2")
    #expect(!(try await test.visit("/").text.contains("if-written")))
  }

  @Test("A photo that tells no time goes to the day that was chosen")
  func timeless() async throws {
    let test = try await PageJournal()
    let bare = try MadePhoto.jpeg(width: 160, height: 120, exif: nil)
    let key = try await send(test, bare, named: "x.jpg")
    let card = try await test.visit("\(Self.path)/photos/\(key)").text
    #expect(card.contains("doesn’t say when it was taken") && card.contains("value=\"\""))
    let answer = try await test.submit("/new", ["draft": Self.name, "day": "2024-01-20"])
    #expect(answer.location == "/posts/1?saved=1", "\(answer.text)")
    #expect("\(try test.journal.posts.post(1).day)" == "2024-01-20")
  }

  @Test("A form without script posts its photos and words, and keeps what is no photo apart")
  func plainForm() async throws {
    let test = try await PageJournal()
    let one = try await submit(
      test, "/new", [("words", "x"), ("day", "2024-01-31"), ("draft", Self.name)],
      [("a.jpg", Site.photo("2024:01:10 10:00:00"))])
    #expect(one.location == "/posts/1?saved=1", "\(one.text)")
    let several = try await submit(
      test, "/new", [("words", ""), ("day", "2024-01-31")],
      [
        ("good.jpg", Site.photo("2024:01:10 10:00:00")), ("notes<b>.txt", Array("no photo".utf8)),
        ("better.jpg", Site.photo("2024:01:11 10:00:00")),
      ])
    #expect(several.status == .unsupportedMediaType)
    #expect(several.text.contains("<bdi>notes&lt;b&gt;.txt</bdi>"))
    #expect(several.text.contains("Nothing is posted yet: 1 photo can’t be posted."))
    // The others wait, and are one post without it.
    #expect(several.text.contains("<bdi>good.jpg") && several.text.contains("<bdi>better.jpg"))
    #expect(try test.journal.posts.size().posts == 1)
    let draft = try #require(several.text.firstMatch(of: /name="draft" value="([^"]+)"/)).1
    let posted = try await test.submit("/new", ["draft": String(draft), "day": "2024-01-31"])
    #expect(posted.location == "/posts/2?saved=1", "\(posted.text)")
    #expect(try test.journal.posts.post(2).photos.count == 2)
  }

  @Test("A locked device keeps fewer, and as many as others once it is unlocked")
  func lockedQuota() async throws {
    let test = try await PageJournal()
    try test.site.setPIN()
    func keep() async throws -> TestResponse {
      try await test.submit("/drafts/\(DraftName().text)", ["words": "x"])
    }
    for _ in 0..<DraftQuota.locked.drafts { #expect(try await keep().status == .noContent) }
    #expect(try await keep().status.code == 422)
    try await unlock(test.site)
    #expect(try await keep().status == .noContent)
  }

  @Test("A locked device may send what it began, reads nothing, and gets it back after the PIN")
  func locked() async throws {
    let test = try await PageJournal()
    try test.site.setPIN()
    let photo = try Site.photo()
    #expect(try await test.submit(Self.path, ["words": "Geheimnis"]).status == .noContent)
    let key = try await send(test, photo)
    for path in ["/photos/\(key)", "/photos/\(key)/preview"] {
      #expect(try await test.visit(Self.path + path).location.hasPrefix("/lock"), "\(path)")
    }
    let sent = try await submit(test, "/new", [("words", "more"), ("draft", Self.name)], [])
    #expect(sent.location == "/lock?next=%2Fnew%3Fdraft%3D\(Self.name)")
    let whole = try await submit(
      test, "/new", [("title", "T"), ("words", "other")], [("b.jpg", Site.photo())])
    #expect(whole.location.hasPrefix("/lock?next=%2Fnew%3Fdraft%3D"))
    // What another program shares is asked about while the journal is locked too, and sent by that page.
    #expect(try await test.visit("/share").status == .ok)
    let other = try await test.submit("/share", ["text": "of another site"])
    #expect(other.status == .methodNotAllowed)
    try await unlock(test.site)
    let page = try await test.visit("/new?draft=\(Self.name)").text
    #expect(
      page.contains(">\nmore</textarea>") && page.contains(key) && page.contains("<bdi>T</bdi>"))
    let next = try #require(whole.location.split(separator: "next=").last?.removingPercentEncoding)
    let back = try await test.visit(next).text
    #expect(back.contains(">\nother</textarea>") && back.contains("<bdi>b.jpg</bdi>"))
  }

  @Test("is discarded, and brought back")
  func discarded() async throws {
    let test = try await PageJournal()
    _ = try await test.submit(Self.path, ["words": "thrown away"])
    let key = try await send(test)
    #expect(
      try await test.submit("\(Self.path)/photos/\(key)/discard").location
        == "/new?draft=\(Self.name)")
    #expect(try await test.visit("\(Self.path)/photos/\(key)").status == .notFound)
    _ = try await test.submit("\(Self.path)/photos/\(key)/restore")
    #expect(try await test.visit("\(Self.path)/photos/\(key)").status == .ok)
    let gone = try await test.submit("\(Self.path)/discard")
    let page = try await test.visit(gone.location).text
    #expect(page.contains("action=\"\(Self.path)/restore\"") && !page.contains("thrown away"))
    #expect(try await test.submit("\(Self.path)/restore").location == "/new?draft=\(Self.name)")
    #expect(try await test.visit("/new").text.contains("thrown away"))
  }

  @Test(
    "is refused where its name, its size or its content is not what it can be",
    arguments: ["x", "..%2F..%2Fetc", String(repeating: "a", count: 44)])
  func hostile(name: String) async throws {
    let test = try await PageJournal()
    #expect(try await test.submit("/drafts/\(name)", ["words": "x"]).status == .notFound)
    let field = try await test.submit(Self.path, ["words": "x", "path": "/settings"])
    #expect(field.status == .unprocessableContent)
    for photo in [Array("no photo".utf8), []] {
      let answer = try await submit(
        test, Self.path + "/photos", [("key", DraftName().text)], [("a.jpg", photo)])
      #expect([.unsupportedMediaType, .unprocessableContent].contains(answer.status))
    }
    let body = MultipartBody(fields: [("key", "x")], photo: try Site.photo())
    let noKey = try await test.site.request(
      .post, Self.path + "/photos", [.contentType: body.contentType],
      body: ByteBuffer(bytes: body.bytes))
    #expect(noKey.status == .badRequest)
    let plain = try await test.site.request(
      .post, Self.path + "/photos", [.contentType: "text/plain", .accept: "text/plain"],
      body: ByteBuffer(string: "x"))
    #expect(plain.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(try test.journal.drafts.all(of: test.device.id).isEmpty)
  }
}
