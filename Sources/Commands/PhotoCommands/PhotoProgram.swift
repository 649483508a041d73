package import ArgumentParser
import Decoding
import Raster
package import Shell
import Wording

/// `daystamp` as it is built without the journal (the trait `Journal`): photos alone.
package struct PhotoProgram: ProgramCommand {
  package static let configuration = CommandConfiguration(
    commandName: "daystamp",
    abstract: "Puts the date and time on photos.",
    discussion: """
      The label has the same size and place on every photo, whatever the photo's size.

      EXAMPLES
      \(examples)

      This daystamp was built without its journal; docs/install.md says how to build all of it.
      Shell completion: daystamp --generate-completion-script bash (or zsh, fish).
      """,
    version: ProgramVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Photos", subcommands: commands + [DefaultsCommand.self])
    ])

  /// What is done with photos, in every build.
  package static let commands: [any ParsableCommand.Type] = [
    Stamp.self, Unstamp.self, Verify.self, Info.self, Doctor.self, DatePhotos.self,
    ListRuns.self, UndoRun.self, Watch.self, ProfileCommand.self, GazetteerCommand.self,
  ]

  package static let examples = """
      daystamp stamp photo.jpg             writes photo.stamped.jpg beside it
      daystamp stamp Photos -o Stamped     a whole folder, mirrored into another
      daystamp unstamp photo.stamped.jpg   the original again, byte for byte
      daystamp verify photo.stamped.jpg    checks that only the label is new
      daystamp info photo.jpg              shows every time in it, and the one used
    """

  package static let commonCommands: [any ParsableCommand.Type] = [
    Stamp.self, Unstamp.self, Verify.self, Info.self,
  ]

  package static let commandOfFiles: (any ParsableCommand.Type)? = Stamp.self

  /// The commands of the journal, which this build lacks.
  static let absentCommands: Set<String> = [
    "arrivals", "backup", "calendar", "check", "collection", "contact", "day", "delete", "due",
    "edit", "export", "import", "list", "lock", "memories", "open", "owner", "person", "plan",
    "post", "random", "read", "reading", "remind", "reminder", "show", "snooze", "stats", "tags",
    "template", "text", "trash", "unlock", "versions", "write",
  ]

  /// Those of commands that it has.
  static let absentSubcommands: Set<String> = ["config get", "config reset", "config set"]

  package static func absence(of command: String) -> String? {
    absentCommands.union(absentSubcommands).contains(command)
      ? Wording.absentCommand(command) : nil
  }

  /// Those of the server and of the journal's commands: one file serves every build.
  package static let tablesOfOthers: Set<String>? = absentCommands.union(["serve"])

  package init() {}
}

extension ProgramCommand {
  /// Runs a program that works on photos by its arguments.
  @MainActor package static func runProgram() async {
    DecoderProgram.runIfAsked()
    tellVersionIfAsked()
    // Commands run on threads other than the first.
    RasterMemory.keepForNextImages()
    ThisMachine.findMeanwhile()
    await runByArguments()
  }
}

/// `daystamp config` of a build without the journal: the file of defaults alone.
struct DefaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the path of your defaults file, and check the file.",
    subcommands: [ConfigPath<PhotoProgram>.self], defaultSubcommand: ConfigPath<PhotoProgram>.self)
}

extension Wording {
  static func absentCommand(_ name: String) -> String {
    "'\(name)' needs the journal, and this daystamp was built without it. To build all of daystamp:\n"
      + "  swift build -c release --product daystamp"
  }
}
