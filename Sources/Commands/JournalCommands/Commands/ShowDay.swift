import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import People
import Shell
import Store
import Texts
import Wording

/// `daystamp day`: everything of a day.
struct ShowDay: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show everything of a day: words, photos, moods and contacts.",
    discussion: """
      Posts are in the order of their times, each with its time and number; posts without a time \
      come first. The day's mood is the mean of its moods. Contacts with people come last.

      EXAMPLES
        daystamp day
        daystamp day yesterday
        daystamp day 2024-01-31 --json
      """)

  @Argument(
    help: ArgumentHelp(
      "A day: yesterday, monday, 3 days ago or 2024-01-31. Default: today.",
      valueName: "day"))
  var day: [String] = []

  @Flag(help: "One JSON object for each post and each contact.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try PresentDay.checking(chosenDay)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let day = try chosenDay(settings.present)
    let posts = try journal.posts.all(PostFilter(DayBounds(DayRange(day))))
    let contacts = try journal.contacts.on(day...day)
    let names = contacts.isEmpty ? [:] : try journal.people.names()
    if json {
      for post in posts { Console.print(PostJSON(post, in: journal).jsonLine()) }
      for contact in contacts {
        Console.print(DayContactJSON(contact, name: names[contact.person]).jsonLine())
      }
    } else if posts.isEmpty, contacts.isEmpty {
      Console.say(Wording.nothingOn(day))
    } else {
      Console.print(Wording.heading(day, posts))
      for post in posts { print(post, of: journal) }
      if !contacts.isEmpty { Console.print("") }
      for contact in contacts {
        Console.print(Wording.line(of: contact, name: names[contact.person] ?? ""))
      }
    }
    if !json, day == settings.present.day, let question = try question(in: journal, settings) {
      Console.say(Wording.question(question))
    }
    return .success
  }

  /// What today asks until it has a morning page; nil where nothing is asked.
  private func question(in journal: OwnerJournal, _ settings: JournalSettings) throws -> String? {
    let today = settings.present.day
    guard let collection = settings.questions, try journal.posts.morningPage(of: today) == nil
    else { return nil }
    return try journal.texts.question(of: today, from: collection, now: Clock.now())?.text.body
  }

  /// Prints a post after an empty line: what it is, and below it its words and its photo.
  private func print(_ post: Post, of journal: OwnerJournal) {
    Console.print("")
    let indent = DisplayWidth.blanks(Wording.bodyIndent)
    let width = TerminalStyle.columnsOfStandardOutput.map { $0 - indent.count }
    WrappedText.lines(Wording.head(post), width: width).enumerated().forEach { line in
      Console.print(
        styled: line.offset == 0 ? look.style.bold(line.element) : indent + line.element)
    }
    printLines(of: post.words, indent, width)
    for photo in post.photos {
      printLines(of: photo.caption, indent, width)
      let path = journal.posts.path(photo.file)
      let name = Wording.name(path)
      Console.print(styled: look.style.linking(Wording.lines(indent + name), name, to: path))
    }
  }

  private func printLines(of text: String, _ indent: String, _ width: Int?) {
    if text.isEmpty { return }
    for line in WrappedText.lines(text, width: width) {
      Console.print(line.isEmpty ? "" : indent + line)
    }
  }

  private func chosenDay(_ present: PresentDay) throws -> CivilDate {
    if day.isEmpty { return present.day }
    return try Wording.checkingDays("The day", day.joined(separator: " ")) {
      try DayRange.day($0, present: present)
    }
  }
}

/// A contact among the posts of a day, as one object of JSON.
private struct DayContactJSON: Encodable {
  let contact: ContactDescription

  init(_ contact: Contact, name: String?) { self.contact = ContactDescription(contact, name: name) }
}
