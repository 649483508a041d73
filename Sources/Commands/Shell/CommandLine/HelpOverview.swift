import ArgumentParser
import Wording

/// A program's help: its commands, the common ones on one screen, or all of them.
struct HelpOverview {
  let program: any ProgramCommand.Type

  /// Help on one screen of 40 lines.
  var short: String {
    let sections = groups.map { group in
      section(group.name, group.commands.filter { command in isCommon(command) })
    }
    let further = groups.flatMap(\.commands).filter {
      !isCommon($0) && $0.configuration.shouldDisplay
    }
    let names = further.enumerated().map { index, command in
      command.typedName + (index < further.count - 1 ? "," : "")
    }
    let more = names.isEmpty ? "" : HelpText.wrapped(["MORE:"] + names, indent: 6)
    let name = program.typedName
    let example = program.commonCommands.first?.typedName ?? ""
    let advice = HelpText.wrapped(
      "\(name) help \(example) explains a command; \(name) help --all lists all commands."
        .split(separator: " ").map(String.init), indent: 0)
    return text([], sections + [more, advice])
  }

  /// Help with every command, those below others too.
  var all: String {
    let sections = groups.map { group in
      section(group.name, group.commands, includingBelow: true)
    }
    let options = rows([
      ("--version", "Show the version."),
      ("-h, --help", "Show help for the program or a command."),
      ("--help-all", "Show this list."),
    ])
    let paragraphs = discussion.paragraphs.map { paragraph in
      paragraph.split(separator: "\n").map { line in
        HelpText.wrapped(line.split(separator: " ").map(String.init), indent: 0)
      }.joined(separator: "\n")
    }
    return text(paragraphs, sections + ["OPTIONS:\n\(options)", pages])
  }

  /// The pages of the manual, which `help` shows by their names; empty if there are none.
  private var pages: String {
    let names = Manual.pages.map { page in
      // A command has the name.
      program.subcommand(named: page.name) == nil ? page.name : "\(page.name).md"
    }
    guard !names.isEmpty else { return "" }
    return "MANUAL:\n" + rows(zip(names, Manual.pages).map { ($0, $1.purpose) })
      + "\n\n\(program.typedName) help \(names[0]) shows that page."
  }

  private func text(_ paragraphs: [String], _ sections: [String]) -> String {
    let parts =
      ["OVERVIEW: \(program.configuration.abstract)"]
      + ["EXAMPLES:\n" + discussion.examples.joined(separator: "\n")] + paragraphs
      + ["USAGE: \(program.typedName) <command> [<options>] [<arguments>]"] + sections
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func isCommon(_ command: any ParsableCommand.Type) -> Bool {
    program.commonCommands.contains { $0 == command }
  }

  private var discussion: HelpText.Discussion {
    // The first paragraph is held for the abstract.
    HelpText.Discussion("\n\n\(program.configuration.discussion)")
  }

  private var groups: [(name: String, commands: [any ParsableCommand.Type])] {
    let configuration = program.configuration
    let ungrouped = configuration.ungroupedSubcommands
    return (ungrouped.isEmpty ? [] : [("Commands", ungrouped)])
      + configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
  }

  private func section(
    _ name: String, _ commands: [any ParsableCommand.Type], includingBelow: Bool = false
  ) -> String {
    let shown = commands.filter { $0.configuration.shouldDisplay }
    guard !shown.isEmpty else { return "" }
    let lines = shown.flatMap { command in
      includingBelow
        ? all(from: command, after: "")
        : [(command.typedName, command.configuration.abstract)]
    }
    return "\(name.uppercased()):\n\(rows(lines))"
  }

  /// A command and all below it, with their whole names.
  private func all(
    from command: any ParsableCommand.Type, after words: String
  ) -> [(name: String, text: String)] {
    let name = words + command.typedName
    return [(name, command.configuration.abstract)]
      + command.configuration.subcommands.flatMap { all(from: $0, after: name + " ") }
  }

  /// Lines of names with their descriptions.
  private func rows(_ rows: [(name: String, text: String)]) -> String {
    let width = rows.map { $0.name.count }.max() ?? 0
    return rows.map { name, text in
      let label = "  " + DisplayWidth.padded(name, to: width) + " "
      return HelpText.wrapped(
        [label] + text.split(separator: " ").map(String.init), indent: width + 4)
    }.joined(separator: "\n")
  }
}
