import ArgumentParser
import Foundation

/// The options and arguments of one command, as ArgumentParser lists them for other programs: in its
/// ToolInfo, version 0, which `--experimental-dump-help` prints.
struct ArgumentTable {
  let entries: [Entry]

  struct Entry: Decodable {
    enum Kind: String, Decodable {
      case positional
      case option
      case flag
    }

    let kind: Kind
    /// False where help does not show it.
    let shouldDisplay: Bool
    let isRepeating: Bool
    /// What it is, in help.
    let abstract: String?
    let valueName: String?
    private let parsingStrategy: String
    private let names: [Name]?
    private let allValues: [String]?
    private let completionKind: [String: Completion]?

    /// What may be completed does not matter here; that it is a file or a folder does.
    private struct Completion: Decodable {
      init(from decoder: any Decoder) {}
    }

    /// The names as they are typed, with their dashes.
    var typedNames: [String] { (names ?? []).map(\.typed) }
    /// Its distinguishing name, without dashes: the first long one.
    var long: String? { names?.first { $0.kind == "long" }?.name }
    /// Whether its value is a path.
    var isPath: Bool { completionKind?["file"] != nil || completionKind?["directory"] != nil }
    /// Whether its value is completed with names of the journal's, which may be like those of commands.
    var isName: Bool { completionKind?["custom"] != nil }
    /// The values that have names; none where it takes anything else.
    var valueNames: [String] { allValues ?? [] }
    /// Whether what follows is its value, even where that begins with a dash.
    var takesAnyValue: Bool { parsingStrategy == "unconditional" }
    /// Whether it takes whatever nothing else takes, with dashes too.
    var takesTheRest: Bool { parsingStrategy == "allUnrecognized" }
    /// As ArgumentParser's messages call it: --style <style>, <key>.
    var synopsis: String {
      let value = valueName.map { "<\($0)>" }
      let long = typedNames.first { $0.hasPrefix("--") } ?? typedNames.first
      return [long, kind == .flag ? nil : value].compactMap(\.self).joined(separator: " ")
    }
  }

  private struct Name: Decodable {
    let kind: String
    let name: String

    var typed: String { (kind == "long" ? "--" : "-") + name }
  }

  private struct Dump: Decodable {
    struct Command: Decodable {
      let arguments: [Entry]?
    }

    let command: Command
  }

  /// What every command takes beside its own, without being listed.
  private static let builtIn = [
    "--version", "--help-hidden", "--generate-completion-script", "--experimental-dump-help",
  ]

  /// Nil where ArgumentParser lists them otherwise than it does.
  init?(of command: any ParsableCommand.Type) {
    let text = command._dumpHelp()
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)) else { return nil }
    entries = dump.command.arguments ?? []
  }

  /// The long names of all, without dashes.
  var longNames: [String] {
    entries.compactMap(\.long).filter { !["help", "version"].contains($0) }
  }

  /// The option or flag of this name, with its dashes.
  func entry(named name: String) -> Entry? { entries.first { $0.typedNames.contains(name) } }

  func has(_ name: String) -> Bool { entry(named: name) != nil || Self.builtIn.contains(name) }

  /// Whether a word is the long name of an option, or how one begins, or what other programs call it.
  func isLongName(_ word: String) -> Bool {
    let names = longNames + ["help", "version"]
    return names.contains { $0.hasPrefix(word) } || NearestName.usual(word, among: names) != nil
  }

  var positionals: [Entry] { entries.filter { $0.kind == .positional } }

  /// Whether help hides what takes all the rest, so that no word of it is repeated: it may be a PIN.
  var hidesTheRest: Bool { positionals.contains { $0.takesTheRest && !$0.shouldDisplay } }

  /// All names of options that help shows.
  var shownNames: [String] {
    entries.filter(\.shouldDisplay).flatMap(\.typedNames) + ["--version"]
  }
}

extension ParsableCommand {
  /// The command's name on the command line.
  static var typedName: String { _commandName }

  /// The command of this name below this one.
  static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first {
      $0.typedName == name || $0.configuration.aliases.contains(name)
    }
  }

  /// The commands from this one to another below it; nil where it is not below this one.
  static func path(to command: any ParsableCommand.Type) -> [any ParsableCommand.Type]? {
    if command == Self.self { return [Self.self] }
    for below in configuration.subcommands {
      if let path = below.path(to: command) { return [Self.self] + path }
    }
    return nil
  }

  /// The names of the commands below this one, but for those that help does not show.
  static var subcommandNames: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0.typedName }
  }
}
