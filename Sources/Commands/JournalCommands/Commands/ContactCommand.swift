import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp contact`: each time that one kept up.
struct ContactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contact",
    abstract: "Log contacts with people; list, edit or delete them.",
    discussion: """
      EXAMPLES
        daystamp contact Mina
        daystamp contact Mina -k tea -k film --day yesterday
        daystamp contact list Mina
        daystamp contact edit 12 --memo 'She moves in May.'
        daystamp contact delete 12
      """,
    subcommands: [AddContact.self, ListContacts.self, EditContact.self, DeleteContact.self],
    defaultSubcommand: AddContact.self)
}

/// What is said of a contact.
struct ContactOptions: ParsableArguments {
  @Option(
    name: [.customShort("k", allowingJoined: true), .customLong("keyword")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A word of at most \(KeywordLength.usual.text) characters (see keyword-length in daystamp \
      config); may be repeated up to \(Keywords.limit) times.
      """,
      valueName: "word"))
  var keywords: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A line of at most \(Memo.limit) characters.", valueName: "text"))
  var memo: String?

  @Option(
    help: ArgumentHelp("How: met, called, wrote, or free for any other way.", valueName: "way"))
  var how: ContactKind?

  @Option(
    help: ArgumentHelp("A day: yesterday, monday, 2024-01-31. Default: today.", valueName: "day"))
  var day: String?

  func validate() throws {
    var facts = ContactFacts()
    try change(&facts, .longest)
    _ = try PresentDay.checking(chosenDay)
  }

  var isEmpty: Bool { keywords.isEmpty && memo == nil && how == nil && day == nil }

  /// Changes the details of a contact: given keywords replace all others, an empty one
  /// of them takes them away.
  ///
  /// - Parameters:
  ///   - facts: its details so far.
  ///   - length: how long a keyword may be that is not there yet.
  /// - Throws: `ValidationError`.
  func change(_ facts: inout ContactFacts, _ length: KeywordLength) throws {
    if !keywords.isEmpty {
      let old = facts.keywords
      facts.keywords = try Wording.checking {
        try Keywords(
          keywords.map { try RawArguments.text($0) }, atMost: length, keeping: old)
      }
    }
    if let memo { facts.memo = try Wording.checking { try Memo(RawArguments.text(memo)) } }
    if let how { facts.kind = how }
  }

  /// Nil where no day is given.
  ///
  /// - Throws: `ValidationError`.
  func chosenDay(_ present: PresentDay) throws -> CivilDate? {
    try day.map { day in
      try Wording.checkingDays("--day", day) { try DayRange.day($0, present: present) }
    }
  }
}

extension ContactKind: ExpressibleByArgument {}

struct AddContact: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Log a contact with a person, today or earlier.",
    discussion: """
      Prints the contact's number and words, when the person is next due, and how the plant has \
      grown. A contact, its keywords and its memo each let the plant grow by one step.

      EXAMPLES
        daystamp contact add Mina
        daystamp contact Mina -k tea --memo 'She found a chestnut.' --day yesterday
        daystamp contact Mina --how called
      """)

  @OptionGroup var chosen: NamedPerson
  @OptionGroup var options: ContactOptions
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let present = settings.present
    let person = try chosen.person(in: journal)
    var facts = ContactFacts()
    try options.change(&facts, settings.keywordLength)
    let contact = try journal.contacts.add(
      facts, with: person.id, on: options.chosenDay(present) ?? present.day, today: present.day,
      now: Clock.now())
    [contact].print(asJSON: output.json, names: [person.id: person.name])
    let known = try journal.people.known(person)
    let growth = try journal.people.history(of: person.id).growth
    Console.say(Wording.after(known, PlantDrawing(known, growth, today: present.day)))
    return .success
  }
}

struct ListContacts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the contacts with a person, the latest first.",
    discussion: """
      EXAMPLES
        daystamp contact list Mina
        daystamp contact list Mina --limit 10 --json | jq -r .memo
      """)

  @OptionGroup var chosen: NamedPerson

  @Option(help: ArgumentHelp("Show at most this many. Default: all.", valueName: "number"))
  var limit: Int?

  @Flag(help: "One JSON object for each contact.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  /// Contacts that are read at a time.
  private static let page = 1_000

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let person = try chosen.person(in: journal)
    var (left, last) = (limit ?? .max, Contact?.none)
    while left > 0 {
      let contacts = try journal.contacts.page(
        of: person.id, after: last, atMost: min(left, Self.page))
      contacts.print(asJSON: json, names: json ? [person.id: person.name] : [:])
      guard contacts.count == min(left, Self.page) else { break }
      (left, last) = (left - contacts.count, contacts.last)
    }
    if last == nil, try journal.contacts.page(of: person.id, atMost: 1).isEmpty {
      Console.say(Wording.noContacts(with: person))
    }
    return .success
  }
}

struct EditContact: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a contact's day, keywords, memo or kind.",
    discussion: """
      New keywords replace all old ones; -k '' removes them.

      EXAMPLES
        daystamp contact edit 12 --memo 'She moves in May.'
        daystamp contact edit 12 --day 2026-11-20 --how called
      """)

  @Argument(help: ArgumentHelp("The contact's number.", valueName: "number"))
  var number: Int64

  @OptionGroup var options: ContactOptions
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if options.isEmpty { throw ValidationError(Wording.nothingToChangeOfContact) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let present = settings.present
    var facts = try journal.contacts.contact(number: number).facts
    try options.change(&facts, settings.keywordLength)
    let contact = try journal.contacts.edit(
      number, facts, on: options.chosenDay(present), today: present.day)
    let person = try journal.people.person(number: contact.person)
    [contact].print(asJSON: output.json, names: [person.id: person.name])
    return .success
  }
}

struct DeleteContact: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a contact, and print how to log it again.",
    discussion: """
      The last line printed is the command that logs the same contact again.

      EXAMPLES
        daystamp contact delete 12
      """)

  @Argument(help: ArgumentHelp("The contact's number.", valueName: "number"))
  var number: Int64

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let contact = try journal.contacts.delete(number)
    let person = try journal.people.person(number: contact.person)
    Console.say(Wording.deleted(contact, with: person, again: try place.repeated()))
    return .success
  }
}

extension [Contact] {
  /// Prints contacts as a person or a program reads them, a line each, with the names of people where
  /// these are given.
  func print(asJSON: Bool, names: [Int64: String]) {
    printLines(
      asJSON: asJSON, { ContactDescription($0, name: names[$0.person]) }, numbers: [0]
    ) { Wording.cells($0, name: names[$0.person]) }
  }
}
