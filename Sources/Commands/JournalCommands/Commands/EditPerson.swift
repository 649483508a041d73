import JournalShell
import ArgumentParser
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp person add`: somebody to keep up with.
struct AddPerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a person, and how often to keep in touch.",
    discussion: """
      By default you keep in touch every 14 days, counted from today. Prints the person's number, \
      name and due day.

      EXAMPLES
        daystamp person add Mina --every 14 --birthday 02-29
        daystamp person add 'Jun Park' --every 30 --nickname Jun --category family
        daystamp person add Sora --day 'Wedding=2011-06-04' --remind 09:00
      """)

  @Argument(help: ArgumentHelp("The person's name.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Person") var options: PersonOptions

  @Flag(help: "Add them even if somebody has this name.")
  var again = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try personName() }

  private func personName() throws -> PersonName {
    try Wording.checking("The name", name) { try PersonName(RawArguments.text($0)) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    var facts = PersonFacts(try personName(), start: present.day)
    try options.change(&facts, present)
    try options.checkPicture(in: journal)
    let person = try journal.people.add(facts, allowingTwins: again, now: Clock.now())
    try [journal.people.known(person)].print(asJSON: output.json, today: present.day)
    if options.remind != nil { try journal.noteQuietTime(of: person) }
    return .success
  }
}

/// `daystamp person edit`: the details of a person.
struct EditPerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change or remove a person's details.",
    discussion: """
      Days and categories are added to the existing ones; a day with an existing name replaces it. \
      An empty value removes a detail too. Prints when the person was due, and is due now.

      EXAMPLES
        daystamp person edit Mina --every 7
        daystamp person edit Mina --name 'Mina Kim' --nickname Mina
        daystamp person edit Mina --no-birthday --no-category family
      """)

  @OptionGroup var chosen: NamedPerson

  @Option(help: ArgumentHelp("The new name.", valueName: "name"))
  var name: String?

  @Flag(help: "Take the name even if somebody has it.")
  var again = false

  @OptionGroup(title: "Person") var options: PersonOptions
  @OptionGroup(title: "Removing") var cleared: ClearedFacts
  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try name.map { try PersonName.argument("--name", $0) }
    if name == nil, options.isEmpty, cleared.isEmpty {
      throw ValidationError(Wording.nothingToChangeOfPerson)
    }
    if let both = cleared.cleared.first(where: { options.says($0) }) {
      throw ValidationError(Wording.bothWays(both.rawValue))
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    let before = try journal.people.known(chosen.person(in: journal))
    try options.checkPicture(in: journal)
    let person = try journal.people.edit(before.person.id, allowingTwins: again) { facts in
      if let name { facts.name = try PersonName.argument("--name", name) }
      try cleared.change(&facts)
      try options.change(&facts, present)
    }
    let after = try journal.people.known(person)
    [after].print(asJSON: output.json, today: present.day)
    if after.person.isKept { Console.say(Wording.dueDay(of: after, before: before.rhythm.due)) }
    if options.remind != nil { try journal.noteQuietTime(of: person) }
    return .success
  }
}

extension PersonOptions {
  /// Whether it says what an edit takes away.
  fileprivate func says(_ fact: ClearedFacts.Fact) -> Bool {
    switch fact {
    case .birthday: birthday != nil
    case .nickname: nickname != nil
    case .phone: phone != nil
    case .email: email != nil
    case .remind: remind != nil
    case .note: note != nil
    case .picture: picture != nil
    }
  }
}
