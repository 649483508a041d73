import Foundation
import HTTPTypes
import HummingbirdTesting
import Journal
import NIOCore
import Testing

@testable import JournalServer

@Suite("Writing on a page")
struct WritingRoutesTests {
  private static let now = PageJournal.now

  @Test("refuses tags by the thousand without reading them")
  func manyTags() async throws {
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/write", ["words": "x", "tags": String(repeating: "a,", count: 500_000)])
    #expect(answer.status == .unprocessableContent && answer.text.contains("at most 100 tags"))
    #expect(try test.journal.posts.all(PostFilter()).isEmpty)
  }

  @Test("makes a post of words with all that is said of it, which every page shows")
  func write() async throws {
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/write",
      [
        "title": " Rain ", "words": "It *rained* all day.\r\n\r\n- [x] umbrella", "mood": "4",
        "morning": "1", "day": "2024-01-31", "clock": "07:30", "tags": "walk, 비", "starred": "1",
      ])
    #expect(answer.status == .seeOther)
    #expect(answer.location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    #expect(post.title == "Rain" && post.words == "It *rained* all day.\n\n- [x] umbrella")
    #expect(post.mood == .good && post.isMorning && post.isStarred && !post.isWrittenLater)
    #expect(post.tags == ["walk", "비"])
    #expect("\(post.time.captureTime)".hasPrefix("2024-01-31T07:30"))
    let page = try await test.visit("/posts/1").text
    for text in [
      "<h1 dir=\"auto\">Rain</h1>", "It <em>rained</em> all day.", "☑</button> umbrella",
      "aria-hidden=\"true\">\(MoodFace(mood: .good).svg)</span> good</span>", "value=\"4\" checked",
      "Morning page",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(try await test.visit("/posts/1", language: "ko").text.contains("</svg></span> 좋음"))
    for path in ["/timeline", "/timeline?starred=1", "/timeline?q=umbrella", "/timeline?tag=walk"] {
      let page = try await test.visit(path).text
      #expect(page.contains("<strong dir=\"auto\">Rain</strong>"), "\(path)")
      #expect(
        page.contains("mood-face of-4") && !page.contains("<img src=\"/thumbnails"), "\(path)")
    }
    let memories = try await test.visit("/memories?day=2025-01-31").text
    #expect(memories.contains(">Rain</span>"))
    try test.journal.trash.move([1], now: Self.now)
    #expect(try await test.visit("/trash").text.contains(">Rain</strong>"))
    #expect(try await test.visit("/posts/1/photo").status == .notFound)
  }

  @Test("The day shows words between photos in the order of time, and its mood")
  func day() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 14:00", caption: "last")
    for (clock, words, mood) in [("13:00", "**third**", "2"), ("11:00", "_first_", "5")] {
      _ = try await test.submit(
        "/write", ["words": words, "mood": mood, "day": "2024-01-31", "clock": clock])
    }
    try await test.post("2024-01-31 12:00", caption: "second")
    let page = try await test.visit("/days/2024-01-31").text
    let order = ["<em>first</em>", ">second<", "<strong>third</strong>", ">last<"]
    let places = try order.map { try #require(page.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
    let face = MoodFace(mood: .good).svg
    #expect(
      page.contains("aria-label=\"good\">\(face)</span> Average mood 3.5 of 5, from 2 posts"))
    #expect(page.contains("href=\"/new?day=2024-01-31\""))
    #expect(!(try await test.visit("/days/2024-02-01").text.contains("/new?day")))
    // A map says of a day what its colours do not.
    let labels = [
      "en": "January 31, 4 posts, Average mood 3.5 of 5, from 2 posts (good)",
      "ko": "1월 31일, 기록 4개, 기분 평균 5점 중 3.5점, 기록 2개 (좋음)",
    ]
    for (language, label) in labels {
      let year = try await test.visit("/years/2024", language: language).text
      #expect(year.contains("aria-label=\"\(label)\" title=\"\(label)\""), "\(language)")
    }
    let month = try await test.visit("/months/2024-01").text
    let said = "4 posts, with words, Average mood 3.5 of 5, from 2 posts (good), Today"
    #expect(month.contains("\(said)\""))
  }

  @Test("What words are is not markup of the page's own, and nothing is loaded from elsewhere")
  func safe() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-30 12:00", caption: "cake")
    try await test.post("2024-01-30 13:00", caption: "gone")
    try test.journal.trash.move([2], now: Self.now)
    let words = """
      <script>alert(1)</script>

      <b onclick="x()">b</b> [l](javascript:alert(1)) [web](https://a.example)

      ![remote](https://a.example/a.png) ![data](data:image/png;base64,AAAA) ![](post:1) ![t](post:2)
      ![x](post:9) ![y](post:3)
      """
    _ = try await test.submit("/write", ["title": "<i>t</i>", "words": words])
    for path in ["/posts/3", "/days/2024-01-31", "/timeline"] {
      let answer = try await test.visit(path)
      let markup = answer.text.matches(
        of: /<script(?!(?: type="module")? src="\/assets\/)|<b |<i>|href="javascript:/)
      #expect(markup.isEmpty, "\(path)")
      #expect(answer.text.matches(of: /<img[^>]+src="(?!\/thumbnails\/)/).isEmpty, "\(path)")
      let policy = try #require(answer.headers[.contentSecurityPolicy])
      #expect(policy.contains("default-src 'none'; img-src 'self' blob: data:;"))
    }
    let page = try await test.visit("/posts/3").text
    #expect(page.contains("<a href=\"https://a.example\" rel=\"noreferrer noopener\">web</a>"))
    let photo = try #require(
      page.firstMatch(of: /<img src="(\/thumbnails\/[^"]+)" alt="[^"]*cake/))
    let address = String(photo.1).replacing("&amp;", with: "&")
    #expect(try await test.visit(address).headers[.contentType] == "image/jpeg")
    #expect(page.matches(of: /<img/).count == 1)
  }

  @Test("Words never show another owner's photo: numbers are an owner's own")
  func otherOwner() async throws {
    let test = try await PageJournal()
    let bea = try test.site.add("bea")
    for hour in 10...12 { try await test.post("2024-01-30 \(hour):00", caption: "anna’s") }
    let form = ByteBuffer(string: "words=%21%5Bx%5D%28post%3A1%29+%21%5Bx%5D%28post%3A3%29")
    let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let answer = try await test.site.request(.post, "/write", headers, body: form, token: bea)
    #expect(answer.headers[.location] == "/posts/1?saved=1")
    for path in ["/posts/1", "/days/2024-01-31", "/days/2024-01-30"] {
      let page = try await test.site.request(.get, path, token: bea).text
      #expect(!page.contains("<img") && !page.contains("anna’s"), "\(path)")
    }
  }

  static let wrongForms: [(fields: [String: String], field: String, says: String)] = [
    (["mood": "6"], "mood-wrong", "Give a mood from 1 to 5"),
    (["words": "a\0b"], "words-wrong", "is a control character"),
    (["words": String(repeating: "가", count: 100_001)], "words-wrong", "at most 100000"),
    (["words": "", "title": "t"], "words-wrong", "needs words, a photo or a mood"),
    (["title": String(repeating: "a", count: 101)], "title-wrong", "at most 100"),
    (["day": "2024-02-01"], "time-wrong", "in the future"),
    (["day": "2024-02-30"], "time-wrong", "The day: there is no day 30"),
    (["day": "abc"], "time-wrong", "The day: write a day as today, yesterday, monday"),
    (["day": "last week"], "time-wrong", "The day: give one day"),
    (["clock": "25:00"], "time-wrong", "hour"),
    (["morning": "1"], "morning-wrong", "needs words and a mood"),
    (["tags": String(repeating: "a", count: 33)], "tags-hint", "at most 32"),
  ]

  @Test(
    "What cannot be taken is told beside its field, with all that was typed, and nothing is written",
    arguments: WritingRoutesTests.wrongForms.indices)
  func refused(index: Int) async throws {
    let (fields, field, says) = Self.wrongForms[index]
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/write", ["words": "mine & yours", "day": "2024-01-31"].merging(fields) { $1 })
    #expect(answer.status == .unprocessableContent)
    #expect(try test.journal.posts.size().posts == 0)
    let beside = try #require(answer.text.range(of: "id=\"\(field)\""))
    #expect(answer.text[beside.lowerBound...].prefix(2_000).contains(says))
    #expect(answer.text.contains("role=\"alert\">"))
    if fields["words"] == nil { #expect(answer.text.contains(">\nmine &amp; yours</textarea>")) }
    for (name, typed) in fields where !["mood", "morning"].contains(name) && !typed.isEmpty {
      #expect(answer.text.contains(typed), "\(name)")
    }
  }

  @Test("Words that are not UTF-8 are refused, and no others are made of them")
  func notText() async throws {
    let test = try await PageJournal()
    for body in ["words=%FF", "words=%ED%A0%80", "words=%4", "words=a&words=b"] {
      let answer = try await test.site.request(
        .post, "/write", [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: body))
      #expect(answer.status == .badRequest, "\(body)")
    }
    #expect(try test.journal.posts.size().posts == 0)
  }

  @Test("A hundred thousand characters are taken, and 9 MB of what a field can hold are read")
  func long() async throws {
    let test = try await PageJournal()
    let words = String(repeating: "한글 산책\r\n", count: 16_666) + "끝이다아"
    let answer = try await test.submit("/write", ["words": words])
    #expect(answer.location == "/posts/1?saved=1")
    #expect(try test.journal.posts.post(1).words.count == 100_000)
    let most = String(repeating: "가", count: 1_000_000)
    #expect(try await test.submit("/write", ["words": most]).status == .unprocessableContent)
  }

  @Test("A form that is sent twice makes one post, and one that is changed another")
  func twice() async throws {
    let test = try await PageJournal()
    let page = try await test.visit("/new").text
    let draft = try #require(page.firstMatch(of: /name="draft" value="([^"]+)"/)?.1)
    var form = ["words": "once", "draft": String(draft)]
    for _ in 0..<2 {
      #expect(try await test.submit("/write", form).location == "/posts/1?saved=1")
    }
    form["words"] = "twice"
    #expect(try await test.submit("/write", form).location == "/posts/2?saved=1")
    #expect(try test.journal.posts.size().posts == 2)
  }

  @Test("The day's second morning page is not written over the first, and what was typed is there")
  func secondMorning() async throws {
    let test = try await PageJournal()
    let form = ["words": "first", "mood": "3", "morning": "1", "day": "2024-01-31"]
    #expect(try await test.submit("/write", form).location == "/posts/1?saved=1")
    let answer = try await test.submit("/write", form.merging(["words": "second"]) { $1 })
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("has a morning page already, post 1"))
    #expect(answer.text.contains(">\nsecond</textarea>"))
    #expect(try test.journal.posts.post(1).words == "first")
    #expect(try await test.visit("/new?morning=1").location == "/posts/1")
    #expect(try await test.visit("/new?morning=1&day=2024-01-30").status == .ok)
  }
}

