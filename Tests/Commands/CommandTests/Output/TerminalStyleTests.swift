import Foundation
import Shell
import SystemPackage
import Testing
import TestSupport

@Suite("Terminal style")
struct TerminalStyleTests {
  @Test(
    "has colours on a terminal that takes them, unless NO_COLOR is set",
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
    #expect(style.dark("a", on: .green) == "\u{1B}[30;102ma\u{1B}[39;49m")
    #expect(style.dark("", on: .green) == "" && TerminalStyle.plain.dark("a", on: .pink) == "a")
  }

  @Test(
    "does what is asked for, whatever the terminal and the environment",
    arguments: [
      (TerminalStyle.Choice.always, false, [:], true, true),
      (.always, true, ["TERM": "xterm", "NO_COLOR": "1"], true, true),
      (.never, true, ["TERM": "xterm"], false, false),
      (.auto, true, ["TERM": "xterm"], true, true),
    ] as [(TerminalStyle.Choice, Bool, [String: String], Bool, Bool)])
  func choice(
    choice: TerminalStyle.Choice, isTerminal: Bool, environment: [String: String],
    attributes: Bool, colour: Bool
  ) {
    let style = TerminalStyle(isTerminal: isTerminal, environment: environment, choice: choice)
    #expect(style.hasAttributes == attributes)
    #expect(style.hasColour == colour)
  }

  @Test(
    "has links on terminals that are known to have them",
    arguments: [
      (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "6003"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4601"], false), (["TERM": "xterm-kitty"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
      (["TERM": "linux"], false), (["TERM": "linux", "FORCE_HYPERLINK": "1"], true),
      (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
      (["TERM": "dumb", "FORCE_HYPERLINK": "1"], false),
    ] as [([String: String], Bool)])
  func links(environment: [String: String], links: Bool) {
    #expect(TerminalStyle(isTerminal: true, environment: environment).hasLinks == links)
    #expect(!TerminalStyle(isTerminal: false, environment: environment).hasLinks)
    let never = TerminalStyle(isTerminal: true, environment: environment, choice: .never)
    #expect(!never.hasLinks)
  }

  @Test("links the last place of a name to its file, whose bytes are in the URL")
  func link() throws {
    let style = TerminalStyle(isTerminal: true, environment: ["TERM": "xterm-kitty"])
    let line = style.linking("a b.jpg b.jpg", "b.jpg", to: "/home/점심/b 1%.jpg")
    let parts = line.components(separatedBy: "\u{1B}")
    #expect(parts.map { $0.hasPrefix("]8;;file://") } == [false, true, false, false, false])
    #expect(parts[0] == "a b.jpg ")
    #expect(parts[1].hasSuffix("/home/%EC%A0%90%EC%8B%AC/b%201%25.jpg"))
    #expect(Array(parts[2...]) == ["\\b.jpg", "]8;;", "\\"])
    #expect(style.linking("a", "b", to: "/b") == "a")
    #expect(TerminalStyle.plain.linking("a", "a", to: "/a") == "a")
  }

  @Test("leaves plain text as it is")
  func plain() {
    let style = TerminalStyle.plain
    #expect(style.bold(style.reversed(style.green(style.dim("a")))) == "a")
  }
}

@Suite("Colours and links of the program")
struct ProgramStyleTests {
  @Test("are for terminals, unless --color says otherwise")
  func colours() async throws {
    let program = try await AskedJournal.program()
    for arguments in [["calendar", "2024-01"], ["calendar", "2023"]] {
      let plain = try await program.run(arguments)
      let always = try await program.run(arguments + ["--color", "always"])
      #expect(!plain.output.contains("\u{1B}"))
      #expect(always.output.contains("\u{1B}["))
      #expect(always.output.replacing(/\u{1B}\[\d+m/, with: "") == plain.output)
    }
    for arguments in [["list"], ["list", "--color", "always"], ["show", "1"]] {
      #expect(!(try await program.run(arguments).output.contains("\u{1B}")))
    }
  }

  @Test(
    "link posts to their files", .enabled(if: InstalledProgram.isThere("python3"), "needs python3"),
    arguments: [["list", "2023"], ["show", "1"]])
  func links(arguments: [String]) async throws {
    let program = try await AskedJournal.program()
    let place = ["--journal", program.journal, "--owner", "anna"]
    let shown = try await Terminal.daystamp(
      arguments + place, typing: "", environment: ["TERM": "xterm-kitty", "NO_COLOR": ""])
    let file = try await program.run("show", "1", "--json").json[0]["file"] as? String ?? ""
    #expect(shown.output.contains("\u{1B}]8;;file://"))
    #expect(shown.output.contains("\(file)\u{1B}\\"), "\(shown.output)")
    let never = try await Terminal.daystamp(
      arguments + place + ["--color=never"], typing: "", environment: ["TERM": "xterm-kitty"])
    #expect(!never.output.contains("\u{1B}"))
  }

  @Test(
    "begin an error in red on a terminal, unless NO_COLOR is set",
    .enabled(if: InstalledProgram.isThere("python3"), "needs python3"))
  func errors() async throws {
    let red = try await Terminal.daystamp(
      ["ls"], typing: "", environment: ["TERM": "xterm", "NO_COLOR": ""])
    #expect(red.output.hasPrefix("\u{1B}[31mError:\u{1B}[39m There is no command 'ls'."))
    let plain = try await Terminal.daystamp(
      ["ls"], typing: "", environment: ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(plain.output.hasPrefix("Error: There"))
  }
}
