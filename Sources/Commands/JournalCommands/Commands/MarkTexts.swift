import JournalShell
import ArgumentParser
import Shell
import Store
import Texts
import Wording

/// Texts that something is done with.
struct ChosenTexts: ParsableArguments {
  @Argument(help: ArgumentHelp("The texts' keys.", valueName: "key"))
  var keys: [String]

  @Option(help: ArgumentHelp("Their collection.", valueName: "name"))
  var collection: String?

  func validate() throws { _ = try collection.map(CollectionName.argument) }
}

/// A command that does one thing with texts.
protocol TextDeed: JournalCommand {
  static var deed: Texts.Deed { get }
  var texts: ChosenTexts { get }
}

extension TextDeed {
  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let now = Clock.now()
    let marked = try journal.texts.mark(
      Self.deed, texts.keys.map { try RawArguments.text($0) },
      in: texts.collection.map(CollectionName.argument), now: now)
    for text in marked { Console.say(Wording.line(of: text, now: now)) }
    return .success
  }
}

struct HeartTexts: TextDeed {
  static let deed = Texts.Deed.heart
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
}

struct UnheartTexts: TextDeed {
  static let deed = Texts.Deed.unheart
  static let configuration = CommandConfiguration(
    commandName: "unheart",
    abstract: "Remove texts' hearts.",
    discussion: """
      EXAMPLES
        daystamp text unheart John.3.16
        daystamp text unheart Ps.23.1 Ps.23.2 --collection KJV
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions
}

struct UseTexts: TextDeed {
  static let deed = Texts.Deed.use
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Mark texts as used now; each use counts.",
    discussion: """
      EXAMPLES
        daystamp text use John.3.16
        daystamp text list --used
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions
}

struct UnuseTexts: TextDeed {
  static let deed = Texts.Deed.unuse
  static let configuration = CommandConfiguration(
    commandName: "unuse",
    abstract: "Undo the last use of texts.",
    discussion: """
      EXAMPLES
        daystamp text unuse John.3.16
        daystamp text list --used
      """)

  @OptionGroup var texts: ChosenTexts
  @OptionGroup(title: "Journal") var place: JournalOptions
}