@Suite("Editing words on a page")
struct EditingWordsTests {
  private func written() async throws -> PageJournal {
    let test = try await PageJournal()
    _ = try await test.submit("/write", ["words": "before", "mood": "2", "day": "2024-01-31"])
    return test
  }

  private func version(_ text: String) throws -> String {
    let match = try #require(text.firstMatch(of: /name="version" value="([^"]+)"/))
    return String(match.1).replacing("&quot;", with: "\"")
  }

  @Test("changes words, title, mood and morning page, and a photo gets words")
  func editing() async throws {
    let test = try await written()
    try await test.post("2024-01-31 12:00", caption: "cake")
    for number in 1...2 {
      let page = try await test.visit("/posts/\(number)").text
      let answer = try await test.submit(
        "/posts/\(number)",
        [
          "words": "after", "title": "Title", "mood": "5", "caption": number == 2 ? "cake" : "",
          "version": try version(page),
        ])
      #expect(answer.location == "/posts/\(number)?saved=1", "\(answer.text)")
      let post = try test.journal.posts.post(number)
      #expect(post.words == "after" && post.title == "Title" && post.mood == .great)
    }
    #expect(try test.journal.posts.post(2).caption == "cake")
    let page = try await test.visit("/posts/1").text
    let moodless = try await test.submit(
      "/posts/1", ["words": "after", "mood": "", "title": "", "version": try version(page)])
    #expect(moodless.status == .seeOther)
    #expect(try test.journal.posts.post(1).mood == nil)
    #expect(try test.journal.posts.post(1).title.isEmpty)
  }

