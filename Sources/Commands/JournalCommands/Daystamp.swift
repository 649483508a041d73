import Journal
package import ArgumentParser
import JournalShell
import PhotoCommands
import Shell
import Store

/// Puts the date and time on photos, takes them off again, and keeps photos as a journal.
package struct Daystamp: ProgramCommand {
  package static let configuration = CommandConfiguration(
    commandName: "daystamp",
    abstract: "Puts the date and time on photos and keeps them as a journal.",
    discussion: """
      A label of fixed size at a fixed place, looking the same whatever the photo's size.

      EXAMPLES
      \(PhotoProgram.examples)
        daystamp post photo.jpg -c 'Lunch'   a post in your private photo diary
        daystamp list 2024-01                the posts of a month

      Shell completion: daystamp --generate-completion-script bash (or zsh, fish).
      """,
    version: ProgramVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Photos", subcommands: PhotoProgram.commands),
      CommandGroup(
        name: "Journal",
        subcommands: [
          PostPhotos.self, WriteWords.self, ShowDay.self, ListPosts.self, ShowPost.self,
          OpenPosts.self, CalendarCommand.self, Memories.self, RandomPost.self, ListTags.self,
          Statistics.self, EditPost.self, VersionsCommand.self, DeletePosts.self, TrashCommand.self,
          TextCommand.self, CollectionCommand.self, ReadSection.self, ReadingCommand.self,
          PlanCommand.self, TemplateCommand.self,
          OwnerCommand.self, ConfigCommand.self, ExportJournal.self, ImportJournal.self,
          ArrivalsCommand.self, BackupJournal.self, CheckJournal.self, LockCommand.self,
          UnlockJournal.self,
        ]),
      CommandGroup(
        name: "People",
        subcommands: [
          DueCommand.self, PersonCommand.self, ContactCommand.self, SnoozePerson.self,
        ]),
      CommandGroup(name: "Reminders", subcommands: [ReminderCommand.self, RemindCommand.self]),
    ])

  package static let commonCommands: [any ParsableCommand.Type] =
    PhotoProgram.commonCommands + [
      PostPhotos.self, WriteWords.self,
      ShowDay.self, ListPosts.self, ShowPost.self, CalendarCommand.self,
      EditPost.self,
      DeletePosts.self,
      ConfigCommand.self, ExportJournal.self, LockCommand.self, UnlockJournal.self,
    ]

  package static let commandOfFiles: (any ParsableCommand.Type)? = PhotoProgram.commandOfFiles

  package static let tablesOfOthers: Set<String>? = ["serve"]
  package static let journalSettings = Set(SettingKey.allCases.map(\.rawValue))

  package init() {}
}
