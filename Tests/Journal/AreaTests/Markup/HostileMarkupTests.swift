import Foundation
import Markup
import TestSupport
import Testing

@Suite("Hostile Markdown")
struct HostileMarkupTests {
  /// A text of so many bytes.
  struct Text: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Int) -> String

    init(_ name: String, _ make: @escaping @Sendable (Int) -> String) {
      (testDescription, self.make) = (name, make)
    }

    /// A beginning, and a part that is repeated.
    init(_ part: String, after beginning: String = "", _ end: String = "") {
      self.init(String((beginning + part + end).prefix(40)).replacing("\n", with: "\\n")) { size in
        let room = max(0, size - beginning.utf8.count - end.utf8.count)
        return beginning + String(repeating: part, count: room / part.utf8.count) + end
      }
    }

    /// Half of one part, half of another.
    init(_ first: String, then second: String, between: String = "") {
      self.init(String((first + between + second).prefix(40)).replacing("\n", with: "\\n")) {
        size in
        String(repeating: first, count: size / 2 / first.utf8.count) + between
          + String(repeating: second, count: size / 2 / second.utf8.count)
      }
    }
  }

  /// Texts for which libcmark-gfm 0.29.0.gfm.6 takes time or memory that is not linear, most of them
  /// from what was found in it (``MarkupCost``), with those that could overflow a stack.
  static let texts: [Text] = [
    Text(">"), Text("> "), Text("- "), Text("* "), Text("1. "), Text("["), Text("[", then: "]"),
    Text("![[]()"), Text("[a](b"), Text("[a](<b"), Text("[](", then: ")"), Text("*"), Text("*a"),
    Text("*a **a ", then: "b** b* "), Text("a_ "), Text("*a [b](c) "), Text("*a ", then: "[b](c)"),
    Text("*a ", then: "![b](c)"), Text("~a ", then: "~~b "), Text("`a``"), Text("<?", after: "a "),
    Text("<?x>", after: "a "), Text("<!A ", after: "a "), Text("<![CDATA[", after: "a "),
    Text("<!--", after: "a "), Text("<a b=\"", after: "a "), Text("&#1"), Text("\\"),
    Text("[a]", after: "[a]: \(String(repeating: "u", count: 1000))\n\n"),
    Text("u", then: "[a]", between: "\n\n[a]: b\n\n"), Text("[a]: b\n"), Text("[a]: b \"\n"),
    Text("|a", then: "|-", between: "\n"), Text("|a|\n|-|\n"), Text("x\n|-|\n"),
    Text("a\n", then: "a\n", between: "|a|\n|-|\n"), Text("|\n", after: "|a|\n|-|\n"),
    Text(
      "|\n",
      after: String(repeating: "|a", count: 500) + "\n" + String(repeating: "|-", count: 500) + "\n"
    ),
    Text("\n", after: String(repeating: "- ", count: 999) + "a\n"),
    Text("a\n", after: String(repeating: ">", count: 900) + "a\n"),
    Text("a@b.c"), Text("a@"), Text("http://"), Text("www."), Text("w"), Text("www.a_b."),
    Text("http://a.example/(((", then: ")"), Text("&a;", after: "http://a.example/"),
    Text("definitions") { size in
      (0..<size / 15).map { "[\($0)]: u\($0)\n" }.joined() + "\n[1] [2]"
    },
    Text("long definition") { size in
      "[a]: " + String(repeating: "u", count: size / 2) + "\n\n"
        + String(repeating: "[a]", count: size / 6)
    },
    Text("lists in lists") { size in
      (0..<Int(Double(size).squareRoot())).map { String(repeating: "  ", count: $0) + "- a\n" }
        .joined()
    },
    Text("a\u{301}\u{301}\u{301}"), Text("\u{202E}\u{2066}"), Text("한국어 "),
  ]

  @Test("of 100,000 bytes takes little time", arguments: texts)
  func time(text: Text) {
    let words = text.make(100_000)
    var length = 0
    let time = processorTime {
      let markup = Markup(words)
      length += markup.html { _ in nil }.utf8.count + markup.plainText().utf8.count
    }
    #expect(length > 0)
    #expect(time < .seconds(8), "unoptimized")
    // An image's remote address and the isolates are longer than what was typed; nothing else grows.
    #expect(length < 60 * words.utf8.count)
  }

  @Test(
    "of a million bytes is shown, as plain text where need be",
    arguments: texts.filter {
      [">", "[", "![[]()", "*a [b](c) ", "a <?", "|a\\n|-", "x\\n|-|\\n", "w"].contains(
        $0.testDescription)
    })
  func size(text: Text) {
    let markup = Markup(text.make(1_000_000))
    #expect(markup.html { _ in nil }.utf8.count > 500_000)
  }

  @Test("beyond a million bytes is plain text")
  func tooLong() {
    let markup = Markup(String(repeating: "*a* b\n\n", count: 150_000))
    #expect(markup.isPlain)
    #expect(markup.html { _ in nil }.hasPrefix("<p>*a* b</p>\n<p>"))
  }

  @Test(
    "that people write is not taken for it",
    arguments: [
      Text("The quick brown fox, (he) *jumped* over the [dog](https://a.example). "),
      Text("A line of words\nand another, *so*\n\n"),
      Text("| a | b |\n", after: "| a | b |\n|--|--|\n"),
      Text("- an item\n  - and one below\n"), Text("> quoted words\n> and more\n\n"),
      Text("한국어로 쓴 일기. "), Text("* * *\n\n"), Text("-----------------------\n"),
    ])
  func ordinary(text: Text) {
    let markup = Markup(text.make(100_000))
    #expect(!markup.isPlain)
    if text.testDescription.hasPrefix("| a") {
      #expect(markup.html { _ in nil }.components(separatedBy: "<td>").count > 10_000)
    }
  }

  @Test("shows plain text as typed, with its lines")
  func plain() {
    let nested = String(repeating: ">", count: 300) + " <b>a</b>\nb\n\n*c*"
    let markup = Markup(nested)
    #expect(markup.isPlain)
    #expect(
      markup.html { _ in nil }
        == "<p>\(String(repeating: "&gt;", count: 300)) &lt;b&gt;a&lt;/b&gt;<br />\nb</p>\n<p>*c*</p>\n"
    )
  }

  @Test(
    "of addresses that are none takes time in proportion",
    arguments: [
      String(repeating: "_www.", count: 20_000), String(repeating: "www.a_b.", count: 12_500),
      String(repeating: "http://a_", count: 11_000), String(repeating: "a@", count: 50_000),
    ])
  func addresses(text: String) {
    let time = processorTime { _ = Markup(text).html { _ in nil } }
    #expect(time < .seconds(8), "unoptimized")
  }

  @Test("without text in its beginning has no first line, and is not read for it")
  func firstLine() {
    let text = String(repeating: "---\n", count: 10_000) + String(repeating: "_www.", count: 10_000)
    let time = processorTime { #expect(Markup.firstLine(of: text).isEmpty) }
    #expect(time < .seconds(4), "unoptimized")
  }

  @Test("is read by many threads at once as by one")
  func threads() async {
    let texts = [
      "~~a~~ *b* www.a.example\n\n|a|\n|-|\n|~~b~~|", "*a* ~ b", "a ~~b~~ ~c~ d",
      String(repeating: "~~a~~ *b*\n", count: 600), "[a](b) *c*\n\n- [x] d",
    ]
    let expected = texts.map { Markup($0).html { _ in nil } }
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { turn in
            let text = (thread + turn) % texts.count
            return Markup(texts[text]).html { _ in nil } == expected[text]
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test("of more marks than people write strikes nothing through, since others wait for what does")
  func waiting() {
    func isStruckThrough(_ text: String) -> Bool {
      Markup(text).html { _ in nil }.contains("<del>")
    }
    #expect(isStruckThrough(String(repeating: "A day, ~~or so~~, with *her*.\n\n", count: 600)))
    #expect(!isStruckThrough(String(repeating: "~~a~~ *b* ", count: 9_000)))
    #expect(!isStruckThrough("~~a~~\n\n" + String(repeating: "|a", count: 5_000) + "|\n|-|\n"))
    let quoted =
      String(repeating: "> ", count: 900) + "a\n" + String(repeating: "b\n", count: 900)
    #expect(!isStruckThrough("~~a~~\n\n" + quoted))
  }
}