  @Test("of an old state is not saved over a newer one: both are shown, whatever else was wrong")
  func twoTabs() async throws {
    let test = try await written()
    let old = try version(await test.visit("/posts/1").text)
    _ = try await test.submit("/posts/1", ["words": "theirs", "version": old])
    // First refused for another reason, which does not make its state the newer one.
    let wrong = try await test.submit(
      "/posts/1", ["words": "mine", "mood": "6", "version": old])
    #expect(wrong.status == .unprocessableContent)
    #expect(try version(wrong.text) == old)
    let late = try await test.submit("/posts/1", ["words": "mine", "version": old])
    #expect(late.status == .preconditionFailed)
    #expect(late.text.contains("readonly dir=\"auto\">\ntheirs</textarea>"))
    #expect(late.text.contains(">\nmine</textarea>"))
    #expect(try test.journal.posts.post(1).words == "theirs")
    #expect(late.text.contains("name=\"both\" value=\"1\""))
    _ = try await test.submit(
      "/posts/1", ["words": "both of them", "both": "1", "version": version(late.text)])
    #expect(try test.journal.posts.post(1).words == "both of them")
    // However little time there was between them.
    #expect(try test.journal.posts.versions(1).map(\.words) == ["before", "theirs"])
  }

  @Test("keeps versions, which are listed, shown and brought back")
  func versions() async throws {
    let test = try await written()
    #expect(try await test.visit("/posts/1/versions").text.contains("No earlier versions yet."))
    _ = try await test.submit(
      "/posts/1", ["words": "after", "title": "T", "mood": "2", "version": "*"])
    let list = try await test.visit("/posts/1/versions").text
    #expect(
      list.contains(
        "href=\"/posts/1/versions/1\"><strong>Version 1</strong> <bdi>before</bdi></a>"))
    let time = "Jan 31, 2024, 3:00\u{A0}PM"
    #expect(list.contains("written \(time), replaced \(time) · 6 characters"))
    let version = try await test.visit("/posts/1/versions/1").text
    #expect(version.contains("<p>before</p>"))
    let form = try #require(version.firstMatch(of: /action="([^"]+\/restore)"/)?.1)
    #expect(try await test.submit(String(form)).location == "/posts/1?saved=1")
    #expect(try test.journal.posts.post(1).words == "before")
    #expect(try test.journal.posts.versions(1).map(\.words) == ["before", "after"])
    for path in ["/posts/1/versions/9", "/posts/1/versions/x", "/posts/9/versions"] {
      #expect(try await test.visit(path).status == .notFound, "\(path)")
    }
    #expect(try await test.submit("/posts/1/versions/9/restore").status == .notFound)
    let bea = try test.site.add("bea")
    for path in ["/posts/1/versions", "/posts/1/versions/1"] {
      #expect(try await test.site.request(.get, path, token: bea).status == .notFound)
    }
  }

  @Test(
    "of a post that is gone meanwhile gives what was typed as a new one", arguments: [true, false])
  func gone(isInTrash: Bool) async throws {
    let test = try await written()
    try test.journal.trash.move([1], now: PageJournal.now)
    if !isInTrash { _ = try test.journal.trash.delete([1]) }
    let answer = try await test.submit("/posts/1", ["words": "mine", "version": "*"])
    #expect(answer.status == (isInTrash ? .conflict : .notFound))
    #expect(answer.text.contains("action=\"/new\"") && answer.text.contains(">\nmine</textarea>"))
  }
}

