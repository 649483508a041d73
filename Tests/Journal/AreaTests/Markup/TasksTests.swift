import Testing

@testable import Markup

@Suite("Tasks in words")
struct TasksTests {
  @Test(
    "are ticked by one mark, and every other byte stays",
    arguments: [
      ("- [ ] a\n- [ ] b", 2, true, "- [ ] a\n- [x] b"),
      ("- [X] a", 1, false, "- [ ] a"),
      ("1. [ ] a\n   - [x] b\n2. [ ] c", 2, false, "1. [ ] a\n   - [ ] b\n2. [ ] c"),
      ("* [ ] [ ] a", 1, true, "* [x] [ ] a"),
      ("```\n- [ ] code\n```\n\n- [ ] a", 1, true, "```\n- [ ] code\n```\n\n- [x] a"),
      ("- a\n- [ ] b\n\n  more", 1, true, "- a\n- [x] b\n\n  more"),
      ("- [x] a", 1, true, "- [x] a"),
      ("한글\n\n- [ ] 우유 🥛\n- [x] 빵", 1, true, "한글\n\n- [x] 우유 🥛\n- [x] 빵"),
    ])
  func ticked(words: String, task: Int, isDone: Bool, expected: String) {
    #expect(Markup.ticking(words, task: task, isDone: isDone) == expected)
  }

  @Test(
    "are none that are not there",
    arguments: [
      ("- [ ] a", 0), ("- [ ] a", 2), ("- [ ] a", .min), ("- [ ] a", .max), ("- a", 1),
      ("`- [ ] a`", 1), ("", 1), ("- [ ]a", 1),
      // GitHub's Markdown has tasks only where a line begins with their list's mark.
      ("- - [ ] a", 1), ("> * [ ] a", 1),
    ])
  func missing(words: String, task: Int) {
    #expect(Markup.ticking(words, task: task, isDone: true) == nil)
  }

  @Test("are buttons of a form, with what they say as names, and else signs")
  func html() {
    let markup = Markup("- [ ] milk **and** `tea` <b>\n  - [x] sub\n- plain")
    #expect(markup.hasTasks && !Markup("- a").hasTasks)
    let html = markup.html(tasks: "ticks-1") { _ in nil }
    #expect(
      html.contains(
        "<li class=\"task\"><button class=\"tick\" name=\"tick\" value=\"1 1\" form=\"ticks-1\""
          + " role=\"checkbox\" aria-checked=\"false\" aria-label=\"milk and tea\">☐</button> milk"
      ))
    #expect(html.contains("value=\"2 0\"") && html.contains("aria-label=\"sub\">☑</button>"))
    #expect(!markup.html { _ in nil }.contains("<button"))
  }

  @Test("People are links where no link is, and what stands there is escaped")
  func people() {
    let markup = Markup("Hi @Mina & [see @Mina](https://a.b)")
    let html = markup.html(people: { text in
      text.ranges(of: "@Mina").map { ($0, "/people/1") }
    }) { _ in nil }
    #expect(
      html == "<p>Hi <a class=\"person\" href=\"/people/1\">@Mina</a> &amp; "
        + "<a href=\"https://a.b\" rel=\"noreferrer noopener\">see @Mina</a></p>\n")
  }
}
