import JournalShell
import ArgumentParser
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp person archive`: who is never due.
struct ArchivePerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Put a person away, who is never due then; all else stays.",
    discussion: """
      EXAMPLES
        daystamp person archive Mina
        daystamp person list --archived
      """)

  @OptionGroup var chosen: NamedPerson
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let person = try journal.people.setArchived(chosen.person(in: journal).id, Clock.now())
    Console.say(Wording.archived(person))
    return .success
  }
}

/// `daystamp person unarchive`: who comes due again.
struct UnarchivePerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive",
    abstract: "Take a person back who was put away.",
    discussion: """
      EXAMPLES
        daystamp person unarchive Mina
      """)

  @OptionGroup var chosen: NamedPerson
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let person = try journal.people.setArchived(chosen.person(in: journal).id, nil)
    Console.say(try Wording.isDue(journal.people.known(person)))
    return .success
  }
}

/// `daystamp person delete`: what can be undone, and what cannot.
struct DeletePerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a person, who can be restored with all contacts.",
    discussion: """
      With --for-good a person who is deleted already goes with all contacts, and nothing brings them back.

      EXAMPLES
        daystamp person delete Mina
        daystamp person restore Mina
        Without being asked, as in a script:
          daystamp person delete Mina --for-good --yes
      """)

  @OptionGroup var chosen: NamedPerson

  @Flag(help: "Of a person who is deleted: remove them, with all their contacts.")
  var forGood = false

  @OptionGroup var confirmation: YesOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    guard forGood else {
      let person = try journal.people.setDeleted(chosen.person(in: journal).id, Clock.now())
      Console.say(Wording.deleted(person))
      return .success
    }
    let person = try chosen.deletedPerson(in: journal)
    // Nobody is asked about what cannot be done.
    guard person.deleted != nil else { throw PersonError.notDeleted(person) }
    let contacts = try journal.people.history(of: person.id).contacts
    guard try confirmation.agrees(to: Wording.asksToRemove(person, contacts: contacts)) else {
      return .failure
    }
    try journal.people.remove(person.id)
    Console.say(Wording.removed(person, contacts: contacts))
    return .success
  }
}

/// `daystamp person restore`: who was deleted.
struct RestorePerson: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring a person back who was deleted, with all contacts.",
    discussion: """
      EXAMPLES
        daystamp person restore Mina
        daystamp person list --deleted
      """)

  @OptionGroup var chosen: NamedPerson
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let person = try journal.people.setDeleted(chosen.deletedPerson(in: journal).id, nil)
    Console.say(try Wording.isDue(journal.people.known(person)))
    return .success
  }
}
