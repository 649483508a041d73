import Foundation
import Markup
import TestSupport
import Testing

@Suite("The specification's examples")
struct SpecificationTests {
  @Test("are all there")
  func examples() {
    #expect(Specification.examples.count == 673)
  }

  @Test(
    "are as libcmark-gfm's safe mode says, but for the wanted differences",
    .enabled(if: InstalledProgram.isThere("cmark-gfm"), "needs cmark-gfm"),
    arguments: [false, true]
  )
  func examples(areOfTheWeb: Bool) async throws {
    // Most links of the examples lead to "/url", which is none that words may have.
    let texts = Specification.examples.map {
      areOfTheWeb
        ? $0.replacing("/url", with: "https://a.example/url").replacing("(url", with: "(http://url")
        : $0
    }
    let expected = try await Specification.rendered(texts)
    var (differing, links) = ([String](), 0)
    for (text, expected) in zip(texts, expected) {
      let wanted = withWantedDifferences(expected)
      let html = Markup(text).html(firstHeading: 1) { _ in nil }
      links += html.components(separatedBy: "<a ").count - 1
      if html != wanted { differing.append("\(text)\n-- is\n\(html)\n-- not\n\(wanted)") }
    }
    #expect(differing.isEmpty, "\(differing.joined(separator: "\n\n====\n"))")
    #expect(links > (areOfTheWeb ? 100 : 20))
  }

  @Test(
    "hold only safe elements and attributes",
    .enabled("\(Python.note)") { await Python.isThere })
  func safety() async throws {
    let texts =
      Specification.examples.map { $0.replacing("/url", with: "https://a.example/") } + hostile
    let pages = texts.map { text in
      Markup(text).html { Markup.Photo(address: "/photos/\($0)", alternative: "\"><script>") }
    }
    let json = String(decoding: try JSONEncoder().encode(pages), as: UTF8.self)
    #expect(try await Python.lines(of: Self.script, input: json) == ["\(pages.count) are safe"])
  }

  /// Texts that try to do more than words may.
  private let hostile = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick=x>b</b>",
    "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](java&#10;script:alert(1))",
    "[a](&#1;javascript:alert(1))", "[a](data:text/html,<script>)", "[a](vbscript:x)",
    "[a](//evil.example)", "[a](https://x\" onclick=\"alert(1))", "[a](http://x 'a\" onclick=\"b')",
    "![a](https://evil.example/pixel.gif)", "![a](//evil.example/p)",
    "![a](data:image/png;base64,x)",
    "![\" onerror=\"x](post:1)", "![](post:1 '\" onerror=\"x')", "![a](post:1)", "![a](post:0)",
    "![a](post:-1)", "![a](post:99999999999999999999)", "![a](post:1/../../x)",
    "```x\" onclick=\"y\nz\n```", "``` &#9;lock\nz\n```", "https://x.example/\"onclick=\"x",
    "www.x.example/<script>", "x@y.example\"onclick=", "<https://x\"y>", "<javascript:alert(1)>",
    "|a\"|\n|-|\n|<script>|", "- [x] <input autofocus onfocus=x>", "&lt;script&gt;", "&#60;script>",
    "[a]: javascript:x\n\n[a]", "[![a](post:1)](https://x.example)", "<!-- --><script>",
  ]

  private static let script = #"""
    import json, sys
    from html.parser import HTMLParser

    allowed = {tag: set() for tag in (
      "p br hr h3 h4 h5 h6 em strong del code pre blockquote ul table thead tbody tr").split()}
    allowed |= {"a": {"href", "title", "rel"}, "img": {"src", "alt", "title", "loading"},
      "ol": {"start"}, "li": {"class"}, "td": {"data-align"}, "th": {"data-align"}}
    void = {"br", "hr", "img"}

    class Check(HTMLParser):
      def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.wrong = [], []

      def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if tag not in allowed or set(names) - allowed[tag] or len(set(names)) < len(names):
          self.wrong.append((tag, attributes))
        values = dict(attributes)
        if tag == "a":
          place = values["href"]
          if not place.lower().startswith(("http://", "https://", "mailto:", "#")):
            self.wrong.append(place)
          if place[0] != "#" and values.get("rel") != "noreferrer noopener": self.wrong.append(place)
          if "a" in self.open: self.wrong.append("a in a")
        if tag == "img" and not values["src"].startswith("/photos/"): self.wrong.append(values)
        if tag == "li" and values.get("class") not in (None, "task"): self.wrong.append(values)
        if tag not in void: self.open.append(tag)

      def handle_endtag(self, tag):
        if tag in void: return
        if not self.open or self.open.pop() != tag: self.wrong.append("/" + tag)

      def handle_comment(self, text):
        if text != " raw HTML omitted ": self.wrong.append(text)

      def handle_decl(self, text): self.wrong.append(text)
      def handle_pi(self, text): self.wrong.append(text)
      def unknown_decl(self, text): self.wrong.append(text)

    safe = 0
    for page in json.load(sys.stdin):
      check = Check()
      check.feed(page)
      check.close()
      if check.wrong or check.open: print(check.wrong, check.open, page)
      else: safe += 1
    print(f"{safe} are safe")
    """#
}
