import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("Pages")
struct PagesTests {
  /// Every page of a journal that ``filled()`` made, with the texts of a person on most of them.
  static let paths = [
    "/", "/calendar", "/months/2024-01", "/years/2024", "/years/2024?map=moods",
    "/days/2024-01-31", "/posts/1", "/posts/3", "/new",
    "/timeline", "/timeline?starred=1", "/timeline?q=walk", "/timeline?tag=sea", "/memories",
    "/timeline?q=nothing&month=2024-01&mood=3",
    "/tags", "/more", "/about", "/help", "/help/sign-in", "/tour", "/tour/6", "/settings/devices/1",
    "/memories?day=2024-02-01", "/statistics", "/statistics?year=2023", "/trash", "/settings",
    "/settings/appearance", "/settings/days", "/settings/label", "/settings/writing",
    "/settings/texts",
    "/settings/reminders", "/settings/lock", "/settings/devices", "/settings/passkeys",
    "/settings/tokens", "/settings/access", "/settings/import", "/settings/export", "/access",
    "/days/2024-01-31?deleted=3", "/posts/1/photo", "/posts/1/versions",
  ]

  static let caption = #"walk <script>alert("1")</script> & 산책"#

  /// A journal with a post of today, one of a year ago, and one in the trash.
  private func filled() async throws -> PageJournal {
    let test = try await PageJournal()
    try await test.post(
      "2024-01-31 12:00", caption: Self.caption, isStarred: true, tags: ["sea", "<i>"])
    try await test.post("2023-01-31 12:00", caption: Self.caption)
    try await test.post("2024-01-31 13:00", caption: Self.caption)
    try test.journal.trash.move([3], now: PageJournal.now)
    return test
  }

  @Test("Each form that changes something says of which owner its page is, once")
  func owners() async throws {
    let test = try await filled()
    try test.site.setPIN()
    let unlocked = try await test.submit("/unlock", ["pin": "8352"])
    #expect(unlocked.status == .seeOther)
    var count = 0
    for path in Self.paths + [
      "/people", "/people/new", "/reminders", "/collections", "/texts/plans",
    ] {
      let page = try await test.visit(path).text
      for form in page.split(separator: "<form").dropFirst() {
        let (tag, rest) = (form.prefix { $0 != ">" }, form.split(separator: "</form>")[0])
        let owners = rest.matches(of: /name="owner" value="anna"/).count
        #expect(owners == (tag.contains("method=\"post\"") ? 1 : 0), "\(path): \(tag)")
        count += owners
      }
    }
    #expect(count > 20)
    // Nobody is known yet.
    #expect(try await !test.visit("/sign-in", isPaired: false).text.contains("name=\"owner\""))
  }

  @Test("Every page is there in both languages", arguments: ["en", "ko"])
  func languages(language: String) async throws {
    let test = try await filled()
    for path in Self.paths {
      let page = try await test.visit(path, language: language)
      #expect(page.status == .ok, "\(path)")
      #expect(page.text.contains("<html lang=\"\(language)\""), "\(path)")
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(page.headers[.cacheControl] == "no-store")
    }
  }

  @Test("Of what a person wrote nothing is markup")
  func escaping() async throws {
    let test = try await filled()
    var shown = 0
    for path in Self.paths + ["/timeline?q=%3Ci%3E"] {
      let text = try await test.visit(path).text
      #expect(!text.contains("<script>"), "\(path)")
      #expect(!text.contains("<i>"), "\(path)")
      shown += text.contains("walk &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;") ? 1 : 0
    }
    #expect(shown >= 9)
  }

