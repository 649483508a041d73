import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp read`: a section of a collection, as a book is read.
struct ReadSection: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read a section of a collection, or continue where you left off.",
    discussion: """
      Anything longer than the terminal opens in $PAGER, or less. Daystamp remembers your place in \
      each collection, on all devices. A section counts as read when you say --done, at most once \
      a day; daystamp reading shows your progress.

      EXAMPLES
        daystamp read Gen.1
        daystamp read 'John 3' --collection KJV
        daystamp read
        daystamp read --done
        daystamp read --next
        daystamp read Gen.1 --aloud
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The section's key, its title, a book and a chapter, or a verse of it. Default: where you left off.
      """,
      valueName: "section"))
  var section: String?

  @Option(help: ArgumentHelp("Its collection.", valueName: "name"))
  var collection: String?

  @Flag(help: "Read it aloud, with spd-say or espeak-ng.")
  var aloud = false

  @Flag(help: "One JSON object for the section, and one for each of its texts.")
  var json = false

  @OptionGroup(title: "Where") var step: ReadingStep
  @OptionGroup(title: "Mark") var mark: ReadingMark
  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if section != nil, step.offset != 0 { throw ValidationError(Wording.oneStep) }
    _ = try collection.map(CollectionName.argument)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let chosen = try chosenSection(in: journal)
    if mark.done || mark.undo { return try marked(chosen, in: journal) }
    let rule = try journal.settings.current().rule
    if !journal.store.isReadOnly {
      try journal.reading.noteOpening(of: chosen, rule, now: Clock.now())
    }
    let reader = SectionReader(chosen, of: journal, look.style)
    if json { return try reader.printJSON() }
    if aloud { return try reader.sayAloud() }
    try Pager.show { try reader.forEachLine($0) }
    return .success
  }

  private func chosenSection(in journal: OwnerJournal) throws -> OpenSection {
    let collection = try collection.map(CollectionName.argument)
    guard let section else {
      return try journal.reading.section(
        atPlaceIn: collection, step: step.offset)
    }
    return try journal.reading.section(RawArguments.text(section), in: collection)
  }

  private func marked(_ section: OpenSection, in journal: OwnerJournal) throws -> ExitStatus {
    let (key, collection) = (section.section.key, section.collection.name)
    let rule = try journal.settings.current().rule
    // Who goes on by marking, as who reads from a book of paper, goes on from there the next time.
    if mark.done, step.offset != 0 {
      try journal.reading.noteOpening(of: section, rule, now: Clock.now())
    }
    let marked =
      try mark.done
      ? journal.reading.markRead(key, in: collection, rule, now: Clock.now())
      : journal.reading.unmarkRead(key, in: collection)
    if json {
      Console.print(SectionDescription(marked).jsonLine())
    } else {
      Console.say(Wording.marked(marked))
    }
    return .success
  }
}

/// Where reading goes on.
struct ReadingStep: ParsableArguments {
  @Flag(help: "The section after the one where you left off.")
  var next = false

  @Flag(help: "The section before it.")
  var previous = false

  var offset: Int { next ? 1 : previous ? -1 : 0 }

  func validate() throws {
    if next, previous { throw ValidationError(Wording.oneStep) }
  }
}

/// What is done with the section.
struct ReadingMark: ParsableArguments {
  @Flag(help: "Mark the section as read.")
  var done = false

  @Flag(help: "Undo the last time this section was marked read.")
  var undo = false

  func validate() throws {
    if done, undo { throw ValidationError(Wording.oneDeedOfSection) }
  }
}
