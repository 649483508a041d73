import ArgumentParser

/// What each word of a command line is, by ArgumentParser's own list of names.
///
/// It is asked where the user has defaults, for which options need none, and once ArgumentParser has
/// refused the words: unknown commands and options are reported before anything else that is
/// wrong.
struct CommandWords {
  /// The commands that the words name, from the program on.
  private(set) var commands: [any ParsableCommand.Type]
  /// The first word that nothing is called.
  private(set) var stranger: Stranger?
  /// How many words name the commands.
  let nameCount: Int
  /// The long names of the options and flags that are given.
  private(set) var given: Set<String> = []
  /// The values of options and arguments.
  private(set) var values: [(entry: ArgumentTable.Entry, value: String)] = []
  /// The same words, with values that are joined to short options set off with =, as ArgumentParser
  /// needs it in -qj4 and -c1+1=2, and empty ones, as in --text=, as words of their own: ArgumentParser
  /// would take the next word instead.
  private(set) var separated: [String]
  /// Whether the long name of an option has but one dash, as other programs write it: ArgumentParser
  /// would take -output for -o with a value.
  private(set) var hasLongNameWithOneDash = false

  /// The arguments of the last command.
  let table: ArgumentTable

  enum Stranger {
    /// Where a command should be, there is this word.
    case command(String)
    case option(String)
    /// An option before the command that comes later.
    case early(option: String, before: any ParsableCommand.Type)
    /// A command after options of another, the default one.
    case late(command: any ParsableCommand.Type)
  }

  /// Nil where ArgumentParser's list cannot be read, and for its own command help.
  init?(_ words: [String], of program: any ParsableCommand.Type) {
    if words.first == "help" { return nil }
    var (commands, rest) = ([program], words[...])
    var last: any ParsableCommand.Type = program
    while let word = rest.first, let command = last.subcommand(named: word) {
      commands.append(command)
      last = command
      rest.removeFirst()
    }
    let byDefault = last.configuration.defaultSubcommand
    guard let table = ArgumentTable(of: byDefault ?? last) else { return nil }
    self.table = table
    nameCount = words.count - rest.count
    separated = Array(words.prefix(nameCount))
    if let word = rest.first, !Self.isOption(word), Self.isStrange(word, to: last, table) {
      stranger = .command(word)
      self.commands = commands
      return
    }
    self.commands = commands + (byDefault.map { [$0] } ?? [])
    let parent: (any ParsableCommand.Type)? = last.configuration.subcommands.isEmpty ? nil : last
    sort(rest, below: parent)
  }

  /// Whether ArgumentParser takes the word for an option.
  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  /// Whether the word is a number below zero, which no option is called: ArgumentParser refuses it as a
  /// value.
  private static func isNumber(_ word: String) -> Bool { word.dropFirst().first?.isNumber == true }

  /// Whether a word, where a command may be, can be nothing else, or is nearest to one.
  private static func isStrange(
    _ word: String, to command: any ParsableCommand.Type, _ table: ArgumentTable
  ) -> Bool {
    let names = command.subcommandNames
    guard !names.isEmpty else { return false }
    guard let positional = table.positionals.first else { return true }
    if positional.isName { return false }
    let near = NearestName.of(
      word, among: names + positional.valueNames,
      allowsAbbreviations: !table.hidesTheRest)
    return near.map(names.contains) ?? false
  }

  /// Sorts the words after the commands.
  ///
  /// - Parameters:
  ///   - words: the remaining words.
  ///   - parent: the command that has these words instead of one of its commands.
  private mutating func sort(_ words: ArraySlice<String>, below parent: (any ParsableCommand.Type)?)
  {
    var words = words
    while let word = words.popFirst() {
      if word == "--" {
        separated += [word] + words
        words.forEach { positional($0) }
        return
      } else if !Self.isOption(word) {
        separated.append(word)
        if table.positionals.isEmpty, let command = parent?.subcommand(named: word) {
          note(.late(command: command))
        }
        positional(word)
      } else if word.hasPrefix("--") {
        long(word, &words, below: parent)
      } else {
        short(word, &words, below: parent)
      }
    }
  }

