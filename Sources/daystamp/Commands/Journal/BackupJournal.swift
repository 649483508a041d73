import ArgumentParser
import Files
import Shell
import Stamping
import Store
import SystemPackage

/// `daystamp backup`: a copy of the database, made while others write.
struct BackupJournal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the journal's database into one file, while others may write to it.",
    discussion: """
      The copy holds what the database held at one moment, of all owners. Photos are not in it: \
      daystamp export writes them too.

      To go back to a backup, end every daystamp, remove journal.sqlite-wal and journal.sqlite-shm from \
      the journal's folder where they are there, and copy the backup over journal.sqlite.

      EXAMPLES
        daystamp backup ~/journal-backup.sqlite
        daystamp backup --force /media/usb/journal.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(),
    transform: RawArguments.path)
  var file: FilePath

  @Flag(help: "Replace the file where it is there already.")
  var force = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await Outcome.exit {
      let journal = try location.open()
      let signals = Interruption.handle {
        PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
      }
      let content = try JournalBackup(of: journal).write(to: file, replacing: force)
      withExtendedLifetime(signals) {}
      Console.say(Wording.backedUp(content, to: file))
      return .success
    }
  }
}
