import Foundation
import Testing
import TestSupport

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

    /// What it is called after the two hyphens; nil where it has none.
    var option: String? { preferredName?.name }
  }

  func has(_ option: String) -> Bool { arguments.contains { $0.option == option } }

  /// All that can be typed, those of groups too.
  static func all() async throws -> [Subcommand] {
    let dump = try await Program.daystamp("--experimental-dump-help")
    let command = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    return command.leaves(under: [])
  }

  private struct Dump: Decodable { let command: Command }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    func leaves(under words: [String]) -> [Subcommand] {
      guard let subcommands, !subcommands.isEmpty else {
        return [Subcommand(words: words, arguments: arguments ?? [])]
      }
      return subcommands.flatMap { $0.leaves(under: words + [$0.commandName]) }
    }
  }
}

/// How a subcommand is run on the journal of anna by someone who does not know the PIN.
extension Subcommand {
  /// What takes the place of numbers, one of which is needed.
  private static let insteadOfNumbers = ["trash restore": "all"]

  /// What takes the place of what ``usefulOnlyWith`` has; no option is the name of what is none.
  private static let standAlone: Set = [
    "plan add --", "owner link --oidc-email", "owner unlink --oidc-email",
  ]

  /// What needs nothing of ``usefulOnlyWith``, and stands with nothing of it.
  private static let useful: Set = ["edit --add", "edit --remove", "edit --move", "edit --cover"]

  /// The ways to run it: with what it cannot do without, and with each further argument by itself. Two
  /// options that need each other give one way.
  ///
  /// - Throws: ``UnknownValue`` where it is not known what to give.
  func commandLines() throws -> [[String]] {
    let needed = try words + arguments.filter(isNeeded).flatMap(words(for:))
    let least = needed + (Self.usefulOnlyWith[name] ?? [])
    let others = arguments.filter { argument in
      !isNeeded(argument) && argument.shouldDisplay
        && !["journal", "owner", "version", "help"].contains(argument.option)
        && !least.contains("--\(argument.option ?? "")")
    }
    let all =
      try [least]
      + others.map { argument in
        let option = argument.option ?? ""
        let named = "\(name) --\(option)"
        let isAlone =
          Self.insteadOfNumbers[name] == option || Self.standAlone.contains(named)
        let base = isAlone ? words : Self.useful.contains(named) ? needed : least
        return try base + words(for: argument)
          + (Self.companions["\(name) --\(option)"] ?? Self.companions[option] ?? [])
      }
    var known: Set<[String]> = []
    return all.filter { known.insert($0.sorted()).inserted }
  }

  /// Whether nothing can be done without it: what is required, what answers a question, and what takes
  /// the place of a terminal.
  private func isNeeded(_ argument: Argument) -> Bool {
    if !argument.isOptional { return true }
    if argument.kind == .positional {
      return argument.valueName == "input"
        || argument.valueName == "number" && Self.insteadOfNumbers[name] != nil
    }
    // A check asks for PINs only where it salvages.
    if argument.option == "pin-stdin" { return name != "check" }
    return ["yes", "confirm"].contains(argument.option)
  }

  private func words(for argument: Argument) throws -> [String] {
    let option = argument.option.map { ["--\($0)"] } ?? []
    if argument.kind == .flag { return option }
    let special = Self.specialValues[argument.option.map { "\(name) --\($0)" } ?? name]
    guard let value = special ?? Self.values[argument.valueName] else {
      throw UnknownValue(command: name, valueName: argument.valueName)
    }
    return option + [value]
  }

  /// The name of a value that this file does not know yet.
  struct UnknownValue: Error, CustomStringConvertible {
    let command: String
    let valueName: String

    var description: String {
      "daystamp \(command) takes a <\(valueName)>; give `Subcommand.values` one, so that it is seen "
        + "that a locked journal stays closed to the command"
    }
  }

