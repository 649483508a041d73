import Testing

@testable import daystamp

@Suite("Terminal style")
struct TerminalStyleTests {
  @Test(
    "has colours on a terminal that takes them and where nobody asked for none",
    arguments: [
      (true, ["TERM": "xterm-256color"], true, true),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true, true),
      (true, ["TERM": "dumb"], false, false),
      (true, [:], false, false),
      (false, ["TERM": "xterm-256color"], false, false),
    ] as [(Bool, [String: String], Bool, Bool)])
  func capabilities(
    isTerminal: Bool, environment: [String: String], attributes: Bool, colour: Bool
  ) {
    let style = TerminalStyle(isTerminal: isTerminal, environment: environment)
    #expect(style.hasAttributes == attributes)
    #expect(style.hasColour == colour)
  }

  @Test("ends each look where it began, so that looks can be nested")
  func sequences() {
    let style = TerminalStyle(isTerminal: true, environment: ["TERM": "xterm"])
    #expect(style.bold("a") == "\u{1B}[1ma\u{1B}[22m")
    #expect(style.dim("a") == "\u{1B}[2ma\u{1B}[22m")
    #expect(style.reversed(style.green("a")) == "\u{1B}[7m\u{1B}[32ma\u{1B}[39m\u{1B}[27m")
    #expect(style.bold("") == "")
  }

  @Test("leaves plain text as it is")
  func plain() {
    let style = TerminalStyle.plain
    #expect(style.bold(style.reversed(style.green(style.dim("a")))) == "a")
  }
}
