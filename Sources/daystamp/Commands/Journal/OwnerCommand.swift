import ArgumentParser
import CaptureTime
import Files
import Foundation
import Journal
import Shell
import Store

/// `daystamp owner`: whose journals are in the folder.
struct OwnerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "owner",
    abstract: "Add, list, rename or remove the owners of journals.",
    discussion: """
      A folder holds the journals of any number of people, each with posts, tags and settings of \
      their own. Other commands take the journal of --owner, else that of your login name.

      EXAMPLES
        daystamp owner add mina
        daystamp post lunch.jpg --owner mina
        daystamp owner rename mina 'Mina Kim'
        daystamp owner remove 'Mina Kim'
      """,
    subcommands: [OwnerList.self, OwnerAdd.self, OwnerRename.self, OwnerRemove.self],
    defaultSubcommand: OwnerList.self)
}

struct OwnerList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the owners with the number of their posts.",
    discussion: """
      Of an owner whose journal is locked only the name is told, and the exit code is 77 then.

      EXAMPLES
        daystamp owner list
        daystamp owner list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each owner.")
  var json = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await Outcome.exit {
      let journals = try location.open()
      let owners = try journals.owners().map { ($0, try Self.size(of: $0, journals)) }
      if json {
        for (owner, size) in owners { Console.print(OwnerJSON(owner, size).jsonLine()) }
      } else {
        let rows = owners.map {
          [Wording.escaped($0.text), $1.map(Wording.size) ?? Wording.locked]
        }
        let table = TextTable(fitting: rows, alignments: [.left, .left])
        rows.forEach { Console.print(table.line($0)) }
        if owners.isEmpty { Console.say(Wording.noOwners) }
      }
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
    abstract: "Make an owner, whose journal is empty.",
    discussion: """
      Where the folder has no journal it is made, for this owner alone.

      EXAMPLES
        daystamp owner add mina
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await Outcome.exit {
      let folder = try location.folder()
      let settings = JournalSettings(zone: try .ofThisMachine())
      do {
        try location.open().addOwner(name, settings: settings)
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
    abstract: "Give an owner another name.",
    discussion: """
      Other commands then find the journal with --owner and the new name, or by a login name that is \
      the same.

      EXAMPLES
        daystamp owner rename mina 'Mina Kim'
      """)

  @Argument(
    help: ArgumentHelp("The owner's name.", valueName: "old"), transform: OwnerName.argument)
  var old: OwnerName

  @Argument(
    help: ArgumentHelp("The name from then on.", valueName: "new"), transform: OwnerName.argument)
  var new: OwnerName

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await Outcome.exit {
      try location.open().journal(of: old).renameOwner(to: new)
      Console.say(Wording.renamedOwner(old, new))
      return .success
    }
  }
}
