import JournalShell
import ArgumentParser
import Shell
import Store
import Texts
import Wording

/// `daystamp text highlight`: a passage gets a colour.
struct HighlightText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "highlight",
    abstract: "Highlight a passage of a text, or all of it.",
    discussion: """
      The passage is your quote, or the characters from --from to --to, counted from 0 as a reader \
      sees them. A passage that is highlighted already gets the new colour; highlights can \
      overlap. If the collection changes the text later, Daystamp finds the words again, or says \
      that they are gone.

      EXAMPLES
        daystamp text highlight John.3.16
        daystamp text highlight 'John 3:16' 'so loved' --colour green
        daystamp text highlight John.3.16 he --occurrence 2
        daystamp text highlight John.3.16 --from 4 --to 7 --colour pink
        daystamp text highlight John.3.16 'so loved' --remove
      """)

  @Argument(help: ArgumentHelp("The text's key.", valueName: "key"))
  var key: String

  @Argument(
    help: ArgumentHelp(
      "A quote. Default: the whole text; with --remove, all of its highlights.",
      valueName: "quote"))
  var quote: String?

  @OptionGroup(title: "Passage") var passage: PassageOptions

  @Option(
    help: ArgumentHelp("yellow, green, blue, pink, orange or purple.", valueName: "highlight"))
  var colour = HighlightColour.yellow

  @Flag(help: "Remove the highlights of this passage, or all of the text's.")
  var remove = false

  @Option(help: ArgumentHelp("The collection that has the text.", valueName: "name"))
  var collection: String?

  @Flag(help: "One JSON object for each highlight.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = (try collection.map(CollectionName.argument), try chosen())
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let key = try RawArguments.text(key)
    let collection = try collection.map(CollectionName.argument)
    if remove {
      let removed = try journal.highlights.remove(chosen(), of: key, in: collection)
      try tell(removed, of: journal)
    } else {
      let highlight = try journal.highlights.add(
        chosen() ?? .whole, of: key, in: collection, colour, now: Clock.now())
      try tell([highlight], of: journal)
    }
    return .success
  }

  /// The passage; nil where none is given.
  private func chosen() throws -> PassagePlace? {
    try passage.place(quoting: quote.map { try RawArguments.text($0) })
  }

  /// Tells of highlights of one text.
  private func tell(_ highlights: [Highlight], of journal: OwnerJournal) throws {
    guard json else {
      return highlights.forEach { Console.say(Wording.highlight($0, isRemoved: remove)) }
    }
    let text = try highlights.first.flatMap { try journal.texts.text(of: $0) }
    for highlight in highlights {
      Console.print(HighlightDescription(highlight, of: text).jsonLine())
    }
  }
}

/// Which characters of a text.
struct PassageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Which match of the quote, counted from 1.", valueName: "number"))
  var occurrence: Int?

  @Option(help: ArgumentHelp("The first character, counted from 0.", valueName: "character"))
  var from: Int?

  @Option(help: ArgumentHelp("The first character after it.", valueName: "character"))
  var to: Int?

  /// The passage; nil where none is given.
  ///
  /// - Throws: `ValidationError`.
  func place(quoting quote: String?) throws -> PassagePlace? {
    if let quote {
      if from != nil || to != nil { throw ValidationError(Wording.quoteOrCharacters) }
      if quote.isEmpty { throw ValidationError(Wording.emptyQuote) }
      return .quote(quote, occurrence: occurrence)
    }
    if occurrence != nil { throw ValidationError(Wording.occurrenceNeedsQuote) }
    switch (from, to) {
    case (nil, nil): return nil
    case (let from?, let to?): return .characters(from, to)
    default: throw ValidationError(Wording.fromNeedsTo)
    }
  }
}

extension HighlightColour: ExpressibleByArgument {
  /// What is behind it on a terminal.
  var ground: TerminalStyle.Ground {
    switch self {
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    case .pink: .pink
    case .orange: .brown
    case .purple: .purple
    }
  }
}
