import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// `daystamp write`: words become a post of the journal.
struct WriteWords: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Write into the journal: a line, a page, how you are.",
    discussion: """
      The words are Markdown: what you give as text, else what standard input gives, else what you \
      write in $VISUAL or $EDITOR. The editor shows the words alone, and what it saves is what is \
      stored; what could not be stored is kept in a file that is named. What is printed is the post's \
      number and day.

      A day that the text begins with, before a colon and a blank, is the day that it is about, as in \
      jrnl; with --day the text is taken as it is. Of a day that is past only the day is known, unless \
      --at says the time. A morning page has words and a mood, and a day has one: written again, the \
      words go below those that are there, and an editor shows all.

      EXAMPLES
        daystamp write Long walk by the river.
        daystamp write yesterday: had a long walk. --star --tag river
        daystamp write --day 2024-01-31 --at 07:30 'Snow on the roof'
        In your editor, as the morning page of today:
          daystamp write --morning --mood good
        A file, and a mood without words:
          daystamp write --title Notes < notes.md
          daystamp write '' --mood 2
      """)

  @Argument(
    help: ArgumentHelp(
      "The words; - reads them from standard input, '' is for none beside a mood.",
      valueName: "text"))
  var text: [String] = []

  @OptionGroup(title: "Time") var about: WritingTimeOptions
  @OptionGroup(title: "Words") var details: WordsOptions

  @Flag(help: "Write the day's morning page; takes a mood too.")
  var morning = false

  @Flag(help: "Star the post.")
  var star = false

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(
    name: [.short, .customLong("edit")],
    help: "Write in $VISUAL or $EDITOR, beginning with the text that is given.")
  var edits = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage; only the journal tells which
    // day is today.
    let (input, _) = try PresentDay.checking(chosen)
    try input.check()
    _ = (try chosenTags(), try details.chosenMood())
    if morning, details.mood == nil { throw ValidationError(Wording.morningWithoutMood) }
    let isEmpty = try input.given()?.isEmpty == true && !edits
    if isEmpty, morning || details.mood == nil { throw ValidationError(Wording.nothingToWrite) }
  }

  func run() async throws {
    try await ExitStatus.exit {
      let journal = try place.openOrMake()
      defer { journal.store.close() }
      // Nobody writes what cannot be stored.
      try journal.store.checkIsWritable()
      let settings = try journal.settings.current()
      let (input, time) = try chosen(settings.present)
      let day = try time.checkedDay(settings.rule, now: Clock.now())
      let page = try morning ? journal.posts.morningPage(of: day) : nil
      if let page, about.at != nil { throw ValidationError(Wording.morningHasItsTime(page)) }
      let old = try Words(page?.words ?? "")
      return try await input.take(over: old, adding: { try $0.below(old) }) { words in
        // A page belongs to the day on which it was begun, other words to when they are stored.
        let time = morning || about.at != nil ? time.on(day) : time
        let post = try store(words, time, over: page, in: journal)
        Console.print(json ? PostJSON(post, in: journal).jsonLine() : Wording.line(post))
        return .success
      }
    }
  }

  /// The words that are given, and when what they are about was.
  private func chosen(_ present: PresentDay) throws -> (TextInput<Words>, WritingTime) {
    var time = try about.chosen(present)
    var words = text.isEmpty ? nil : text.joined(separator: " ")
    if about.day == nil, let typed = words, let begun = WritingTime.day(before: typed, present) {
      (time, words) = (time.on(begun.day), begun.rest.isEmpty ? nil : begun.rest)
    }
    if words == nil, !edits, !StandardInput.isTerminal { words = "-" }
    let input = TextInput<Words>(
      option: "The text", typed: words, edits: edits || words == nil, again: again(time.day))
    return (input, time)
  }

  /// Stores what was written, as a new post or in the morning page that there is.
  ///
  /// - Parameters:
  ///   - words: all that the post is to say; nil for what it says already.
  ///   - time: when it is about.
  ///   - page: the day's morning page as it was before.
  ///   - journal: the journal.
  /// - Returns: the post as it is now.
  /// - Throws: `JournalError` where somebody else wrote it meanwhile.
  private func store(
    _ words: Words?, _ time: WritingTime, over page: Post?, in journal: OwnerJournal
  ) throws -> Post {
    guard let page else { return try write(words ?? .empty, time, in: journal) }
    var change = PostChange()
    (change.words, change.title) = (words, try details.chosenTitle())
    change.mood = try details.chosenMood().map { .some($0) }
    change.isStarred = star ? true : nil
    change.tags = try chosenTags()
    let post = try journal.posts.edit(page.number, change, now: Clock.now()) { post in
      if post.words != page.words { throw JournalError.changedMeanwhile(number: page.number) }
    } stamper: { _ in
      // No time is changed, and so no label.
      throw JournalError.changedMeanwhile(number: page.number)
    }
    Console.say(Wording.morningPageEdited(post, isSame: post.words == page.words))
    return post
  }

  private func write(
    _ words: Words, _ time: WritingTime, in journal: OwnerJournal
  ) throws -> Post {
    var new = NewWords(words)
    new.title = try details.chosenTitle() ?? .empty
    new.mood = try details.chosenMood()
    new.isStarred = star
    new.tags = try chosenTags()
    new.isMorning = morning
    new.moment = time.moment
    if morning, let day = time.day, let other = try journal.posts.morningPage(of: day) {
      throw JournalError.morningExists(number: other.number, day: day)
    }
    return try journal.posts.write(new, now: Clock.now()).post
  }

  private func chosenTags() throws -> [TagName] {
    try tags.map { try Wording.checking("--tag", $0) { try TagName(RawArguments.text($0)) } }
  }

  /// This command, as it takes its words from a file.
  private func again(_ day: CivilDate?) -> String {
    var words = ["daystamp", "write"]
    for (option, value) in [
      ("--day", day?.description), ("--at", about.at), ("--mood", details.mood),
      ("--title", details.title),
    ] {
      if let value { words += [option, value] }
    }
    for tag in tags { words += ["--tag", tag] }
    words += (morning ? ["--morning"] : []) + (star ? ["--star"] : [])
    return words.map(Wording.shellWord).joined(separator: " ")
  }
}

extension Words {
  /// The words, with others above them and a blank line between.
  ///
  /// - Throws: ``WordsError`` where that is too much.
  fileprivate func below(_ others: Words) throws -> Words {
    others.isEmpty ? self : isEmpty ? others : try Words("\(others.text)\n\n\(text)")
  }
}

extension Posts {
  /// The morning page that a day has; nil where it has none.
  fileprivate func morningPage(of day: CivilDate) throws -> Post? {
    var filter = PostFilter(DayBounds(DayRange(day)))
    filter.isMorning = true
    return try all(filter).first
  }
}
