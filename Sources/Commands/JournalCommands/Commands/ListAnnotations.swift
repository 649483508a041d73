import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp text highlights`: lists highlights.
struct ListHighlights: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "highlights",
    abstract: "List highlights, by day or by book.",
    discussion: """
      By day, the latest comes first; by book, they follow the order of collections and their \
      files. A search finds highlights with all of its words, in the quote or in the text. \
      Highlights of a text that is gone appear only by day.

      EXAMPLES
        daystamp text highlights
        daystamp text highlights --by-book --collection KJV
        daystamp text highlights --colour green --search 'still waters'
        daystamp text highlights --json | jq -r .quote
      """)

  @OptionGroup(title: "Highlights") var chosen: AnnotationOptions

  @Option(help: ArgumentHelp("Only highlights in this colour.", valueName: "highlight"))
  var colour: HighlightColour?

  @Flag(help: "One JSON object for each highlight.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    var filter = try chosen.filter()
    filter.colour = colour
    var headings = AnnotationHeadings(filter.order, try journal.settings.current().rule)
    let style = look.style
    var isAny = false
    try journal.highlights.forEach(filter, atMost: chosen.limit) { annotated in
      isAny = true
      if json { return Console.print(HighlightDescription(annotated).jsonLine()) }
      headings.print(annotated.text, annotated.mark.made)
      Console.print(styled: "  \(Wording.line(of: annotated, style))")
    }
    if !isAny { Console.say(Wording.noHighlights) }
    return .success
  }
}

/// `daystamp text notes`: lists the notes on texts.
struct ListNotes: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "List notes of texts, by day or by book.",
    discussion: """
      By day, the latest comes first; by book, they follow the order of collections and their \
      files. A search finds notes with all of its words, in the note or in the text. Notes on a \
      text that is gone appear only by day.

      EXAMPLES
        daystamp text notes
        daystamp text notes --by-book --collection KJV
        daystamp text notes --search mercy --json | jq -r .words
      """)

  @OptionGroup(title: "Notes") var chosen: AnnotationOptions

  @Flag(help: "One JSON object for each note.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let filter = try chosen.filter()
    var headings = AnnotationHeadings(filter.order, try journal.settings.current().rule)
    var isAny = false
    try journal.notes.forEach(filter, atMost: chosen.limit) { annotated in
      isAny = true
      if json { return Console.print(NoteDescription(annotated).jsonLine()) }
      headings.print(annotated.text, annotated.mark.written)
      Console.print("  \(Wording.line(of: annotated))")
    }
    if !isAny { Console.say(Wording.noNotes) }
    return .success
  }
}

/// Which highlights or notes are listed.
struct AnnotationOptions: ParsableArguments {
  @Flag(help: "The order.") var order: Order = .byDay

  enum Order: String, EnumerableFlag {
    case byDay, byBook

    static func help(for value: Order) -> ArgumentHelp? {
      switch value {
      case .byDay: "The latest first."
      case .byBook: "In the order of collections and their files."
      }
    }
  }

  @Option(help: ArgumentHelp("Only those with all of these words.", valueName: "words"))
  var search: String?

  @Option(help: ArgumentHelp("Only those in this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "count"))
  var limit: Int?

  func validate() throws {
    _ = try collection.map(CollectionName.argument)
    if let limit, limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  func filter() throws -> AnnotationFilter {
    var filter = AnnotationFilter()
    filter.order =
      switch order {
      case .byDay: .day
      case .byBook: .book
      }
    filter.collection = try collection.map(CollectionName.argument)
    filter.text = try search.map { try RawArguments.text($0) }
    return filter
  }
}

/// The lines between annotations of one day, or section, and the next.
private struct AnnotationHeadings {
  private let order: AnnotationFilter.Order
  private let rule: DayRule
  private var last: String?

  init(_ order: AnnotationFilter.Order, _ rule: DayRule) {
    (self.order, self.rule) = (order, rule)
  }

  mutating func print(_ text: StoredText?, _ moment: Int) {
    let heading =
      switch order {
      case .day: "\(rule.day(of: moment))"
      case .book: Wording.escaped(text.map(Wording.place) ?? "")
      }
    if heading != last { Console.print(heading) }
    last = heading
  }
}
