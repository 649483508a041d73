import ArgumentParser
import Foundation

/// The options and flags of a command, as ArgumentParser itself lists them.
struct OptionList {
  /// As in ArgumentParser's ToolInfo, version 0, which `--experimental-dump-help` prints.
  struct Option: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    enum Kind: String, Decodable {
      case positional, option, flag
    }

    let kind: Kind
    let names: [Name]?
    let isRepeating: Bool
    let abstract: String?
    let completionKind: [String: Completion]?

    /// What may be completed does not matter here; that it is a file or a folder does.
    struct Completion: Decodable {
      init(from decoder: any Decoder) {}
    }

    /// The name by which it is told from others: the first long one.
    var long: String? { names?.first { $0.kind == "long" }?.name }
    /// Whether its value is a path.
    var isPath: Bool { completionKind?["file"] != nil || completionKind?["directory"] != nil }
  }

  private struct Tool: Decodable {
    struct Command: Decodable {
      let arguments: [Option]?
    }
    let command: Command
  }

  private let options: [Option]

  init(_ command: any ParsableCommand.Type) {
    do {
      let tool = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
      options = tool.command.arguments ?? []
    } catch {
      preconditionFailure("ArgumentParser lists options otherwise: \(error)")
    }
  }

  /// The long names of all.
  var names: [String] {
    options.compactMap(\.long).filter { !["help", "version"].contains($0) }
  }

  func option(_ long: String) -> Option? {
    options.first { option in
      option.names?.contains { $0.kind == "long" && $0.name == long } == true
    }
  }

  /// The long names of those that some arguments of the command give.
  ///
  /// Read as ArgumentParser reads them: an option takes the next argument where its value is not
  /// joined to it, `--` ends the options, and short flags may be written together.
  func given(in arguments: some Sequence<String>) -> Set<String> {
    var given: Set<String> = []
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
      } else if argument == "--" {
        break
      } else if argument.hasPrefix("--") {
        let parts = argument.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = option(String(parts[0])), let long = option.long else { continue }
        given.insert(long)
        isValue = option.kind == .option && parts.count == 1
      } else if argument.hasPrefix("-") {
        isValue = addShort(argument.dropFirst(), to: &given)
      }
    }
    return given
  }

  /// - Returns: whether the next argument is the value of the last one.
  private func addShort(_ letters: Substring, to given: inout Set<String>) -> Bool {
    for (index, letter) in letters.enumerated() {
      let option = options.first { option in
        option.names?.contains { $0.kind == "short" && $0.name == String(letter) } == true
      }
      guard let option, let long = option.long else { return false }
      given.insert(long)
      if option.kind == .option { return index == letters.count - 1 }
    }
    return false
  }
}

/// The command that the first arguments name.
struct NamedCommand {
  let command: any ParsableCommand.Type
  /// The command of the root's own that it is, or is below of; nil where the root stands for itself.
  let first: String?
  /// How many arguments name it.
  let length: Int
  /// Whether it is the first command itself.
  let isFirst: Bool

  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    var (command, first, length, depth) = (root, String?.none, 0, 0)
    while true {
      let subcommands = command.configuration.subcommands
      if length == depth, length < arguments.count,
        let next = subcommands.first(where: { $0.isNamed(arguments[length]) })
      {
        command = next
        length += 1
      } else if let next = command.configuration.defaultSubcommand {
        command = next
      } else {
        break
      }
      first = first ?? command._commandName
      depth += 1
    }
    (self.command, self.first, self.length, isFirst) = (command, first, length, depth == 1)
  }
}

extension ParsableCommand {
  fileprivate static func isNamed(_ name: String) -> Bool {
    _commandName == name || configuration.aliases.contains(name)
  }
}
