package import ArgumentParser
package import Shell
import Wording

/// `daystamp config path`: the user's file of defaults.
package struct ConfigPath<Program: ProgramCommand>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "path",
      abstract: "Show the path of your defaults file, and check the file.",
      discussion: """
        The file is TOML. Each command has a table, with the long names of its options as keys. A \
        flag is true or false; an option that you can repeat is an array. [journal] gives the journal \
        and its owner for all commands:

          [stamp]
          position = "bottom-right"
          format = "%d.%m.%Y"
          output = "~/Pictures/Stamped"

          [post]
          tag = ["2024", "family"]

          [journal]
          folder = "~/Diary"
          owner = "anna"

        The command line wins over the environment, the environment over the file, and the file over \
        the built-in defaults. --no-config ignores the file. The file cannot set options that cannot \
        be undone (--in-place, --force, --no-undo) or that are for a single run. For the journal's own \
        settings, such as the look of posts, use daystamp config set. An unknown key is an error.

        $DAYSTAMP_CONFIG names another file; if it is empty, no file is read.

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
