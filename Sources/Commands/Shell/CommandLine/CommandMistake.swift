import ArgumentParser
import Glibc
import Wording

/// A command line that ArgumentParser refuses, with the message for people.
///
/// What nothing is called comes first: words that no command and no option has, with the nearest name.
/// All other errors keep ArgumentParser's message.
struct CommandMistake: Error {
  /// With the usage of the command below it.
  let text: String

  /// - Parameters:
  ///   - error: what ArgumentParser threw.
  ///   - words: the command line.
  ///   - program: the program's command.
  init(_ error: any Error, _ words: CommandWords?, of program: any ProgramCommand.Type) {
    if let mistake = words.flatMap({ CommandMistake($0, of: program) }) {
      self = mistake
    } else {
      let told = program.fullMessage(for: error, columns: HelpText.columns)
      text = RefusedValue.shortened(told, words?.values ?? [])
    }
  }

  /// Nil where no word is strange.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - program: the program's command.
  init?(_ words: CommandWords, of program: any ProgramCommand.Type) {
    guard let stranger = words.stranger else { return nil }
    let message = Self.message(stranger, words, files: program.commandOfFiles)
    text = "Error: \(message)\n\(Self.usage(of: words.commands))"
  }

  /// - Parameters:
  ///   - word: a word that the program was asked to help with.
  ///   - commands: those before it.
  init(unknownCommand word: String, in commands: [any ParsableCommand.Type]) {
    let message = Self.message(unknownCommand: word, in: commands)
    text = "Error: \(message)\n\(Self.usage(of: commands))"
  }

  /// - Parameters:
  ///   - error: what a command threw once it was parsed.
  ///   - command: the command.
  ///   - program: the program's command.
  init(
    _ error: ValidationError, of command: any ParsableCommand.Type,
    in program: any ProgramCommand.Type
  ) {
    let path = program.path(to: command) ?? [program]
    text = "Error: \(error.message)\n\(Self.usage(of: path))"
  }

  private static func message(
    unknownCommand word: String, in commands: [any ParsableCommand.Type]
  ) -> String {
    let path = commands.dropFirst().map { $0.typedName } + [word]
    if let program = commands.first as? any ProgramCommand.Type,
      let absence = program.absence(of: path.joined(separator: " "))
    {
      return absence
    }
    let names = commands.last?.subcommandNames ?? []
    let all = names + (commands.count == 1 ? ["help"] : [])
    return Wording.unknownCommand(word, nearest: NearestName.of(word, among: all), names: names)
  }

  private static func message(
    _ stranger: CommandWords.Stranger, _ words: CommandWords, files: (any ParsableCommand.Type)?
  ) -> String {
    let path = words.commands.map { $0.typedName }
    switch stranger {
    case .command(let word):
      if words.commands.count == 1, let files, isFile(word) {
        return Wording.fileForCommand(word, path + [files.typedName])
      }
      return message(unknownCommand: word, in: words.commands)
    case .option(let name):
      return Wording.unknownOption(
        name, nearest: NearestName.of(name, among: words.table.shownNames))
    case .early(let option, let command):
      return Wording.earlyOption(option, path.prefix(1) + [command.typedName])
    case .late(let command):
      return Wording.lateCommand(path.dropLast() + [command.typedName])
    }
  }

  /// Whether a word that is no command names a file, as far as that can be told.
  private static func isFile(_ word: String) -> Bool {
    word == "-" || word.contains(".") || word.contains("/") || access(word, F_OK) == 0
  }

  /// The usage of a command, as below ArgumentParser's messages.
  private static func usage(of commands: [any ParsableCommand.Type]) -> String {
    guard let program = commands.first, let command = commands.last else { return "" }
    let path = commands.map { $0.typedName }.joined(separator: " ")
    return "Usage: \(program.usageString(for: command))\n"
      + "  See '\(path) --help' for more information."
  }
}
