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
    abstract: "Archive a person: keep everything, but stop reminding.",
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
    abstract: "Unarchive a person.",
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
    abstract: "Delete a person; restore brings them back with all contacts.",
    discussion: """
      --for-good permanently removes a deleted person with all contacts; nothing brings them back.

      EXAMPLES
        daystamp person delete Mina
        daystamp person restore Mina
        Without being asked, as in a script:
          daystamp person delete Mina --for-good --yes
      """)

  @OptionGroup var chosen: NamedPerson

  @Flag(help: "Permanently remove a deleted person, with all contacts.")
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
    abstract: "Restore a deleted person, with all contacts.",
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
