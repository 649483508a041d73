package import ArgumentParser
package import Shell
import Wording

/// `daystamp config path`: the user's file of defaults.
package struct ConfigPath<Program: ProgramCommand>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "path",
      abstract: "Name the file of your defaults for options, and check it.",
      discussion: """
        The file is in TOML. A table is named as its command, and its keys are the long names of the \
        command's options; a flag is true or false, and what may be repeated is an array. [journal] \
        says for every command which journal, and whose:

          [stamp]
          position = "bottom-right"
          format = "%d.%m.%Y"
          output = "~/Pictures/Stamped"

          [post]
          tag = ["2024", "family"]

          [journal]
          folder = "~/Diary"
          owner = "anna"

        An option that is typed goes before a variable of the environment, that before the file, and \
        the file before what is usual. --no-config leaves the file out. A key that there is not is an \
        error, and so is what cannot be undone (--in-place, --force, --no-undo), what is for one run, \
        and what the journal keeps itself, such as the look of posts: daystamp config set does that.

        $DAYSTAMP_CONFIG names another file, and where it is empty there is none.

        EXAMPLES
          daystamp config path
          "${EDITOR:-vi}" "$(daystamp config path)"
        """)
  }

  package init() {}

  package func run() async throws {
    try await ExitStatus.exit {
      guard let file = DefaultsFile.ofThisUser else {
        Console.say(Wording.noDefaultsFile)
        return .failure
      }
      Console.print(file.path)
      let isThere = try file.isThere()
      if isThere { try file.check(for: Program.self) }
      Console.say(Wording.defaultsFile(isThere: isThere))
      return .success
    }
  }
}
