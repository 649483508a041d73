import Foundation
import TestSupport
import Testing

/// A subcommand as the command line's own definition has it.
struct Subcommand: Sendable, CustomTestStringConvertible {
  /// What is typed for it: `trash`, `list`.
  let words: [String]
  let arguments: [Argument]

  var name: String { words.joined(separator: " ") }
  var testDescription: String { name }

  struct Argument: Decodable, Sendable {
    let kind: Kind
    let isOptional: Bool
    let valueName: String
    let preferredName: Name?
    let shouldDisplay: Bool

    enum Kind: String, Decodable { case positional, option, flag }
    struct Name: Decodable { let name: String }

    /// What it is called behind the two hyphens; nil where it has none.
    var option: String? { preferredName?.name }
  }

  func has(_ option: String) -> Bool { arguments.contains { $0.option == option } }

  /// All that can be typed, those of groups too.
  static func all() async throws -> [Subcommand] {
    let dump = try await Program.daystamp("--experimental-dump-help")
    let command = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    return command.leaves(behind: [])
  }

  private struct Dump: Decodable { let command: Command }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    func leaves(behind words: [String]) -> [Subcommand] {
      guard let subcommands, !subcommands.isEmpty else {
        return [Subcommand(words: words, arguments: arguments ?? [])]
      }
      return subcommands.flatMap { $0.leaves(behind: words + [$0.commandName]) }
    }
  }
}
