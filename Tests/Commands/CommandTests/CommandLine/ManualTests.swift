import Testing
import TestSupport
import Wording

@Suite("A page of the manual")
struct ManualTests {
  @Test(
    "is shown by its name, without marks and in lines that fit",
    arguments: [Program.daystamp, Program.daystampServer])
  func page(program: String) async throws {
    let help = try await Program.run(program, ["help", "sign-in"])
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("Sign in\n\nHow a browser gets in to a journal"))
    #expect(!help.output.contains("](") && !help.output.contains("**"))
    for line in help.output.split(separator: "\n") where !line.hasPrefix("    ") {
      #expect(DisplayWidth.columns(of: String(line)) < 80, "\(line)")
    }
  }

  @Test("gives way to a command of its name, and is then shown by the name of its file")
  func command() async throws {
    let command = try await Program.run(Program.daystamp, ["help", "backup"])
    #expect(command.output.hasPrefix("OVERVIEW: "))
    let page = try await Program.run(Program.daystamp, ["help", "backup.md"])
    #expect(page.output.hasPrefix("Back up and repair\n"))
  }

  @Test("is listed with all others where all help is asked for")
  func list() async throws {
    let help = try await Program.run(Program.daystamp, ["help", "--all"]).output
    #expect(help.contains("\nMANUAL:\n"))
    #expect(help.contains("\n  backup.md"))
    #expect(help.contains("\n  undo "))
  }

  @Test("that is not there is no command either")
  func none() async throws {
    for name in ["nothing", "../README", "README.md"] {
      let help = try await Program.run(Program.daystamp, ["help", name])
      #expect(help.status == 64)
      #expect(help.error.contains("no command '\(name)'"))
    }
  }
}
