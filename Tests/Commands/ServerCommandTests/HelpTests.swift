import ArgumentParser
import Foundation
import Shell
import Testing
import TestSupport
import Wording

@testable import ServerCommands

@Suite("Help of the server")
struct HelpTests {
  private static let commands = [
    [], ["serve"], ["pair"], ["devices"], ["devices", "list"], ["devices", "revoke"],
    ["token"], ["token", "add"], ["token", "list"], ["token", "revoke"], ["log"],
  ]

  @Test("of every command has its parts in order, in lines of less than 80 columns")
  func layout() async throws {
    for command in Self.commands {
      let help = try await Program.run(Program.daystampServer, command + ["--help"])
      #expect(help.status == 0)
      #expect(HelpLayout(help.output).problems == [] || command.isEmpty, "\(command)")
      for line in help.output.split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(line)) < 80, "\(command): \(line)")
      }
    }
  }

  @Test("has examples that can be typed as they are")
  func examples() async throws {
    for command in Self.commands {
      let help = try await Program.run(Program.daystampServer, command + ["--help"]).output
      let words = try await HelpExamples(help, program: "daystamp-server").run()
      #expect(!words.isEmpty, "\(command)")
      for arguments in words {
        do {
          _ = try DaystampServer.parseAsRoot(arguments)
        } catch {
          // The certificate of an example is not there.
          let message = DaystampServer.message(for: error)
          #expect(message.contains("cert.pem: cannot be read"), "\(arguments): \(message)")
        }
      }
    }
  }

  @Test("lists every command on one screen, and more where all is asked for")
  func overview() async throws {
    let short = try await Program.run(Program.daystampServer, ["help"]).output
    let all = try await Program.run(Program.daystampServer, ["help", "--all"]).output
    for name in ["serve", "pair", "devices", "token", "log"] {
      #expect(short.contains("\n  \(name) "))
    }
    #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(all.contains("\n  devices revoke  "))
    #expect(all.split(separator: "\n").allSatisfy { DisplayWidth.columns(of: String($0)) < 80 })
  }
}