  /// What is given for the values, by their names; the files are ``LockedJournal``'s.
  private static let values = [
    "count": "3", "days": "3", "way": "four", "section": "Gen.1", "year": "2021", "format": "csv",
    "pool": "hearts", "tag": "en",
    "caption": "x", "character": "0", "colour": "red", "highlight": "green", "quote": "x",
    "day": "2021-03-17", "day|range": "2021", "duration": "+1h",
    "file": "new-file", "file|folder": "photo.jpg", "folder": "new-folder",
    "new-folder": "new-folder",
    "font": "\(Checkout.faces)/DSEG7Classic-Bold.ttf",
    "input": "photo.jpg", "jobs": "1",
    "file|number": "photo.jpg", "key": "time-zone", "keys": "day-start", "length": "20",
    "locale": "de", "max-pixels": "100",
    "size": "2G", "mood|range": "4",
    "margin": "4", "month": "2021-03", "month|year": "2021", "name": "anna", "new": "berta",
    "number": "1", "shape": "story", "theme": "rose",
    "old": "anna", "pattern": "%Y", "position": "top-left", "style": "plain",
    "hh:mm": "10:00", "mood": "4", "version": "1",
    "text": "x", "time": "2021-03-17 10:00", "tone": "dark",
    "value": "Asia/Tokyo", "weekday": "sunday",
    "when": "always", "words": "x", "zone": "Asia/Tokyo",
    "person": "Mina", "date": "02-29", "name=date": "Wedding=2011-06-04", "post": "1",
    "word": "tea", "today|key": "today", "place": "top", "degrees": "90",
    "what": "morning", "minutes": "60", "from-until|none": "none", "on|off": "on",
    "issuer subject": "https://id.example 1", "issuer email": "https://id.example a@b.example",
    "photo=time": "photo.jpg=2021-03-17 10:00", "name=place": "tired=2", "record": "record.ndjson",
    "run": "1",
    "seconds": "2",
    "id": "000000",
    "url": "https://ntfy.example/x", "address": "anna@example.org",
  ]

  /// Values of one command alone, or of one of its options.
  private static let specialValues = [
    "import": "export", "import --as": "jrnl", "import --of": "Mina", "export --as": "markdown",
    "unlock --for": "1h", "post --files-from": "list.txt",
    "owner add": "carla", "contact add --how": "called", "contact edit --how": "called",
    "text card --output": "card.png", "text card --size": "large",
    "reminder way hook --format": "gotify",
    "post --raw": "keep", "post --crop": "square", "edit --crop": "square", "post --filter": "mono",
    "edit --filter": "mono",
    "text card --font": "sans", "text post --size": "large", "text post --font": "sans",
  ]

  /// What a command does nothing without, although no argument of it is required.
  private static let usefulOnlyWith = [
    "edit": ["--caption", "x"], "collection add": ["new-file"],
    "person edit": ["--every", "7"], "contact edit": ["--memo", "x"],
    "plan add": ["--books-in", "3", "--name", "x"],
    "reminder edit": ["--at", "10:00"],
    "owner link": ["--oidc", "https://id.example 1"],
    "owner unlink": ["--oidc", "https://id.example 1"],
  ]

  /// What has to stand beside an option.
  private static let companions = [
    "null": ["--files-from", "list.txt"], "edit --move": ["1"], "write --morning": ["--mood", "4"],
    "check --salvage": ["--pin-stdin"], "text list --section": ["--collection", "anna"],
    "text highlight --occurrence": ["x"], "text highlight --from": ["--to", "1"],
    "text highlight --to": ["--from", "0"], "text card --collection": ["anna"],
    "text post --collection": ["anna"],
    "check --pin-stdin": ["--salvage", "new-folder"],
    "owner link --oidc-email": ["anna"], "owner unlink --oidc-email": ["anna"],
    "edit --future": ["--time", "2021-03-17 10:00"], "gravity": ["--crop", "square"],
    "import --of": ["--as", "jrnl"], "import --day-first": ["--as", "jrnl"],
    "import --mood": ["--as", "jrnl"], "import --month-first": ["--as", "jrnl"],
    "import --people": ["--as", "jrnl"],
    "export --originals": ["--as", "markdown"],
    "exact": ["--crop", "square"], "doctor --null": ["--finding", "000000"],
  ].merging(
    // Which photos; an export has all posts.
    [
      "", "from", "to", "last", "starred", "tag", "words", "photos", "moods", "mood", "morning",
      "search",
    ].map { ("export --\($0)", ["--stamped"]) }, uniquingKeysWith: { $1 })
}
