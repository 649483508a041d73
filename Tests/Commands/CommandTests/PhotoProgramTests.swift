import ArgumentParser
import Testing
import TestSupport

@testable import JournalCommands
@testable import PhotoCommands
@testable import Shell

@Suite("daystamp without its journal")
struct PhotoProgramTests {
  private static func names(_ program: any ProgramCommand.Type) -> Set<String> {
    Set(program.configuration.subcommands.map { $0.typedName })
  }

  @Test("names the commands that it lacks, all of them and no others")
  func absentCommands() {
    #expect(
      Self.names(Daystamp.self).subtracting(Self.names(PhotoProgram.self))
        == PhotoProgram.absentCommands)
    #expect(Self.names(PhotoProgram.self).isSubset(of: Self.names(Daystamp.self)))
    let absent = Set(ConfigCommand.configuration.subcommands.map { "config \($0.typedName)" })
      .subtracting(DefaultsCommand.configuration.subcommands.map { "config \($0.typedName)" })
    #expect(absent == PhotoProgram.absentSubcommands)
  }

  @Test("says what a command of the journal needs, and of a mistyped one what may be meant")
  func mistakes() {
    let absent = CommandMistake(unknownCommand: "post", in: [PhotoProgram.self])
    #expect(
      absent.text.hasPrefix(
        "Error: 'post' needs the journal, and this daystamp was built without it. "
          + "To build all of daystamp:\n  swift build -c release --product daystamp\n"))
    let setting = CommandMistake(
      unknownCommand: "set", in: [PhotoProgram.self, DefaultsCommand.self])
    #expect(setting.text.hasPrefix("Error: 'config set' needs the journal"))
    let mistyped = CommandMistake(unknownCommand: "stmap", in: [PhotoProgram.self])
    #expect(mistyped.text.contains("Did you mean 'stamp'?"))
  }
}
