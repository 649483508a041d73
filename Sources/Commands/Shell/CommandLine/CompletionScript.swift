import ArgumentParser

/// A script that lets a shell complete the program's words.
///
/// ArgumentParser's scripts complete what follows a command's name, and so nothing where a command stands
/// for its usual one, as `contact Mina` for `contact add Mina`. Here they complete that too.
enum CompletionScript {
  /// The option that asks for a script.
  static let option = "--generate-completion-script"

  /// A script of ArgumentParser's, for any of its shells, that completes the words of usual commands too.
  ///
  /// - Parameters:
  ///   - script: as ArgumentParser writes it.
  ///   - root: the program.
  /// - Returns: the script.
  static func reachingUsualCommands(
    _ script: String, of root: any ParsableCommand.Type
  ) -> String {
    let commands = usual(in: root)
    // What is inserted for one shell has no place in the script of another.
    let posix = commands.reduce(script) { zsh(bash($0, $1), $1) }
    return fish(posix, commands)
  }

  /// A command that stands for one of its own.
  private struct Usual {
    /// The names of the command, from the program's on.
    let path: [String]
    let command: String

    var function: String { "_" + path.joined(separator: "_") }
  }

  private static func usual(
    in command: any ParsableCommand.Type, _ before: [String] = []
  ) -> [Usual] {
    let (configuration, path) = (command.configuration, before + [command.typedName])
    let own = configuration.defaultSubcommand.map { Usual(path: path, command: $0.typedName) }
    return (own.map { [$0] } ?? [])
      + configuration.subcommands.flatMap { usual(in: $0, path) }
  }

  /// A word that names no command is put back for the usual one to look at. Names of commands are offered
  /// only in the place of the first word.
  private static func bash(_ script: String, _ usual: Usual) -> String {
    inserting(
      """
              unparsed_words=("${subcommand}" "${unparsed_words[@]}")
              local -i word_count="${#unparsed_words[@]}"
              "\(usual.function)_\(usual.command)"
              [[ "${word_count}" -gt 1 ]] && return

      """, into: script, function: usual.function,
      after: "    *)\n        # Offer subcommand completions\n")
  }

  /// After words that begin with no command's name they are those of the usual one.
  private static func zsh(_ script: String, _ usual: Usual) -> String {
    let first = inserting(
      "        \(usual.function)_\(usual.command) && ret=0\n", into: script,
      function: usual.function, after: "    command)\n")
    return inserting(
      """
              if (( ! ${+functions[\(usual.function)_${words[1]}]} )); then
                  words=(\(usual.command) "${words[@]}")
                  (( CURRENT++ ))
              fi

      """, into: first, function: usual.function, after: "    arg)\n")
  }

  /// Each line of a usual command is there a second time, without the command's name.
  private static func fish(_ script: String, _ usual: [Usual]) -> String {
    let names = usual.map { command in
      let path = command.path.joined(separator: " ")
      return (long: "\"\(path) \(command.command)\"", short: "\"\(path)\"")
    }
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var written: [String] = []
    for line in lines {
      written.append(line)
      guard line.hasPrefix("complete "), let name = names.first(where: { line.contains($0.long) })
      else { continue }
      written.append(line.replacing(name.long, with: name.short))
    }
    return written.joined(separator: "\n")
  }

  /// Puts lines into a function, after a part of it; a script that has neither stays as it is.
  private static func inserting(
    _ lines: String, into script: String, function: String, after part: String
  ) -> String {
    guard let start = script.firstRange(of: "\n\(function)() {\n"),
      let end = script[start.upperBound...].firstRange(of: "\n}\n"),
      let place = script[start.upperBound..<end.lowerBound].firstRange(of: part)
    else { return script }
    return "\(script[..<place.upperBound])\(lines)\(script[place.upperBound...])"
  }
}
