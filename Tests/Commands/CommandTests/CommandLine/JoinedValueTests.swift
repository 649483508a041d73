import ArgumentParser
import Foundation
import Testing
import TestSupport

@testable import Shell
@testable import JournalCommands

@Suite("A value joined to a short option")
struct JoinedValueTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
  }

  @Test("is taken by every short option that takes one")
  func everyOption() throws {
    var options: [String] = []
    for (path, command) in CommandTree.all(Daystamp.self) {
      let table = try #require(ArgumentTable(of: command))
      for entry in table.entries where entry.kind == .option {
        for name in entry.typedNames where !name.hasPrefix("--") {
          options.append(name)
          // What ArgumentParser says of a value set off by a space: whatever else is wrong.
          let messages = [[name + "VALUE"], [name, "VALUE"]].map { words in
            do {
              _ = try Daystamp.parseAsRoot(path.dropFirst() + words)
              return ""
            } catch {
              return Daystamp.message(for: error)
            }
          }
          #expect(messages[0] == messages[1])
        }
      }
    }
    #expect(Set(options).isSuperset(of: ["-c", "-j", "-o"]))
  }

  @Test(
    "is that of stamp's options",
    arguments: [
      (["-j1", "-oOut"], "Out/a.jpg"), (["-oOut", "-j", "1"], "Out/a.jpg"),
      (["-qj1", "-oOut"], "Out/a.jpg"), (["-qoOut"], "Out/a.jpg"),
      (["-j=1", "-o=Out"], "Out/a.jpg"),
      (["-oa=b.jpg"], "a=b.jpg"), (["-qob=c=d.jpg"], "b=c=d.jpg"), (["-o-x.jpg"], "-x.jpg"),
    ])
  func stamp(options: [String], output: String) async throws {
    for arguments in [["stamp", "a.jpg"] + options, ["stamp"] + options + ["a.jpg"]] {
      let result = try await Program.run(
        Program.daystamp, arguments + ["--force"], in: folder.path)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(folder.files == ["a.jpg", output].sorted())
  }

  @Test("is a caption, as it is", arguments: ["Lunch", "1+1=2", "-x", "two words", "j4"])
  func caption(text: String) async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c\(text)")
    try await program.post("2024-02-01 12:00", "-c", "before")
    #expect(try await program.run(["edit", "2", "-c\(text)"]).status == 0)
    let posts = try await program.run(["list", "--json"]).json
    let captions = posts.map { $0["caption"] as? String }
    #expect(captions == [text, text])
  }

  @Test(
    "is empty where nothing is joined, and takes no other word",
    arguments: ["--output=", "-o=", "--text=", "--locale="])
  func empty(option: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let original = try folder.read("b.jpg")
    let result = try await Program.run(
      Program.daystamp, ["stamp", option, "a.jpg", "b.jpg", "--force"], in: folder.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(folder.files == ["a.jpg", "b.jpg"])
    #expect(try folder.read("b.jpg") == original)
  }

  @Test("is told where it is wrong", arguments: [["-jx"], ["-qjx"], ["-j4x"], ["-j0"], ["-qj0"]])
  func wrong(options: [String]) async throws {
    let result = try await Program.run(
      Program.daystamp, ["stamp", "a.jpg"] + options, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains("jobs"), "\(result.error)")
    #expect(!result.error.contains("Unknown"))
    #expect(folder.files == ["a.jpg"])
  }
}

/// A program's commands with the words that name them.
enum CommandTree {
  static func all(
    _ program: any ParsableCommand.Type
  ) -> [(path: [String], command: any ParsableCommand.Type)] {
    func below(
      _ path: [String], _ command: any ParsableCommand.Type
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
      [(path, command)]
        + command.configuration.subcommands.flatMap { below(path + [$0._commandName], $0) }
    }
    return below([program._commandName], program)
  }
}