  private mutating func long(
    _ word: String, _ rest: inout ArraySlice<String>, below parent: (any ParsableCommand.Type)?
  ) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let entry = table.entry(named: name)
    let isEmptyValue = entry?.kind == .option && parts.count > 1 && parts[1].isEmpty
    separated += isEmptyValue ? [name, ""] : [word]
    guard let entry else {
      if !table.has(name) { noteOption(name, rest, below: parent) }
      return
    }
    note(entry)
    guard entry.kind == .option else { return }
    if parts.count > 1 {
      values.append((entry, String(parts[1])))
    } else {
      takeValue(of: entry, from: &rest)
    }
  }

  private mutating func short(
    _ word: String, _ rest: inout ArraySlice<String>, below parent: (any ParsableCommand.Type)?
  ) {
    let name = String(word.dropFirst().prefix { $0 != "=" })
    if name.count > 2, table.isLongName(name) {
      hasLongNameWithOneDash = true
      separated.append(word)
      return noteOption("-\(name)", rest, below: parent)
    }
    var letters = word.dropFirst()
    var flags = ""
    while let letter = letters.popFirst() {
      guard let entry = table.entry(named: "-\(letter)") else {
        separated.append(word)
        let name = flags.isEmpty ? String(word.prefix { $0 != "=" }) : "-\(letter)"
        return noteOption(name, rest, below: parent)
      }
      note(entry)
      guard entry.kind == .option else {
        flags.append(letter)
        continue
      }
      guard !letters.isEmpty else { break }
      let value = String(letters.hasPrefix("=") ? letters.dropFirst() : letters)
      values.append((entry, value))
      if value.isEmpty {
        separated += ["-\(flags)\(letter)", ""]
      } else if flags.isEmpty, !value.contains("=") {
        separated.append(word)
      } else {
        separated += (flags.isEmpty ? [] : ["-\(flags)"]) + ["-\(letter)=\(value)"]
      }
      return
    }
    separated.append(word)
    if let last = word.last, let entry = table.entry(named: "-\(last)"), entry.kind == .option {
      takeValue(of: entry, from: &rest)
    }
  }

  private mutating func takeValue(
    of entry: ArgumentTable.Entry, from rest: inout ArraySlice<String>
  ) {
    guard let value = rest.first,
      entry.takesAnyValue || !Self.isOption(value) || Self.isNumber(value)
    else { return }
    rest.removeFirst()
    separated.append(value)
    values.append((entry, value))
  }

  private mutating func positional(_ word: String) {
    let positionals = table.positionals
    let taken = values.count { $0.entry.kind == .positional }
    guard let entry = taken < positionals.count ? positionals[taken] : positionals.last else {
      return
    }
    values.append((entry, word))
  }

  private mutating func note(_ entry: ArgumentTable.Entry) {
    if let long = entry.long { given.insert(long) }
  }

  private mutating func note(_ stranger: Stranger) { self.stranger = self.stranger ?? stranger }

  /// Notes an option that the command does not have. Where a command takes whatever else there is,
  /// only a word close to an option's name counts as one.
  private mutating func noteOption(
    _ name: String, _ rest: ArraySlice<String>, below parent: (any ParsableCommand.Type)?
  ) {
    if table.positionals.contains(where: \.takesTheRest) {
      let near = NearestName.of(name, among: table.shownNames, allowsAbbreviations: false)
      guard near != nil, !name.contains(where: \.isNumber) else { return }
    }
    let later = rest.lazy.compactMap { parent?.subcommand(named: $0) }.first
    let candidates = later.map { [$0] } ?? (parent?.configuration.subcommands ?? [])
    if let command = candidates.first(where: { ArgumentTable(of: $0)?.entry(named: name) != nil }) {
      return note(.early(option: name, before: command))
    }
    note(.option(name))
  }
}