@Suite("What is typed while the journal locks")
struct DraftTests {
  private static let typed = ["words": "Geheimnis & more", "mood": "4", "title": "T"]

  private func unlock(_ site: Site) async throws {
    let body = ByteBuffer(string: #"{"pin": "8352"}"#)
    let answer = try await site.request(
      .post, "/api/v1/unlock", [.contentType: "application/json"], body: body)
    #expect(answer.status == .noContent)
  }

  @Test(
    "is there after unlocking, and nowhere before, nor for anybody else", arguments: [true, false])
  func kept(isSaved: Bool) async throws {
    let test = try await PageJournal()
    let other = try test.site.pair("anna")
    try await test.post("2024-01-31 12:00")
    try test.site.setPIN()
    for path in ["/new", "/posts/1"] {
      _ = try await test.site.request(.post, "/api/v1/lock")
      let form = Self.typed.merging(isSaved ? [:] : ["keep": "1"]) { $1 }
      let answer = try await test.submit(path, form)
      #expect(answer.status == .seeOther)
      #expect(answer.location.hasPrefix("/lock?next=\(path.percentEncoded)%3Fdraft%3D"))
      let lock = try await test.visit(answer.location)
      #expect(!lock.text.contains("Geheimnis") && !answer.text.contains("Geheimnis"))
      let next = try #require(
        lock.text.firstMatch(of: /action="\/unlock\?next=([^"]+)"/)?.1.removingPercentEncoding)
      #expect(try await test.visit(next).location.hasPrefix("/lock"))
      try await unlock(test.site)
      #expect(try await test.site.get("/api/v1/posts").json(SeenPage.self).posts.count == 1)
      let page = try await test.visit(next)
      let notice =
        path.hasPrefix("/posts") ? "Your changes aren’t saved yet." : "Draft restored"
      #expect(page.text.contains(notice))
      #expect(page.text.contains(">\nGeheimnis &amp; more</textarea>"))
      #expect(page.text.contains("value=\"4\" checked") && page.text.contains("data-unsaved"))
      let elsewhere = try await test.site.request(.get, next, token: other)
      #expect(!elsewhere.text.contains("Geheimnis"))
    }
    let list = try await test.visit("/new").text
    #expect(list.matches(of: /action="\/drafts\/[^"]+\/discard"/).count == 2)
  }

