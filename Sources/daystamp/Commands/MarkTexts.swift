import ArgumentParser
import Shell
import Store
import Texts
import Wording

/// Texts that something is done with.
struct ChosenTexts: ParsableArguments {
  @Argument(help: ArgumentHelp("The texts' keys.", valueName: "key"))
  var keys: [String]

  @Option(help: ArgumentHelp("The collection that has them.", valueName: "name"))
  var collection: String?

  func validate() throws { _ = try collection.map(CollectionName.argument) }

  func mark(_ deed: Texts.Deed, in journal: OwnerJournal) throws -> ExitStatus {
    let now = Clock.now()
    let texts = try journal.texts.mark(
      deed, keys.map { try RawArguments.text($0) }, in: collection.map(CollectionName.argument),
      now: now)
    for text in texts { Console.say(Wording.line(of: text, now: now)) }
    return .success
  }
}

struct HeartTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart",
    abstract: "Give texts a heart.",
    discussion: """
      EXAMPLES
        daystamp text heart John.3.16
        daystamp text heart Ps.23.1 Ps.23.2 --collection KJV
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus { try texts.mark(.heart, in: journal) }
}

struct UnheartTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "unheart",
    abstract: "Take the hearts of texts away.",
    discussion: """
      EXAMPLES
        daystamp text unheart John.3.16
        daystamp text unheart Ps.23.1 Ps.23.2 --collection KJV
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus { try texts.mark(.unheart, in: journal) }
}

struct UnuseTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "unuse",
    abstract: "Take the last use of texts away again.",
    discussion: """
      EXAMPLES
        daystamp text unuse John.3.16
        daystamp text list --used
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus { try texts.mark(.unuse, in: journal) }
}

struct UseTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Note that texts were used, now and once more.",
    discussion: """
      EXAMPLES
        daystamp text use John.3.16
        daystamp text list --used
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus { try texts.mark(.use, in: journal) }
}
