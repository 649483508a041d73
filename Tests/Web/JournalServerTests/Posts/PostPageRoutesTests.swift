import HTTPTypes
import HummingbirdTesting
import Journal
import JournalSupport
import Store
import Testing

@testable import JournalServer

@Suite("Forms of a post")
struct PostFormsTests {
  @Test("Editing changes what the form says, and nothing else")
  func editing() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "before", tags: ["sea", "cake"])
    let before = try test.journal.posts.post(1)
    let answer = try await test.submit(
      "/posts/1",
      [
        "caption": " after ", "starred": "1", "tags": "#Cake, mina", "time": "2024-01-31T12:00",
        "version": try before.tag.description,
      ])
    #expect(answer.status == .seeOther)
    #expect(answer.location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    #expect(post.caption == "after")
    #expect(post.isStarred)
    #expect(post.tags == ["cake", "mina"])
    #expect(post.photo?.file == before.photo?.file && post.photo?.hash == before.photo?.hash)
    #expect(post.time == before.time)
  }

  @Test(
    "What cannot be taken is told on the post's page, and nothing has changed",
    arguments: [
      (
        ["caption": String(repeating: "가", count: 101)],
        "The caption has 101 characters; at most 100 are possible."
      ),
      (
        ["tags": String(repeating: "a", count: 33)],
        "The name has 33 characters; at most 32 are possible."
      ),
      (["time": "2024-02-30T10:00"], "There is no day 30; give 1 to 29."),
    ])
  func refused(fields: [String: String], says: String) async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "before", isStarred: true)
    let answer = try await test.submit("/posts/1", fields.merging(["version": "*"]) { $1 })
    #expect(answer.status == .unprocessableContent)
    let post = try test.journal.posts.post(1)
    #expect(post.caption == "before")
    #expect(post.isStarred)
    #expect(answer.text.contains("role=\"alert\">\(says)"))
    // What was typed is there again.
    for typed in fields.values {
      #expect(answer.text.contains(">\(typed)<") || answer.text.contains("value=\"\(typed)\""))
    }
  }

  @Test(
    "Where a post stands on its day is not taken for how good its mood was",
    arguments: [
      ("en", "good</span> <span>1 of 2 on this day"), ("ko", "좋음</span> <span>이날 2개 중 1번째"),
    ])
  func position(language: String, says: String) async throws {
    let test = try await PageJournal()
    for words in ["one", "two"] {
      _ = try await test.submit("/write", ["words": words, "mood": "4", "day": "2024-01-31"])
    }
    let page = try await test.visit("/posts/1", language: language).text
    #expect(page.contains(">\(MoodFace(mood: .good).svg)</span> \(says)</span>"))
  }

  @Test("A time that is typed anew is on the post and its photo, with seconds where it had them")
  func time() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let before = try test.journal.posts.post(1)
    let version = try before.tag.description
    let form = ["caption": "", "time": "2024-02-01T13:01", "version": version]
    // It is still to come, which is mostly a slip.
    let asked = try await test.submit("/posts/1", form)
    #expect(asked.status == .unprocessableContent)
    #expect(asked.text.contains("1:01\u{A0}PM. Save anyway?"))
    #expect(try test.journal.posts.post(1) == before)
    let saved = try await test.submit("/posts/1", form.merging(["future": "1"]) { $1 })
    #expect(saved.location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    #expect("\(post.time.captureTime)".hasPrefix("2024-02-01T13:01"))
    #expect(post.time.precision == before.time.precision)
    #expect(post.thePhoto.hash != before.thePhoto.hash)
    #expect(post.thePhoto.originalHash == before.thePhoto.originalHash)
  }

  @Test(
    "What somebody else changed since the page was shown is not overwritten",
    arguments: ["\"0123456789abcdef\"", ""])
  func changedMeanwhile(version: String) async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "theirs")
    let answer = try await test.submit("/posts/1", ["caption": "mine", "version": version])
    #expect(answer.status == .preconditionFailed)
    #expect(try test.journal.posts.post(1).caption == "theirs")
    #expect(answer.text.contains("in the meantime"))
    #expect(answer.text.contains(">mine<") && answer.text.contains(">theirs<"))
    // With the version that is shown now it can be saved.
    let version = try #require(answer.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    let again = String(version).replacing("&quot;", with: "\"")
    _ = try await test.submit("/posts/1", ["caption": "mine", "version": again])
    #expect(try test.journal.posts.post(1).caption == "mine")
  }

  @Test("Deleting leads to the day with a way to undo it, which brings the post back")
  func undo() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let answer = try await test.submit("/posts/1/delete")
    #expect(answer.location == "/days/2024-01-31?deleted=1")
    #expect(try await test.visit(answer.location).text.contains("action=\"/posts/1/restore\""))
    #expect(try test.journal.posts.size().posts == 0)
    // Once more by who goes back to the page.
    for _ in 0..<2 {
      #expect(try await test.submit("/posts/1/restore").location == "/posts/1")
      #expect(try test.journal.posts.size().posts == 1)
    }
  }

  @Test("Deleting leads to the day where the posts beside are of other days")
  func dayAfterDeleting() async throws {
    let test = try await PageJournal()
    for day in 29...31 { try await test.post("2024-01-\(day) 12:00") }
    #expect(try await test.submit("/posts/2/delete").location == "/days/2024-01-30?deleted=2")
  }

  @Test("Deleting leads back to the timeline where one came from, else to the post beside")
  func placeAfterDeleting() async throws {
    let test = try await PageJournal()
    for hour in 12...15 { try await test.post("2024-01-31 \(hour):00") }
    func next(_ number: Int, _ fields: [String: String] = [:]) async throws -> String {
      try await test.submit("/posts/\(number)/delete", fields).location
    }
    #expect(try await next(2) == "/posts/1?deleted=2")
    #expect(try await next(1) == "/posts/3?deleted=1")
    #expect(
      try await next(4, ["back": "/timeline?q=a%20b&at=4&deleted=9"])
        == "/timeline?q=a%20b&at=3&deleted=4")
    #expect(
      try await next(3, ["back": "https://example.org/timeline"])
        == "/days/2024-01-31?deleted=3")
  }

  @Test(
    "A post leads back to where one came from, and hands that on to the posts beside it",
    arguments: [
      (nil, nil, "/days/2024-01-31", "Jan 31, 2024", nil),
      (
        "https://x/timeline?q=a%20b", nil, "/timeline?q=a%20b", "Search",
        "%2Ftimeline%3Fq%3Da%2520b"
      ),
      ("https://x/", nil, "/", "Today", "%2F"),
      (
        "https://x/posts/2", "/memories?day=2024-01-31", "/memories?day=2024-01-31", "Memories", nil
      ),
      ("https://x/posts/2", nil, "/days/2024-01-31", "Jan 31, 2024", nil),
      (nil, "/days/2024-01-31", "/days/2024-01-31", "Jan 31, 2024", "%2Fdays%2F2024-01-31"),
      (nil, "//example.org/timeline", "/days/2024-01-31", "Jan 31, 2024", nil),
      (nil, "https://example.org/", "/days/2024-01-31", "Jan 31, 2024", nil),
      (nil, "javascript:alert(1)", "/days/2024-01-31", "Jan 31, 2024", nil),
      (nil, "/settings", "/days/2024-01-31", "Jan 31, 2024", nil),
    ] as [(String?, String?, String, String, String?)])
  func wayBack(
    referer: String?, from: String?, path: String, title: String, handed: String?
  ) async throws {
    let test = try await PageJournal()
    for hour in 12...13 { try await test.post("2024-01-31 \(hour):00") }
    var headers: HTTPFields = [.acceptLanguage: "en"]
    if let referer { headers[.referer] = referer }
    let query = from.map { "?from=\($0.percentEncoded)" } ?? ""
    let page = try await test.site.request(
      .get, "/posts/1\(query)", headers, token: test.site.token
    ).text
    let back = try #require(
      page.firstMatch(of: /class="back"><a href="([^"]+)"><span[^>]*>←<\/span> ([^<]+)</))
    #expect(back.1.replacing("&amp;", with: "&") == path && back.2 == title)
    if let handed { #expect(page.contains("rel=\"next\" href=\"/posts/2?from=\(handed)\"")) }
    #expect(!page.contains("example.org") && !page.contains("javascript:"))
  }

  @Test("A post in the trash is deleted for good only where it is confirmed, and all come back")
  func trashByNumber() async throws {
    let test = try await PageJournal()
    for hour in 12...14 { try await test.post("2024-01-31 \(hour):00") }
    try test.journal.trash.move([1, 2, 3], now: PageJournal.now)
    #expect(try await test.submit("/trash/1/delete", ["a": "b"]).location == "/trash")
    #expect(try test.journal.posts.size().inTrash == 3)
    #expect(try await test.submit("/trash/1/delete", ["confirm": "1"]).location == "/trash")
    #expect(try test.journal.trash.posts().map(\.number) == [2, 3])
    #expect(try await test.submit("/trash/restore", [:]).location == "/trash")
    #expect(try test.journal.posts.size() == (2, 0))
  }

  @Test("The trash has pages, of which the last is shown for one that is not there any more")
  func trashPages() async throws {
    let test = try await PageJournal()
    for number in 1...101 {
      let posted = try await test.site.send(
        .post, "/api/v1/posts", #"{"words": "w"}"#, [.idempotencyKey: "trash-\(number)"])
      #expect(posted.status == .created)
    }
    try test.journal.trash.move(Array(1...101), now: PageJournal.now)
    let first = try await test.visit("/trash").text
    #expect(first.contains("101 posts") && first.contains("rel=\"next\" href=\"/trash?page=2\""))
    #expect(first.contains("/trash/100/delete") && !first.contains("/trash/101/delete"))
    for page in [2, 3] {
      let last = try await test.visit("/trash?page=\(page)").text
      #expect(last.contains("/trash/101/delete") && !last.contains("/trash/100/delete"))
      #expect(
        last.contains("rel=\"prev\" href=\"/trash?page=1\"") && !last.contains("rel=\"next\""))
    }
  }

  @Test("A morning page stays in the trash where its day has another, which is no success")
  func staying() async throws {
    let test = try await PageJournal()
    for words in ["one", "two"] {
      var new = NewWords(try PostWords(words))
      (new.mood, new.isMorning) = (.good, true)
      let post = try test.journal.posts.write(new, now: PageJournal.now).post
      if post.number == 1 { try test.journal.trash.move([1], now: PageJournal.now) }
    }
    let page = try await test.submit("/trash/restore", [:])
    #expect(page.status == .conflict)
    #expect(try test.journal.posts.size() == (1, 1))
  }

  @Test("The trash is emptied only where it is confirmed")
  func trash() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    try test.journal.trash.move([1], now: PageJournal.now)
    #expect(try await test.submit("/trash/empty", ["a": "b"]).location == "/trash")
    #expect(try test.journal.posts.size().inTrash == 1)
    #expect(try await test.submit("/trash/empty", ["confirm": "1"]).location == "/trash")
    #expect(try test.journal.posts.size().inTrash == 0)
  }
}
