import Markup
import TextDisplay
import Testing

@Suite("Words on a terminal")
struct TerminalMarkupTests {
  @Test("are wrapped, with quotes and lists indented, and links with their addresses")
  func blocks() {
    let words = """
      # A day

      The quick brown fox jumped over the *lazy* dog.
      Then [home](https://a.example), see www.b.example.

      > Quoted words that are long enough
      >
      > - one
      > - two

      9. nine words that go on for more
      10. ten
          - [x] done
          - [ ] not done

      ```
      let x = 1
          y
      ```
      ***
      | a | 한국 |
      |---|---|
      | bc | d |

      ![the sea](post:12) ~~no~~ `code`
      """
    let lines = Markup(words).lines(width: 30)
    #expect(
      lines.joined(separator: "\n") == """
        # A day

        The quick brown fox jumped
        over the lazy dog. Then home
        <https://a.example>, see
        www.b.example.

        │ Quoted words that are long
        │ enough
        │
        │ • one
        │ • two

        9. nine words that go on for
           more
        10. ten
            ☑ done
            ☐ not done

            let x = 1
                y

        ──────────────────────────────

        a  │ 한국
        bc │ d

        the sea <post:12> ~~no~~
        `code`
        """)
  }

  @Test("are broken beside wide characters, and long words anywhere")
  func wide() {
    #expect(
      Markup("오늘은날씨가좋다정말로。그래서").lines(width: 20) == ["오늘은날씨가좋다정말", "로。그래서"])
    #expect(
      Markup("a " + String(repeating: "b", count: 45)).lines(width: 20).map(\.count) == [20, 20, 6]
        || Markup("a " + String(repeating: "b", count: 45)).lines(width: 20).map(\.count)
          == [1, 20, 20, 5]
    )
  }

  @Test(
    "do nothing to the terminal",
    arguments: [
      "a\u{1B}[2Jb", "&#27;]0;x&#7;", "[a](https://b.example/\u{9B}2J)", "`\u{1B}c`",
      "```\n\u{1B}c\u{8}\n```", "|\u{1B}|\n|-|\n|\u{7F}|", "![\u{1B}](post:1)", "a\u{2028}b\u{85}c",
      String(repeating: ">", count: 300) + "\u{1B}[2J",
    ])
  func controls(words: String) {
    for line in Markup(words).lines(width: 40) {
      #expect(
        line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(line)")
      #expect(!line.unicodeScalars.contains { ["\u{2028}", "\u{2029}"].contains($0) })
    }
  }

  @Test("keep directions and marks within their lines")
  func isolation() {
    let words =
      "> a \u{202E}b\u{2066}c\n\nd\u{2069}\u{2069} e" + String(repeating: "\u{301}", count: 1000)
    let lines = Markup(words).lines(width: 40)
    #expect(lines[0] == "│ \u{2068}a \u{202E}b\u{2066}c\u{2069}\u{202C}\u{2069}")
    #expect(lines[2].utf8.starts(with: "d e\u{301}".utf8))
    #expect(lines[2].unicodeScalars.count < 20)
  }

  @Test("are never wider than the terminal", arguments: [20, 33, 80])
  func width(width: Int) {
    let deep = (0..<60).map { String(repeating: "> ", count: $0) + "word 한국어 word word\n\n" }
      .joined()
    let words = [
      deep, "|a|b|\n|-|-|\n|\(String(repeating: "한", count: 50))|d|",
      "    a\tb" + String(repeating: "c", count: 90),
    ]
    for line in words.flatMap({ Markup($0).lines(width: width) }) {
      #expect(DisplayWidth.columns(of: line) <= width, "\(line)")
    }
  }
}
