import JournalShell
import ArgumentParser
import CaptureTime
import Files
import Foundation
import Journal
import Shell
import Store
import Wording

/// `daystamp owner`: the owners of the journals in the folder.
struct OwnerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "owner",
    abstract: "Add, list, rename, link or remove owners of journals.",
    discussion: """
      A folder can hold the journals of several people, each with their own posts, tags and \
      settings. Other commands open the journal of --owner, or else of your login name.

      EXAMPLES
        daystamp owner add mina
        daystamp post lunch.jpg --owner mina
        daystamp owner rename mina 'Mina Kim'
        daystamp owner remove 'Mina Kim'
      """,
    subcommands: [
      OwnerList.self, OwnerAdd.self, OwnerRename.self, OwnerLink.self, OwnerUnlink.self,
      OwnerAccounts.self, OwnerRemove.self,
    ],
    defaultSubcommand: OwnerList.self)
}

struct OwnerList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the owners, with their number of posts.",
    discussion: """
      For a locked journal, only the owner's name is shown; the exit code is then 77.

      EXAMPLES
        daystamp owner list
        daystamp owner list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each owner.")
  var json = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await ExitStatus.exit {
      let journals = try location.openAll()
      let owners = try journals.owners().map { ($0, try Self.size(of: $0, journals)) }
      owners.printLines(asJSON: json, { OwnerJSON($0, $1) }) {
        [Wording.escaped($0.text), $1.map(Wording.size) ?? Wording.locked]
      }
      if owners.isEmpty, !json { Console.say(Wording.noOwners) }
      return owners.contains { $1 == nil } ? .locked : .success
    }
  }

  /// Nil where the owner's journal is locked.
  private static func size(
    of owner: OwnerName, _ journals: Journal
  ) throws -> (posts: Int, inTrash: Int)? {
    do {
      return try journals.journal(of: owner).posts.size()
    } catch JournalError.locked {
      return nil
    }
  }
}

struct OwnerAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an owner with an empty journal.",
    discussion: """
      If the folder has no journal yet, this makes one, with only this owner.

      EXAMPLES
        daystamp owner add mina
        daystamp owner add 'Mina Kim' --journal /srv/diary
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.newArgument)
  var name: OwnerName

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await ExitStatus.exit {
      let folder = try location.folder()
      let settings = JournalSettings(zone: try .ofThisMachine())
      do {
        try location.openAll().addOwner(name, settings: settings)
        Console.say(Wording.addedOwner(name, settings))
      } catch JournalError.noJournal {
        _ = try Journal(making: folder, owner: name, settings: settings)
        Console.say(Wording.madeJournal(folder, name, settings))
      }
      return .success
    }
  }
}

struct OwnerRename: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an owner.",
    discussion: """
      Other commands then find the journal by --owner with the new name, or by the same login name.

      EXAMPLES
        daystamp owner rename mina 'Mina Kim'
        daystamp owner rename "$USER" mina
      """)

  @Argument(
    help: ArgumentHelp("The owner's name.", valueName: "old"), transform: OwnerName.argument)
  var old: OwnerName

  @Argument(
    help: ArgumentHelp("The new name.", valueName: "new"), transform: OwnerName.newArgument)
  var new: OwnerName

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await ExitStatus.exit {
      let journal = try location.openAll().journal(of: old)
      try journal.renameOwner(to: new)
      Console.say(Wording.renamedOwner(journal.owner, new))
      return .success
    }
  }
}

/// `daystamp owner remove`: an owner goes with all that is theirs.
struct OwnerRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Permanently delete an owner with all posts, files and settings.",
    discussion: """
      You type the name again first. Then posts, photos, people and reminders go, and all access: \
      devices, links, passkeys, accounts and tokens. Copies in the folder of export-to stay, and \
      so do collections of texts, which all owners share. You can remove the last owner too; the \
      journal is then empty.

      EXAMPLES
        daystamp owner remove mina
        Without being asked, as in a script:
          daystamp owner remove mina --yes --json
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @Option(
    help: ArgumentHelp("The name again, instead of typing it when asked.", valueName: "name"),
    transform: OwnerName.argument)
  var confirm: OwnerName?

  @OptionGroup var confirmation: YesOption

  @Flag(help: "One JSON object with the number of each deleted.")
  var json = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func validate() throws {
    guard let confirm else {
      if !confirmation.yes { try Confirmation.checkIsPossible(else: "--yes") }
      return
    }
    if confirm.folded != name.folded { throw ValidationError(Wording.otherOwnerConfirmed(name)) }
  }

  func run() async throws {
    try await ExitStatus.exit {
      let journals = try location.openAll()
      let journal = try journals.journal(of: name)
      guard try isConfirmed(journal, journals) else {
        Console.say(Wording.notTheOwnersName)
        return .failure
      }
      let copies = try journal.settings.current().exportFolder
      let lock = try journals.lock(of: journal.owner, now: Clock.now)
      let removal = try journal.removeOwner()
      try location.sessions().forget(lock)
      if json {
        Console.print(OwnerRemovalJSON(journal.owner, removal).jsonLine())
      } else {
        Console.say(Wording.removedOwner(journal.owner, removal))
      }
      if let copies { Console.say(Wording.copiesStay(copies)) }
      return .success
    }
  }

  /// Whether the name that is given once more, or typed now, means the same owner.
  private func isConfirmed(_ journal: OwnerJournal, _ journals: Journal) throws -> Bool {
    if let confirm { return try journals.owner(named: confirm) == journal.owner }
    if confirmation.yes { return true }
    let size = try journal.posts.size()
    let answer = Confirmation.answer(
      to: Wording.asksToRemove(journal.owner, posts: size.posts, inTrash: size.inTrash))
    do {
      return try journals.owner(named: OwnerName(answer)) == journal.owner
    } catch is NameError {
      return false
    } catch JournalError.unknownOwner, JournalError.severalOwners {
      return false
    }
  }
}

extension OwnerName {
  /// Reads a name on the command line.
  ///
  /// - Throws: `ValidationError`.
  static func argument(_ text: String) throws -> OwnerName {
    try Wording.checking { try OwnerName(RawArguments.text(text)) }
  }

  /// Reads the name of an owner to be: without a slash, for it may name files.
  ///
  /// - Throws: `ValidationError`.
  static func newArgument(_ text: String) throws -> OwnerName {
    let name = try argument(text)
    if name.text.contains("/") { throw ValidationError(Wording.slashInName(name)) }
    return name
  }
}

/// What went with an owner, as a JSON object.
private struct OwnerRemovalJSON: Encodable {
  let owner: String
  let posts: Int
  let photos: Int
  /// Stamped photos, and originals that were kept beside them.
  let files: Int
  let people: Int
  let devices: Int
  let passkeys: Int
  let accounts: Int
  let tokens: Int
  let links: Int

  init(_ owner: OwnerName, _ removal: OwnerRemoval) {
    self.owner = owner.text
    (posts, files) = (removal.posts.posts, removal.posts.files)
    (photos, people) = (removal.photos, removal.people)
    (devices, passkeys) = (removal.access.devices, removal.access.passkeys)
    (accounts, tokens) = (removal.access.accounts, removal.access.tokens)
    links = removal.access.links
  }
}
