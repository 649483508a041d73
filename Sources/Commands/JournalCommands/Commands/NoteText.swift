import JournalShell
import ArgumentParser
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp text note`: what a person writes on a text.
struct NoteText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note on a text, or bring back an earlier version.",
    discussion: """
      A text has one note, in Markdown. Your words replace it; without any, Daystamp reads \
      standard input, or opens the note in $VISUAL or $EDITOR. If the note changed elsewhere \
      meanwhile, Daystamp tells you, and keeps your words in a file. It keeps the last \
      \(NoteVersion.limit) versions, even of a deleted note: all replaced words, and one version \
      for every ten minutes of adding words.

      EXAMPLES
        daystamp text note John.3.16
        daystamp text note 'John 3:16' 'The *whole* world.'
        daystamp text note John.3.16 - < notes.md
        daystamp text note John.3.16 --versions
        daystamp text note John.3.16 --restore 2
        daystamp text note John.3.16 --delete
      """)

  @Argument(help: ArgumentHelp("The text's key.", valueName: "key"))
  var key: String

  @Argument(
    help: ArgumentHelp("The words; - reads them from standard input.", valueName: "text"))
  var text: [String] = []

  @Flag(
    name: [.short, .customLong("edit")],
    help: "Write in $VISUAL or $EDITOR, starting with the given words.")
  var edits = false

  @Flag(help: "Delete the note; its versions stay.")
  var delete = false

  @OptionGroup(title: "Versions") var earlier: NoteVersionOptions

  @Option(help: ArgumentHelp("The text's collection.", valueName: "name"))
  var collection: String?

  @Flag(help: "One JSON object; for --versions, one for each version.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try collection.map(CollectionName.argument)
    let deeds = [
      earlier.versions, delete, earlier.show != nil, earlier.restore != nil,
    ].filter(\.self).count
    if deeds > 1 || deeds == 1 && (edits || !text.isEmpty) {
      throw ValidationError(Wording.oneDeedOfNote)
    }
    if deeds == 0 { try input().check() }
  }

  func run(in journal: OwnerJournal) async throws -> ExitStatus {
    let key = try RawArguments.text(key)
    let collection = try collection.map(CollectionName.argument)
    let notes = journal.notes
    if earlier.versions {
      return try list(notes.versions(of: key, in: collection), in: journal)
    }
    if let show = earlier.show {
      return print(try notes.version(show, of: key, in: collection))
    }
    if let restore = earlier.restore {
      return try tell(
        notes.restore(restore, of: key, in: collection, now: Clock.now()), key, in: journal)
    }
    if delete {
      guard try notes.note(of: key, in: collection) != nil else { throw NoteError.none(key: key) }
      return try tell(
        notes.save(.empty, of: key, in: collection, now: Clock.now()), key, in: journal)
    }
    // Nobody writes what cannot be stored.
    try journal.store.checkIsWritable()
    Draft.tellOfLeft()
    let input = try input()
    let old = try notes.note(of: key, in: collection)
    return try await input.take(over: Words(old?.words ?? "")) { words in
      guard let words else { return try tell((old, false), key, in: journal) }
      // What is given without a look at the note takes its place, whatever it says.
      let seen = input.edits ? old?.hash ?? Note.hash(of: "") : nil
      return try tell(
        notes.save(words, of: key, in: collection, insteadOf: seen, now: Clock.now()), key,
        in: journal)
    }
  }

  private func input() throws -> TextInput<Words> {
    let words = text.isEmpty ? nil : text.joined(separator: " ")
    let isPiped = words == nil && !edits && !StandardInput.isTerminal
    var again = ["daystamp", "text", "note", key]
    if let collection { again += ["--collection", collection] }
    again += try place.repeated()
    return TextInput(
      option: "The note", typed: isPiped ? "-" : words, edits: edits || words == nil && !isPiped,
      again: KeptCommand(
        again, .replacesWords(versions: KeptCommand.line(again + ["--versions"]))))
  }

  /// Tells what a note is now.
  private func tell(
    _ saved: (note: Note?, isWritten: Bool), _ key: String, in journal: OwnerJournal
  ) throws -> ExitStatus {
    if json, let note = saved.note {
      Console.print(NoteDescription(note, of: try journal.texts.text(of: note)).jsonLine())
    } else {
      Console.say(
        !saved.isWritten
          ? Wording.wordsStay
          : saved.note.map { Wording.savedNote($0) } ?? Wording.deletedNote(key))
    }
    return .success
  }

  private func list(_ versions: [NoteVersion], in journal: OwnerJournal) throws -> ExitStatus {
    let zone = try journal.settings.current().zone
    versions.printLines(
      asJSON: json, { NoteVersionDescription($0) }, numbers: [0, 2],
      lineWidth: TerminalStyle.columnsOfStandardOutput
    ) { Wording.cells($0, zone) }
    if versions.isEmpty, !json { Console.say(Wording.noNoteVersions) }
    return .success
  }

  private func print(_ version: NoteVersion) -> ExitStatus {
    if json {
      Console.print(NoteVersionDescription(version).jsonLine())
    } else {
      WrappedText.lines(version.words, width: TerminalStyle.columnsOfStandardOutput)
        .forEach { Console.print($0) }
    }
    return .success
  }
}

/// What is done with earlier versions of a note.
struct NoteVersionOptions: ParsableArguments {
  @Flag(help: "List earlier versions of the note.")
  var versions = false

  @Option(help: ArgumentHelp("Show this version.", valueName: "version"))
  var show: Int?

  @Option(help: ArgumentHelp("Bring this version back.", valueName: "version"))
  var restore: Int?
}
