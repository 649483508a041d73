import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import Stamping
import Testing

@testable import JournalServer

@Suite("What is done on the page of a post")
struct PostActionsTests {
  @Test("A star is given and taken, and leads back to where it was")
  func star() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let answer = try await test.submit("/posts/1/star", ["starred": "1"])
    #expect(answer.status == .seeOther && answer.location == "/posts/1")
    #expect(try test.journal.posts.post(1).isStarred)
    let back = try await test.submit("/posts/1/star", ["starred": "0", "back": "/timeline?a=b"])
    #expect(back.location == "/timeline?a=b")
    #expect(try !test.journal.posts.post(1).isStarred)
    for elsewhere in ["https://example.com/", "//example.com", "\\example.com", "x"] {
      let location = try await test.submit("/posts/1/star", ["back": elsewhere]).location
      #expect(location.hasPrefix("/") && !location.hasPrefix("//"), "\(location)")
    }
  }

  @Test("A script that stars a post is told of its new tag, unless it did not know the old one")
  func starredByScript() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let version = try test.journal.posts.post(1).tag.description
    let fields = ["starred": "1", "script": "1", "version": version]
    let answer = try await test.submit("/posts/1/star", fields)
    #expect(answer.status == .noContent)
    #expect(try answer.headers[.eTag] == test.journal.posts.post(1).tag.description)
    let again = try await test.submit("/posts/1/star", fields)
    #expect(again.status == .noContent && again.headers[.eTag] == nil)
    #expect(try test.journal.posts.post(1).isStarred)
    try test.journal.trash.move([1], now: PageJournal.now)
    #expect(try await test.submit("/posts/1/star", fields).status == .conflict)
  }

  @Test(
    "Another label is stamped where it was chosen, and a style brings its own place and size",
    arguments: [
      (["label-style": "film"], LabelPosition.bottomRight, 16.0),
      (["label-style": "film", "label-position": "top"], .top, 16),
      // Seen as it was before on the page, and so not chosen.
      (
        ["label-style": "diary", "label-position": "bottom-left", "label-size": "16"], .bottomLeft,
        20
      ),
      (
        [
          "label-style": "diary", "label-position": "bottom-left", "label-size": "16",
          "label-whole": "1",
        ],
        .bottomLeft, 16
      ),
      (["label-size": "30"], .bottomLeft, 30),
    ])
  func label(fields: [String: String], position: LabelPosition, points: Double) async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "stays")
    let before = try test.journal.posts.post(1)
    let form = ["caption": "stays", "version": try before.tag.description].merging(fields) { $1 }
    #expect(try await test.submit("/posts/1", form).location == "/posts/1?saved=1")
    let post = try test.journal.posts.post(1)
    let style = try test.journal.posts.look(of: post.requirePhoto()).style
    #expect(style.position == position && style.size == .points(points))
    #expect(post.thePhoto.hash != before.thePhoto.hash)
    #expect(post.thePhoto.originalHash == before.thePhoto.originalHash)
    #expect(post.time == before.time)
  }

  @Test("A label that stays as it was stamps nothing, and one that is none is told on the page")
  func sameLabel() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let before = try test.journal.posts.post(1)
    let form = [
      "label-style": "plain", "label-position": "bottom-left", "label-color": "#ffffff",
      "label-size": "16", "version": try before.tag.description,
    ]
    #expect(try await test.submit("/posts/1", form).status == .seeOther)
    #expect(try test.journal.posts.post(1) == before)
    let wrong = form.merging(["label-size": "x1", "caption": "typed"]) { $1 }
    let page = try await test.submit("/posts/1", wrong)
    #expect(page.status == .unprocessableContent)
    #expect(page.text.contains("value=\"x1\"") && page.text.contains(">typed</textarea>"))
    #expect(try test.journal.posts.post(1) == before)
  }

  @Test("A label is shown before it is stamped, and one that is none is refused")
  func preview() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let before = try test.journal.posts.post(1)
    let address = "/posts/1/label?label-style=film&label-position=top&time=2024-02-01T08:15"
    let answer = try await test.visit(address)
    #expect(answer.status == .ok && answer.headers[.contentType] == "image/jpeg")
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(StampMark(of: answer.bytes)?.label == "'24    02    01    08:15")
    for query in ["label-size=0", "label-position=x", "label-style=neon", "time=1"] {
      #expect(try await test.visit("/posts/1/label?\(query)").status == .unprocessableContent)
    }
    #expect(try test.journal.posts.post(1) == before)
    _ = try await test.submit("/write", ["words": "no photo"])
    #expect(try await test.visit("/posts/2/label").status == .notFound)
  }

  @Test("What was typed and not saved is there again on the post's page, until it is discarded")
  func unsaved() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00", caption: "saved")
    let kept = try await test.submit("/posts/1", ["caption": "typed", "words": "", "keep": "1"])
    #expect(kept.location.hasPrefix("/posts/1?draft="))
    let page = try await test.visit("/posts/1").text
    #expect(page.contains(">typed</textarea>") && page.contains("Your changes aren’t saved yet."))
    let other = try test.site.pair("anna")
    #expect(try await !test.site.request(.get, "/posts/1", token: other).text.contains("typed"))
    let name = try #require(kept.location.split(separator: "=").last)
    #expect(
      try await test.submit("/posts/1/discard", ["draft": "\(name)"]).location == "/posts/1")
    #expect(try await !test.visit("/posts/1").text.contains("typed"))
    #expect(try test.journal.posts.post(1).caption == "saved")
  }

  @Test("The photo's page has those beside it, over the edges of days, and none of words")
  func photoPage() async throws {
    let test = try await PageJournal()
    for time in ["2024-01-28 12:00", "2024-01-29 12:00", "2024-01-30 12:00", "2024-01-31 12:00"] {
      try await test.post(time, caption: "at \(time)")
    }
    _ = try await test.submit("/write", ["words": "between", "day": "2024-01-29"])
    let page = try await test.visit("/posts/3/photo").text
    let numbers = page.matches(of: /data-number="(\d+)"/).compactMap { Int($0.1) }
    #expect(numbers == [1, 2, 3, 4])
    #expect(page.contains("rel=\"prev\" href=\"/posts/2/photo\""))
    #expect(page.contains("rel=\"next\" href=\"/posts/4/photo\""))
    #expect(try await !test.visit("/posts/4/photo").text.contains("rel=\"next\" href"))
    #expect(try await test.visit("/posts/5/photo").status == .notFound)
  }
}
