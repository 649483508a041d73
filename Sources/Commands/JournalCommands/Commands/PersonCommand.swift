import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp person`: the people to keep in touch with.
struct PersonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Keep in touch with people: add, list, show, edit and search them.",
    discussion: """
      A person has a rhythm, the days between two contacts. They are due that many days after the \
      last contact, or after the start; daystamp snooze moves the day. Each contact makes a plant \
      grow.

      Name a person by name, nickname, number or the beginning of a word in a name. Daystamp tries \
      them in this order: 1984 finds a person called 1984 first, and else person 1984.

      EXAMPLES
        daystamp person
        daystamp person add Mina --every 14 --birthday 02-29
        daystamp person show Mina
        daystamp person edit Mina --every 7
        daystamp person calendar Mina 2026-11
        daystamp person search coffee
        daystamp person archive Mina
        daystamp person import contacts.vcf --every 30
      """,
    subcommands: [
      PersonList.self, AddPerson.self, ShowPerson.self, EditPerson.self, PersonCalendar.self,
      SearchPeople.self, ArchivePerson.self, UnarchivePerson.self, DeletePerson.self,
      RestorePerson.self, ImportPeople.self, ExportPeople.self,
    ],
    defaultSubcommand: PersonList.self)
}

struct PersonList: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List people, the most overdue for their rhythm first.",
    discussion: """
      A line shows the person's number, name, due day, rhythm and last contact.

      EXAMPLES
        daystamp person list
        daystamp person list --category family
        daystamp person list --search 'Wedding'
        daystamp person list --archived
        daystamp person list --json | jq -r 'select(.dueIn <= 0) | .name'
      """)

  @Flag(help: "List archived people, by name.")
  var archived = false

  @Flag(help: "List deleted people, by name.")
  var deleted = false

  @Option(help: ArgumentHelp("Only people in this category.", valueName: "name"))
  var category: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only people with these words in names, days, addresses, note or categories.",
      valueName: "text"))
  var search: String?

  @Flag(help: "One JSON object for each person.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if archived, deleted { throw ValidationError(Wording.archivedOrDeleted) }
    _ = try filter()
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let today = try journal.settings.current().present.day
    let people = try journal.people.list(filter(), today: today)
    people.print(asJSON: json, today: today)
    if people.isEmpty {
      let isAny = archived || deleted || category != nil || search != nil
      Console.say(isAny ? Wording.noSuchPeople : Wording.noPeople)
    }
    return .success
  }

  private func filter() throws -> PeopleFilter {
    PeopleFilter(
      archived ? .archived : deleted ? .deleted : .kept,
      text: try search.map { try Wording.checking("--search", $0, RawArguments.text) },
      category: try category.map { try PersonName.argument("--category", $0) })
  }
}

extension [KnownPerson] {
  /// Prints people as a person or a program reads them, a line each.
  func print(asJSON: Bool, today: CivilDate) {
    printLines(
      asJSON: asJSON, { PersonDescription($0, today: today) }, numbers: [0]
    ) { Wording.cells($0, today: today) }
  }
}

struct ShowPerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a person's details, due day, last contacts and plant.",
    discussion: """
      EXAMPLES
        daystamp person show Mina
        daystamp person show 1 --json | jq .growth
      """)

  @OptionGroup var chosen: NamedPerson
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  /// How many of the last contacts are shown.
  private static let contacts = 5

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let today = settings.present.day
    let known = try journal.people.known(chosen.person(in: journal))
    let history = try journal.people.history(of: known.person.id)
    if output.json {
      Console.print(PersonDescription(known, today: today, history: history).jsonLine())
      return .success
    }
    let plant = PlantDrawing(known, history.growth, today: today)
    for line in Wording.person(known, history, plant, settings.leapBirthday, today: today) {
      Console.print(line)
    }
    Console.print("")
    plant.lines.forEach { Console.print("  \($0)") }
    let contacts = try journal.contacts.page(of: known.person.id, atMost: Self.contacts)
    if !contacts.isEmpty {
      Console.print("")
      contacts.print(asJSON: false, names: [:])
    }
    return .success
  }
}

struct SearchPeople: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search people, and the keywords and memos of contacts.",
    discussion: """
      People come first, archived ones too, then contacts, the latest first. A match has all of \
      the words, inside longer words too; case and accents do not matter.

      EXAMPLES
        daystamp person search coffee
        daystamp person search chestnut film --json | jq -r .name
      """)

  @Argument(help: ArgumentHelp("The words to find.", valueName: "words"))
  var words: [String]

  @Option(help: ArgumentHelp("Show at most this many contacts. Default: 50.", valueName: "number"))
  var limit = 50

  @Flag(help: "One JSON object for each person and each contact.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let today = try journal.settings.current().present.day
    let text = try words.map { try RawArguments.text($0) }.joined(separator: " ")
    let people = try [PeopleFilter.Kind.kept, .archived].flatMap {
      try journal.people.list(PeopleFilter($0, text: text), today: today)
    }
    // One more tells whether there are others.
    let found = try journal.contacts.search(text, atMost: min(limit, .max - 1) + 1)
    let contacts = Array(found.prefix(limit))
    people.print(asJSON: json, today: today)
    if !json, !people.isEmpty, !contacts.isEmpty { Console.print("") }
    contacts.print(asJSON: json, names: try journal.people.names())
    if people.isEmpty, contacts.isEmpty { Console.say(Wording.nobodyFound) }
    if !json, found.count > contacts.count { Console.say(Wording.furtherContacts(after: limit)) }
    return .success
  }
}
