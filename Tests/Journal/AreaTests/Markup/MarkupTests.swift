import Markup
import Testing

@Suite("Markup")
struct MarkupTests {
  @Test(
    "leads to places of the web, of mail and of the page alone",
    arguments: [
      ("[a](https://b.example/c?d&e)", link("https://b.example/c?d&amp;e", "a")),
      ("[a](HTTP://b.example)", link("HTTP://b.example", "a")),
      ("[a](mailto:b@c.example)", link("mailto:b@c.example", "a")),
      ("[a](#b)", "<a href=\"#b\">a</a>"), ("[a](ftp://b)", "a"), ("[a](b)", "a"),
      ("[a](//b)", "a"), ("[a](javascript:b)", "a"), ("[a](http:b)", "a"), ("<bc:d>", "bc:d"),
      ("see www.b.example.", "see \(link("http://www.b.example", "www.b.example"))."),
      ("b@c.example", link("mailto:b@c.example", "b@c.example")),
      ("(https://b.example)", "(\(link("https://b.example", "https://b.example")))"),
      ("https://b.example/한", link("https://b.example/%ED%95%9C", "https://b.example/한")),
      ("ftp://b.example xhttp://b.example", "ftp://b.example xhttp://b.example"),
    ])
  func links(words: String, html: String) {
    #expect(Markup(words).html { _ in nil } == "<p>\(html)</p>\n")
  }

  @Test(
    "shows photos of the owner's own, and loads nothing from elsewhere",
    arguments: [
      ("![](post:12)", photo("a &amp; b")), ("![c *d*](post:12)", photo("c d")),
      ("![c](post:12 \"e\")", photo("c", " title=\"e\"")), ("![c](post:13)", "c"),
      ("![](post:13)", "post:13"),
      ("![c](https://d.example/e.jpg)", link("https://d.example/e.jpg", "c")),
      ("![](https://d.example/e.jpg)", link("https://d.example/e.jpg", "https://d.example/e.jpg")),
      ("![c](data:image/png,d)", "c"), ("![c](/d.jpg)", "c"), ("![c](//d.example)", "c"),
      ("[![c](post:12)](https://d.example)", link("https://d.example", photo("c"))),
      ("[![c](https://e.example)](https://d.example)", link("https://d.example", "c")),
      ("![c](post:012)", photo("c")), ("![c](photo:2)", photo("c")), ("![c](photo:3)", "c"),
      ("![](photo:2)", photo("a &amp; b")), ("![c](photo:post:2)", "c"), ("![c](post:+12)", "c"),
      ("![c](post:12a)", "c"),
    ])
  func images(words: String, html: String) {
    let rendered = Markup(words).html { reference in
      [.post(12), .own(2)].contains(reference)
        ? Markup.Photo(address: "/photos/12?a&b", alternative: "a & b") : nil
    }
    #expect(rendered == "<p>\(html)</p>\n")
  }

  @Test(
    "leads from a photo to its page, plays a video, and has a line below, but in no link in a link",
    arguments: [
      ("![a](photo:1)", "<a href=\"/p?a=1&amp;b\" data-viewer>\(shown("a"))</a>"),
      (
        "![a](photo:2)",
        "<span class=\"shown\">\(shown("a"))<span class=\"caption\" dir=\"auto\">&lt;c&gt;</span></span>"
      ),
      (
        "![a](photo:3)",
        "<video class=\"moving\" src=\"/v\" poster=\"/i\" aria-label=\"a\" controls preload=\"none\" "
          + "playsinline></video>"
      ),
      ("[![a](photo:1)](https://d.example)", link("https://d.example", shown("a"))),
      ("[![a](photo:3)](https://d.example)", link("https://d.example", shown("a"))),
      ("b![](photo:4)", "b"), ("![a](photo:4)", "a"),
    ])
  func ownPhotos(words: String, html: String) {
    let rendered = Markup(words).html { reference in
      var photo = Markup.Photo(address: "/i", alternative: "x")
      switch reference {
      case .own(1): photo.page = "/p?a=1&b"
      case .own(2): photo.line = "<c>"
      case .own(3): (photo.page, photo.video) = ("/p", "/v")
      default: return .hidden
      }
      return photo
    }
    #expect(rendered == "<p>\(html)</p>\n")
  }

  @Test("names the posts whose photos it shows, each once")
  func photoNumbers() {
    let markup = Markup("![](post:12) ![a](post:3)\n\n- ![](post:12) ![](https://a.example) post:4")
    #expect(markup.photoNumbers == [12, 3])
    let own = Markup("![](photo:2) ![a](post:3)\n\n- ![](photo:2)")
    #expect(own.photoNumbers == [3] && own.photoReferences == [.own(2), .post(3)])
  }

  @Test(
    "has headings below those of the page, none of which leaves out a level",
    arguments: [
      (1, "# a\n## b\n###### c", [1, 2, 3]), (3, "# a\n## b\n###### c", [3, 4, 5]),
      (6, "# a\n## b\n###### c", [6, 6, 6]), (3, "### a\n# b\n## c", [3, 3, 4]),
      (3, "## a\n#### b\n### c", [3, 4, 4]), (3, "## a\n#### b\n## c", [3, 4, 3]),
    ])
  func headings(first: Int, text: String, levels: [Int]) {
    let html = zip(levels, ["a", "b", "c"]).map { "<h\($0)>\($1)</h\($0)>\n" }.joined()
    #expect(Markup(text).html(firstHeading: first) { _ in nil } == html)
  }

  @Test("has tasks, tables and struck words")
  func extensions() {
    let html = Markup("- [x] ~~a~~\n- [ ] b\n\n|c|d|\n|:-:|-|\n|e|<i>|").html { _ in nil }
    #expect(
      html == """
        <ul>
        <li class="task">☑ <del>a</del></li>
        <li class="task">☐ b</li>
        </ul>
        <table>
        <thead>
        <tr>
        <th data-align="center">c</th>
        <th>d</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td data-align="center">e</td>
        <td><!-- raw HTML omitted --></td>
        </tr>
        </tbody>
        </table>

        """)
  }

  @Test(
    "is plain text without marks",
    arguments: [
      ("# a *b*\n\nc\nd  \ne", "a b\nc\nd\ne"), ("- a\n- b\n  1. c", "a\nb\nc"),
      ("> a\n> > b", "a\nb"), ("|a|b|\n|-|-|\n|c|d|", "a b\nc d"), ("`a` [b](c) ![d](e)", "a b d"),
      ("```\na\n  b\n```\nc", "a\n  b\nc"), ("a <b>c</b>\n\n---\n\nd", "a c\nd"), ("", ""),
      ("a&amp;b \\*c\\*", "a&b *c*"), ("- [ ] a", "a"), ("a&#27;[1mb", "a\u{FFFD}[1mb"),
    ])
  func plainText(words: String, text: String) {
    #expect(Markup(words).plainText() == text)
  }

  @Test(
    "keeps the bullets, numbers and boxes of items for a list of posts",
    arguments: [
      ("Buy:\n- bread\n- call\n  Mum", "Buy:\n• bread\n• call\nMum"),
      ("3. a\n4. b\n   - c\n5. d", "3. a\n4. b\n• c\n5. d"), ("-\n- a", "• \n• a"),
      ("- a\n\n- > b", "• a\n• b"), ("- [x] a\n- b\n- [ ] c", "☑ a\n• b\n☐ c"), ("a", "a"),
    ])
  func bullets(words: String, text: String) {
    #expect(Markup(words).plainText(hasBullets: true) == text)
  }

  @Test(
    "has a first line for lists",
    arguments: [
      ("\n## Hello, *you*\n\nmore", "Hello, you"), ("a\nb", "a"), ("<!-- a -->\n\n> - b", "b"),
      ("", ""), ("---", ""), ("|a|b|\n|-|-|", "a b"), ("한국어 일기예요", "한국어…"),
      (String(repeating: "<!-- -->\n\n", count: 1000) + "*a*", "a"),
      (String(repeating: "a ", count: 1_000_000), "a a a a a…"),
    ])
  func firstLine(words: String, line: String) {
    #expect(Markup.firstLine(of: words, limit: words.hasPrefix("한") ? 4 : 10) == line)
  }
}

private func link(_ address: String, _ text: String) -> String {
  "<a href=\"\(address)\" rel=\"noreferrer noopener\">\(text)</a>"
}

private func shown(_ text: String) -> String {
  "<img src=\"/i\" alt=\"\(text)\" loading=\"lazy\" />"
}

private func photo(_ text: String, _ title: String = "") -> String {
  "<img src=\"/photos/12?a&amp;b\" alt=\"\(text)\"\(title) loading=\"lazy\" />"
}
