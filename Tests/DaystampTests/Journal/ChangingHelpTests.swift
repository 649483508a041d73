import TestSupport
import Testing

@Suite("Help of what changes a journal")
struct ChangingHelpTests {
  @Test(
    "has examples",
    arguments: [
      ["edit"], ["delete"], ["trash"], ["trash", "list"], ["trash", "restore"], ["trash", "empty"],
      ["owner"], ["owner", "list"], ["owner", "add"], ["owner", "rename"], ["owner", "remove"],
      ["config"], ["config", "get"], ["config", "set"], ["config", "reset"],
    ])
  func examples(command: [String]) async throws {
    let result = try await Program.run(Program.daystamp, command + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("EXAMPLES"))
  }

  @Test("names every setting", arguments: [["config"], ["config", "get"], ["config", "set"]])
  func keys(command: [String]) async throws {
    let help = try await Program.run(Program.daystamp, command + ["--help"]).output
    for key in [
      "time-zone", "day-start", "week-start", "export-to", "label-style", "label-format",
      "label-locale", "label-text", "label-size", "label-margin", "label-position", "label-color",
      "label-outline", "label-background", "label-font",
    ] {
      #expect(help.contains(key))
    }
  }
}
