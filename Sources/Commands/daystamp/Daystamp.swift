import ArgumentParser
import Decoding
import Raster
import Shell

/// Puts the date and time on photos, takes them off again, and keeps photos as a journal.
@main
struct Daystamp: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "daystamp",
    abstract: "Puts the date and time on photos and keeps them as a journal.",
    discussion: """
      A label of fixed size at a fixed place, looking the same whatever the photo's size.

      EXAMPLES
        daystamp stamp photo.jpg             writes photo.stamped.jpg beside it
        daystamp stamp Photos -o Stamped     a whole folder, mirrored into another
        daystamp unstamp photo.stamped.jpg   the original again, byte for byte
        daystamp verify photo.stamped.jpg    whether only the label is new
        daystamp info photo.jpg              every time in it, and the one used
        daystamp post photo.jpg -c 'Lunch'   a post in your private photo diary
        daystamp list 2024-01                the posts of a month

      Shell completion: daystamp --generate-completion-script bash (or zsh, fish).
      """,
    version: ProgramVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Photos",
        subcommands: [
          Stamp.self, Unstamp.self, Verify.self, Info.self, ProfileCommand.self,
        ]),
      CommandGroup(
        name: "Journal",
        subcommands: [
          PostPhotos.self, WriteWords.self, ShowDay.self, ListPosts.self, ShowPost.self,
          OpenPosts.self, CalendarCommand.self, Memories.self, RandomPost.self, ListTags.self,
          Statistics.self, EditPost.self, VersionsCommand.self, DeletePosts.self, TrashCommand.self,
          TextCommand.self, CollectionCommand.self, ReadSection.self, ReadingCommand.self,
          PlanCommand.self,
          OwnerCommand.self, ConfigCommand.self, ExportJournal.self, ImportJournal.self,
          BackupJournal.self, CheckJournal.self, LockCommand.self, UnlockJournal.self,
        ]),
      CommandGroup(
        name: "People",
        subcommands: [
          DueCommand.self, PersonCommand.self, ContactCommand.self, SnoozePerson.self,
        ]),
      CommandGroup(name: "Reminders", subcommands: [ReminderCommand.self, RemindCommand.self]),
    ])

  static let commonCommands: [any ParsableCommand.Type] = [
    Stamp.self, Unstamp.self, Verify.self, Info.self, PostPhotos.self, WriteWords.self,
    ShowDay.self, ListPosts.self, ShowPost.self, CalendarCommand.self, Memories.self, EditPost.self,
    DeletePosts.self,
    ConfigCommand.self, ExportJournal.self, LockCommand.self, UnlockJournal.self,
  ]

  static let commandOfFiles: (any ParsableCommand.Type)? = Stamp.self

  @MainActor static func main() async {
    DecoderProgram.runIfAsked()
    tellVersionIfAsked()
    // Commands run on threads other than the first.
    RasterMemory.keepForNextImages()
    ThisMachine.findMeanwhile()
    await runByArguments()
  }
}
