import JournalShell
import ArgumentParser
import Files
import Journal
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp collection`: collections of texts.
struct CollectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    abstract: "Add, list, show, update or remove collections of texts.",
    discussion: """
      A collection has short texts, such as sayings or verses; each day shows one. All owners of a \
      journal can read it. Only the owner who added it can change or remove it.

      EXAMPLES
        daystamp collection add sayings.csv --licence CC0 --language en
        daystamp collection list
        daystamp collection update sayings.csv
        daystamp collection remove sayings
      """,
    subcommands: [
      CollectionList.self, CollectionAdd.self, CollectionShow.self, CollectionUpdate.self,
      CollectionRemove.self,
    ],
    defaultSubcommand: CollectionList.self)
}

struct CollectionList: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the collections, with their number of texts.",
    discussion: """
      EXAMPLES
        daystamp collection list
        daystamp collection list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each collection.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let collections = try journal.collections.all()
    collections.printLines(
      asJSON: json, { CollectionDescription($0) }, numbers: [1]
    ) {
      [
        Wording.escaped($0.name.text), Wording.counted($0.texts, "text"), $0.language,
        Wording.escaped($0.licence),
      ]
    }
    if collections.isEmpty { Console.say(Wording.noCollections) }
    return .success
  }
}

struct CollectionAdd: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add files of texts, each as a collection.",
    discussion: """
      Files can be:

        tables, CSV or TSV; the first line names the columns
        JSON or JSON Lines, with the same names
        plain text, with a paragraph or a line each
        Bibles in OSIS, Zefania XML, USFM or as bible -f prints them
        fortune files; their .dat files are skipped

      Columns are key, text, translation, author, source, added, section and section title; only \
      text is required. A - reads standard input.

      If a file cannot be read to its end, nothing of it is added. Records without a text are \
      listed by line and skipped; the exit code is then 1.

      --shipped adds the questions and thoughts that come with Daystamp, if you removed them or \
      added another collection first.

      EXAMPLES
        daystamp collection add sayings.csv --licence CC0 --language en
        daystamp collection add --shipped
        daystamp collection add /usr/share/games/fortunes/literature
        Debian's package bible-kjv:
          bible -f gen1:1-rev22:21 | daystamp collection add - --name KJV
      """)

  @Argument(
    help: ArgumentHelp("Files, or - for standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var files: [FilePath] = []

  @Flag(help: "Add Daystamp's own collection.")
  var shipped = false

  @OptionGroup(title: "Collection") var options: CollectionOptions
  @OptionGroup(title: "Output") var output: CollectionOutput
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if files.isEmpty, !shipped { throw ValidationError(Wording.filesOrShipped) }
    guard options.name == nil else {
      if files.count > 1 { throw ValidationError(Wording.oneNameOnly) }
      return
    }
    if files.contains("-") { throw ValidationError(Wording.inputNeedsName) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    if shipped {
      let collection = try journal.collections.addShipped(now: Clock.now())
      if output.json {
        Console.print(CollectionDescription(collection).jsonLine())
      } else {
        Console.say(Wording.added(collection))
      }
    }
    return try output.each(of: files.filter { $0.extension != "dat" }) { file, report in
      try journal.collections.add(
        options.collection(of: file), now: Clock.now(), piece: { try file.piece() },
        report: report)
    }
  }
}

struct CollectionUpdate: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Update a collection from its file.",
    discussion: """
      Texts that are still there keep their marks; Daystamp finds them by key, else by their \
      words. Marks of missing texts are listed and wait for them. So do highlights of missing \
      words.

      EXAMPLES
        daystamp collection update sayings.csv
        daystamp collection update new-sayings.csv --name sayings
      """)

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var file: FilePath

  @OptionGroup(title: "Collection") var options: CollectionOptions
  @OptionGroup(title: "Output") var output: CollectionOutput
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if file == "-", options.name == nil { throw ValidationError(Wording.inputNeedsName) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try output.each(of: [file]) { file, report in
      try journal.collections.update(
        options.collection(of: file), now: Clock.now(), piece: { try file.piece() },
        report: report)
    }
  }
}

struct CollectionShow: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a collection's details and sections.",
    discussion: """
      EXAMPLES
        daystamp collection show sayings
        daystamp collection show KJV --json | jq -r '.sections[].key'
      """)

  @OptionGroup var collection: NamedCollection
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let collection = try journal.collections.collection(self.collection.collectionName())
    let sections = try journal.collections.sections(of: collection)
    if output.json {
      Console.print(CollectionDescription(collection, sections: sections).jsonLine())
      return .success
    }
    let zone = try journal.settings.current().zone
    Wording.collection(collection, sections, zone).forEach { Console.print($0) }
    return .success
  }
}

struct CollectionRemove: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a collection with its texts.",
    discussion: """
      Hearts and other marks, highlights and notes are kept for when the collection comes back. \
      --with-marks deletes yours too. Your reading history and plans always stay.

      EXAMPLES
        daystamp collection remove sayings
        daystamp collection remove sayings --with-marks
      """)

  @OptionGroup var collection: NamedCollection

  @Flag(help: "Permanently delete your marks, highlights and notes too.")
  var withMarks = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let removed = try journal.collections.remove(
      collection.collectionName(), withMarks: withMarks)
    Console.say(Wording.removed(removed.collection, marks: withMarks ? removed.marks : nil))
    return .success
  }
}
