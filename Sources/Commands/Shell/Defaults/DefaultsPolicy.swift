import ArgumentParser
import Glibc

/// Which options a file of defaults may give.
///
/// A table is named as its command, and its keys are the long names of the command's options. The
/// table ``journal`` gives the journal and its owner to every command that works on one.
enum DefaultsPolicy {
  /// Why an option is not taken from a file.
  enum Refusal: Hashable {
    /// What it does cannot be undone; nobody should do it without having typed it.
    case irreversible
    /// It is about one photo, or one run.
    case oneRun
    /// It weakens what guards the journal.
    case lock
    /// The journal itself keeps it, by this name of daystamp config set.
    case setting(String)
  }

  static let journal = "journal"
  /// The keys of ``journal`` with the options that they stand for.
  static let journalKeys = ["folder": "journal", "owner": "owner"]
  /// Options that a variable of the environment stands for too, which goes before the file.
  static let variables = ["journal": "DAYSTAMP_JOURNAL"]
  /// Options for which a relative path would mean another folder each time.
  static let absolutePaths: Set = ["journal"]

  /// Options with which no file is read.
  static let withoutFile: Set = [DefaultsOption.name, "reproducible"]

  /// Pairs of options; one replaces the other.
  private static let alternatives = [["text", "line"]]

  /// Whether a variable of the environment, or an option that was typed, takes the place of one that a
  /// file gives.
  static func isReplaced(_ option: String, by typed: Set<String>) -> Bool {
    typed.contains(option) || isInEnvironment(option)
      || alternatives.contains { $0.contains(option) && !typed.isDisjoint(with: $0) }
  }

  private static func isInEnvironment(_ option: String) -> Bool {
    guard let variable = variables[option], let value = getenv(variable) else { return false }
    return value.pointee != 0
  }

  /// The commands that have a table: those without subcommands, but for those that change single
  /// posts.
  static func tables(of root: any ParsableCommand.Type) -> [String: any ParsableCommand.Type] {
    let commands = root.configuration.subcommands.filter { command in
      command.configuration.subcommands.isEmpty
        && !["edit", "delete", "versions"].contains(command.typedName)
    }
    return Dictionary(commands.map { ($0.typedName, $0) }) { first, _ in first }
  }

  /// - Parameters:
  ///   - option: its long name.
  ///   - command: its command.
  ///   - settings: the names of what the journal keeps itself; none where the command works on none.
  /// - Returns: nil where a file may give it.
  static func refusal(
    of option: String, of command: String, settings: Set<String>
  ) -> Refusal? {
    if let refusal = refusals[option] { return refusal }
    let names =
      command == "unlock" && option == "for" ? ["lock-after"] : [option, "label-\(option)"]
    return names.first(where: settings.contains).map { .setting($0) }
  }

  private static let refusals: [String: Refusal] = [
    "in-place": .irreversible, "force": .irreversible, "no-undo": .irreversible,
    "yes": .irreversible, "repair": .irreversible, "mirror": .irreversible,
    "pin-stdin": .lock, "weak": .lock, "allow-http": .lock,
    "files-from": .oneRun, "null": .oneRun, "time": .oneRun, "caption": .oneRun,
    "day": .oneRun, "at": .oneRun, "mood": .oneRun, "title": .oneRun, "morning": .oneRun,
    "original": .oneRun, "again": .oneRun, "dry-run": .oneRun, "salvage": .oneRun,
    "install": .oneRun, "uninstall": .oneRun, Profiles.option: .oneRun,
    DefaultsOption.name: .oneRun, "base": .oneRun, "jobs-from": .oneRun, "json-fd": .oneRun,
    "reproducible": .oneRun, "future": .oneRun, "as": .oneRun, "of": .oneRun, "people": .oneRun,
    "day-first": .oneRun, "month-first": .oneRun, "set": .oneRun, "sync": .oneRun, "undo": .oneRun,
  ]
}
