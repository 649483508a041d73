import JournalShell
import ArgumentParser
import Journal
import People
import Shell
import Store
import SystemPackage
import Wording

/// `daystamp person export`: people as vCards.
struct ExportPeople: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export people as vCards (version 4).",
    discussion: """
      Without names, exports everybody who is not archived. vCards leave out contacts, snoozes and \
      pictures; daystamp export writes the whole journal.

      EXAMPLES
        daystamp person export -o people.vcf
        daystamp person export Mina
        daystamp person export --all > all.vcf
      """)

  @Argument(
    help: ArgumentHelp("Names or numbers of people. Default: all.", valueName: "name"),
    completion: PersonNames.completion)
  var names: [String] = []

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"),
    completion: .file(extensions: ["vcf"]), transform: RawArguments.path)
  var output: FilePath?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(help: "Include archived people.")
  var all = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    // Before anything else, as the file itself is written only once all is there.
    let file = try output.map { try PictureFile($0, replaces: force) }
    let people = journal.people
    let numbers = try names.map {
      try NamedPerson.person(RawArguments.text($0), in: journal).id
    }
    let exported = try people.exported(names.isEmpty ? nil : numbers, withArchived: all)
    var writer = VCardWriter()
    for person in exported { writer.write(person) }
    if let file, let output {
      try file.write(writer.bytes)
      Console.say(Wording.exportedPeople(exported.count, to: output))
    } else if exported.isEmpty {
      Console.say(Wording.nobodyToExport)
    } else {
      Console.print(file: writer.bytes)
    }
    return .success
  }
}
