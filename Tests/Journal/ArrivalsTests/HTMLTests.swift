import Arrivals
import Testing

@Suite("HTML of a source")
struct HTMLTests {
  @Test(
    "becomes Markdown",
    arguments: [
      ("plain", "plain"), ("1 < 2 & 3\n<tea> <b", "1 < 2 & 3\n<tea> <b"),
      ("a<br>b<br/>c", "a\nb\nc"), ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
      ("<p>one <b>two </b>three</p><p>four</p>", "one **two** three\n\nfour"),
      ("<b><i>x</i></b> <s>y</s>", "***x*** ~~y~~"),
      ("<span style=\"font-weight:700; font-style: italic\">x</span>", "***x***"),
      ("<h2>Head <br>line</h2>text", "## Head line\n\ntext"),
      ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"),
      ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
      ("<ul><li><input type=checkbox checked>a</li></ul>", "- [x] a"),
      ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b"),
      (
        "<a href=\"https://a.org/(x)\">a</a> <a href=\"javascript:1\">b</a>",
        "[a](https://a.org/%28x%29) b"
      ),
      ("a&nbsp;b&amp;c&lt;d&eacute;", "a b&c\\<dé"),
      ("<p># no *mark* [x]</p>", "\\# no \\*mark\\* \\[x\\]"),
      ("<p>1. x_y _z_</p>", "1\\. x_y \\_z\\_"), ("<pre>a\n  b*</pre>", "```\na\n  b*\n```"),
      ("<script>alert(1)</script><style>p {}</style><title>t</title>x", "x"),
      ("<table><tr><td>a</td><td>b</td></tr></table>", "a | b"),
      ("unclosed <b>bold", "unclosed **bold**"), ("</p></div>x", "x"),
      ("a \u{0} <b>b</b>", "a **b**"),
    ])
  func markdown(_ html: String, _ words: String) {
    #expect(HTMLMarkdown.words(of: html) == words)
  }

  @Test("may be as deep and as broken as it likes")
  func hostile() {
    let deep = String(repeating: "<div><b>", count: 100_000) + "x"
    #expect(HTMLMarkdown.words(of: deep).contains("x"))
    let open = String(repeating: "<div></p>", count: 300_000) + "x"
    #expect(HTMLMarkdown.words(of: open).contains("x"))
    let wide = String(repeating: "<i>a</i>", count: 30_000)
    #expect(HTMLMarkdown.words(of: wide).count == 90_000)
    #expect(HTMLMarkdown.words(of: "<p <<<>>> &#0; &#xD800; &#99999999; <!-- <![CDATA[ x") != "-")
  }
}