  @Test("What a person wrote neither reorders nor covers what is beside it")
  func isolation() async throws {
    let test = try await PageJournal()
    let marks = String(repeating: "\u{30D}", count: 97)
    let captions = ["a\u{202E}b", "a\u{2066}b", "a\u{2069}\u{2069}b", "a\(marks)b"]
    let shown = [
      "\u{2068}a\u{202E}b\u{202C}\u{2069}", "\u{2068}a\u{2066}b\u{2069}\u{2069}", "ab",
      "a\(String(repeating: "\u{30D}", count: 8))b",
    ]
    for (index, (caption, shown)) in zip(captions, shown).enumerated() {
      try await test.post("2024-01-31 1\(index):00", caption: caption, tags: ["t\u{5D0}"])
      for path in ["/timeline", "/posts/\(index + 1)", "/days/2024-01-31"] {
        let text = try await test.visit(path).text
        let name = path == "/timeline" ? "line" : "caption"
        // As typed where the page isolates it, and closed in the photo's text.
        #expect(text.contains("class=\"\(name)\" dir=\"auto\">\(caption)</"), "\(path)")
        #expect(
          text.matches(of: /alt="[^"]+"/).contains { $0.0.hasSuffix("\(shown)\"") }, "\(path)")
        if path != "/timeline" {
          #expect(text.contains("#<bdi>t\u{5D0}</bdi></a>"), "\(path)")
        }
      }
    }
    let style = try await test.visit("/timeline").text.firstMatch(
      of: /rel="stylesheet" href="([^"]+)"/)
    let css = try await test.visit(String(try #require(style).1)).text
    let rule = "bdi, .caption, .headline, .words { unicode-bidi: isolate; overflow: clip;"
    #expect(css.contains(rule))
  }

  @Test("No page has a script or a style in it, nor anything from elsewhere")
  func policy() async throws {
    let test = try await filled()
    for path in Self.paths + ["/nope", "/pair/nope"] {
      let text = try await test.visit(path).text
      #expect(text.matches(of: /<script(?!(?: type="module")? src="\/assets\/)/).isEmpty, "\(path)")
      #expect(text.matches(of: /<style|\sstyle=|\son[a-z]+=|javascript:/).isEmpty, "\(path)")
      #expect(text.matches(of: /(?:href|src|action)="(?!\/(?!\/)|#)/).isEmpty, "\(path)")
    }
  }

  @Test("Every link, picture and form of every page leads to a route")
  func links() async throws {
    let test = try await filled()
    let entries = test.site.server.routes().entries
    for path in Self.paths {
      let text = try await test.visit(path).text
      for match in text.matches(of: /<(\w+)[^>]*?\s(?:href|src|action)="([^"#]+)"([^>]*)/) {
        let isForm = match.1 == "form" && match.3.contains("post")
        let address = match.2.prefix { $0 != "?" }
        let isThere = entries.contains {
          ($0.method == .post) == isForm && Self.fits(address, $0.path)
        }
        #expect(isThere || Self.isOfTheAPI(address), "\(path): \(match.2)")
      }
    }
  }

  /// Whether a route's path, as `/posts/:number`, takes an address.
  private static func fits(_ address: Substring, _ route: String) -> Bool {
    let (parts, pattern) = (address.split(separator: "/"), route.split(separator: "/"))
    return parts.count == pattern.count
      && zip(parts, pattern).allSatisfy { $0 == $1 || $1.hasPrefix(":") }
  }

  /// Photos, and posts from forms, which are the interface's for programs.
  private static func isOfTheAPI(_ address: Substring) -> Bool {
    address == "/posts"
      || address.firstMatch(of: /^\/api\/v1\/posts\/[0-9]+\/(photo|original|thumbnail)$/) != nil
  }

  @Test(
    "A search finds words as forms write them",
    arguments: [
      ("q=walk+%EC%82%B0%EC%B1%85", 2), ("q=%26&tag=sea", 1), ("q=walk+nothing", 0),
      ("q=%2B", 0), ("q=++", 2), ("q=%22+OR+%22", 0),
    ])
  func search(query: String, count: Int) async throws {
    let page = try await filled().visit("/timeline?\(query)")
    #expect(page.status == .ok)
    #expect(page.text.matches(of: #/<li class="tile /#).count == count)
  }

  @Test("A search for what is not text is refused")
  func noText() async throws {
    #expect(try await PageJournal().visit("/timeline?q=%FF").status == .badRequest)
  }

  @Test("An address without a page gives a page that says so, in the browser's language")
  func missing() async throws {
    let test = try await PageJournal()
    for path in [
      "/nope", "/months/2024-13", "/days/2024-02-30", "/years/0", "/years/02024", "/posts/x",
      "/posts/99", "/assets/nope", "/assets/..%2Ftexts.json",
    ] {
      let page = try await test.visit(path, language: "ko")
      #expect(page.status == .notFound, "\(path)")
      #expect(page.text.contains("찾을 수 없음"), "\(path)")
    }
  }

  @Test("A browser that is not paired sees how it can be, and nothing else")
  func unpaired() async throws {
    let test = try await filled()
    for path in Self.paths {
      let page = try await test.visit(path, isPaired: false)
      #expect(page.status == .unauthorized, "\(path)")
      #expect(page.text.contains("daystamp-server pair"))
      // What was asked for is where one goes on to.
      #expect(!page.text.replacing("q=walk", with: "").contains("walk"))
    }
  }
}

@Suite("Memories, a random post and figures")
struct MemoryRoutesTests {
  @Test("are read by programs")
  func interface() async throws {
    let site = try await Site()
    #expect(try await site.get("/api/v1/random").status == .notFound)
    let none = try await site.get("/api/v1/statistics").text
    #expect(none.contains(#""days":0,"#) && none.contains(#""months":[],"#))
    #expect(!none.contains("first") && !none.contains("Streak"))
    try await site.post([("2023-01-31 10:00", "a"), ("2024-01-31 10:00", "b")])
    let memories = try await site.get("/api/v1/memories?day=2025-01-31").json(SeenPage.self)
    #expect(memories.posts.map(\.number) == [1, 2])
    #expect(try await site.get("/api/v1/memories").json(SeenPage.self).posts.isEmpty)
    let first = try await site.get("/api/v1/random?seed=7").text
    #expect(try await site.get("/api/v1/random?seed=7").text == first)
    #expect(try await site.get("/api/v1/random?seed=18446744073709551616").status == .badRequest)
    #expect(try await site.get("/api/v1/random").status == .ok)
    #expect(try await site.get("/api/v1/statistics").text.contains(#""posts":2"#))
  }
}
