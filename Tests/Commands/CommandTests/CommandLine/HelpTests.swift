import ArgumentParser
import Foundation
import Shell
import Testing
import TestSupport
import Wording

@testable import JournalCommands

@Suite("Help")
struct HelpTests {
  @Test("of every command has its parts in order, in lines of less than 80 columns")
  func layout() async throws {
    let commands = CommandTree.all(Daystamp.self).dropFirst()
    #expect(commands.count > 30)
    for (path, _) in commands {
      let help = try await Program.run(Program.daystamp, path.dropFirst() + ["--help"])
      #expect(help.status == 0)
      #expect(HelpLayout(help.output).problems == [], "\(path)")
      for line in help.output.split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(line)) < 80, "\(path): \(line)")
      }
    }
  }

  @Test("of every command has examples that can be typed as they are")
  func examples() async throws {
    for (path, _) in CommandTree.all(Daystamp.self) {
      let help = try await Program.run(Program.daystamp, path.dropFirst() + ["--help"]).output
      let words = try await HelpExamples(help, program: "daystamp").run()
      #expect(!words.isEmpty, "\(path)")
      for arguments in words { try expectParses(arguments) }
    }
  }

  /// Whether nothing is wrong with the arguments but, at most, that there is no terminal to ask on.
  private func expectParses(_ arguments: [String]) throws {
    do {
      _ = try Daystamp.parseAsRoot(arguments)
    } catch {
      let message = Daystamp.message(for: error)
      #expect(message.contains("There is no terminal to ask"), "\(arguments): \(message)")
    }
  }

  @Test(
    "of the program fits on a screen of 40 lines", arguments: [[], ["help"], ["--help"], ["-h"]])
  func screen(arguments: [String]) async throws {
    let help = try await Program.run(Program.daystamp, arguments)
    #expect(help.status == 0)
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) < 80 })
    for command in Daystamp.configuration.subcommands {
      #expect(help.output.contains(" \(command._commandName)"))
    }
    #expect(help.output.contains("EXAMPLES:\n  daystamp stamp photo.jpg"))
    #expect(help.output.contains("daystamp help --all"))
  }

  @Test(
    "of the program lists every command where all are asked for",
    arguments: [["help", "--all"], ["--help-all"]])
  func all(arguments: [String]) async throws {
    let help = try await Program.run(Program.daystamp, arguments)
    #expect(help.status == 0)
    let lines = help.output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) < 80 })
    for (path, command) in CommandTree.all(Daystamp.self).dropFirst() {
      let name = path.dropFirst().joined(separator: " ")
      let line = lines.first { $0.hasPrefix("  \(name) ") && !$0.contains("daystamp \(name)") }
      #expect(line?.contains(command.configuration.abstract.prefix(20)) == true, "\(name)")
    }
  }

  @Test("of one command is the same where all is asked for")
  func allOfOne() async throws {
    let help = try await Program.run(Program.daystamp, ["help", "lock", "set"])
    #expect(help.output.hasPrefix("OVERVIEW: Give the journal a PIN"))
    let all = try await Program.run(Program.daystamp, ["help", "lock", "set", "--all"])
    #expect(all.output == help.output)
  }

  @Test("is in bold where a terminal has it, and is else without any look")
  func look() async throws {
    let (path, heading) = (Program.daystamp, "\u{1B}[1mEXAMPLES:\u{1B}[22m\r\n")
    let xterm = ["TERM": "xterm"]
    #expect(
      try await Terminal.run(path, ["list", "--help"], environment: xterm).output.contains(heading))
    #expect(try await Terminal.run(path, ["help"], environment: xterm).output.contains(heading))
    #expect(!(try await Terminal.run(path, ["help"]).output.contains("\u{1B}")))
    #expect(!(try await Program.run(path, ["help"], environment: xterm).output.contains("\u{1B}")))
  }
}
