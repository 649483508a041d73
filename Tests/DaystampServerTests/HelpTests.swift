import Foundation
import TestSupport
import Testing

@Suite("The help of daystamp-server")
struct HelpTests {
  @Test(
    "has examples, and fits 80 columns",
    arguments: [
      [], ["serve"], ["pair"], ["devices"], ["devices", "list"], ["devices", "revoke"],
    ])
  func help(command: [String]) async throws {
    let result = try await Program.run(Program.daystampServer, command + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("EXAMPLES"))
    // The parser leaves the line of usage as long as it is.
    for line in result.output.split(separator: "\n") where !line.hasPrefix("USAGE:") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("comes with the version of daystamp, and with completion")
  func version() async throws {
    let own = try await Program.run(Program.daystampServer, ["--version"])
    #expect(own.output == (try await Program.run(Program.daystamp, ["--version"]).output))
    let script = try await Program.run(
      Program.daystampServer, ["--generate-completion-script", "bash"])
    for command in ["serve", "pair", "devices"] {
      #expect(script.output.contains("_daystamp-server_\(command)"), "\(command)")
    }
  }
}