  @Test("is given as a new post where the post that it was typed for is gone")
  func ofGonePost() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:34")
    let kept = try await test.submit(
      "/posts/1", Self.typed.merging(["keep": "1", "time": "2024-01-31T12:34:56"]) { $1 })
    #expect(kept.location.hasPrefix("/posts/1?draft="))
    try test.journal.trash.move([1], now: PageJournal.now)
    let page = try await test.visit(kept.location).text
    #expect(page.contains("action=\"/new\""))
    #expect(page.contains(">\nGeheimnis &amp; more</textarea>"))
    #expect(page.contains("value=\"2024-01-31\"") && page.contains("value=\"12:34\""))
  }

  @Test("is forgotten once it is saved or discarded")
  func forgotten() async throws {
    let test = try await PageJournal()
    for isSaved in [true, false] {
      let kept = try await test.submit("/new", Self.typed.merging(["keep": "1"]) { $1 })
      let name = try #require(kept.location.split(separator: "=").last)
      let form = isSaved ? Self.typed : [:]
      let path = isSaved ? "/new" : "/drafts/\(name)/discard"
      _ = try await test.submit(path, form.merging(["draft": String(name)]) { $1 })
      #expect(!(try await test.visit("/new").text.contains("Geheimnis")))
    }
    #expect(try test.journal.posts.size().posts == 1)
  }
}
