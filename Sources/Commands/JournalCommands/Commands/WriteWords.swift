import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp write`: words become a post of the journal.
struct WriteWords: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Write in the journal: a line, a page, a mood.",
    discussion: """
      The words are Markdown: your text, or else standard input, or else your words in $VISUAL or \
      $EDITOR. The editor shows only the words. If Daystamp could not store them, it keeps them in \
      a file and prints its name. Prints the post's number and day.

      As in jrnl, the text can begin with its day and a colon, or with day and time, as in \
      2024-01-31 23:15:. Daystamp refuses an unclear day; with --day, it takes the text as it is. \
      Words for a past day have no time, unless --at gives one. A day has one morning page, with \
      words and a mood: new words go below its old ones, and an editor shows all.

      EXAMPLES
        daystamp write Long walk by the river.
        daystamp write yesterday: had a long walk. --star --tag river
        daystamp write --day 2024-01-31 --at 07:30 'Snow on the roof'
        In your editor, as the morning page of today:
          daystamp write --morning --mood good
        An answer below the question of the day:
          daystamp write --question today 'The kettle, humming.'
        A template of yours, in your editor:
          daystamp write --template 'Evening page'
        A file, and a mood without words:
          daystamp write --title Notes < notes.md
          daystamp write '' --mood 2
      """)

  @Argument(
    help: ArgumentHelp(
      "The words; - reads standard input, '' is for a mood without words.",
      valueName: "text"))
  var text: [String] = []

  @OptionGroup(title: "Time") var about: WritingTimeOptions
  @OptionGroup(title: "Words") var details: WordsOptions

  @Option(
    help: ArgumentHelp(
      "Start with a quoted question: today's, or a text of any collection by its key.",
      valueName: "today|key"))
  var question: String?

  @Option(help: ArgumentHelp("Start with a template's words.", valueName: "name"))
  var template: String?

  @Flag(help: "Write the day's morning page; it needs a mood too.")
  var morning = false

  @Flag(help: "Star the post.")
  var star = false

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(
    name: [.short, .customLong("edit")],
    help: "Write in $VISUAL or $EDITOR, starting with the given text.")
  var edits = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage; only the journal tells which
    // day is today.
    guard let chosen = try PresentDay.checking(chosen) else { return }
    let input = input(chosen.words, again: KeptCommand([]))
    try input.check()
    _ = (try chosenTags(), try details.chosenMood(), try template.map(TemplateName.argument))
    if morning, details.mood == nil { throw ValidationError(Wording.morningWithoutMood) }
    let isEmpty = try input.given()?.isEmpty == true && !edits
    if isEmpty, morning || details.mood == nil { throw ValidationError(Wording.nothingToWrite) }
  }

  func run() async throws {
    try await ExitStatus.exit {
      let journal = try openOrMake()
      defer { journal.store.close() }
      // Nobody writes what cannot be stored.
      try journal.store.checkIsWritable()
      Draft.tellOfLeft()
      let settings = try journal.settings.current()
      var (words, time) = try chosen(settings.present)
      let now = Clock.now()
      let day = try time.checkedDay(settings.rule, now: now)
      let input = input(words, again: try again(time, day, settings.rule, now: now))
      // A page belongs to the day on which it was begun, other words to when they are stored.
      if morning || time.clock != nil { time = time.on(day) }
      let page = try page(of: day, time, in: journal)
      // An editor shows the existing words, with the template below.
      let old = try beginning(in: journal, settings)
        .below(Words(input.edits ? page?.words ?? "" : ""))
      // What is written right below a quotation would be of it.
      let end = question == nil ? "" : "\n"
      return try await input.take(
        over: old, adding: { try $0.below(old) }, shown: { $0 + end }
      ) { words in
        let post =
          if morning, !input.edits {
            try add(words ?? .empty, to: day, time, in: journal)
          } else {
            try store(words, time, over: page, in: journal)
          }
        Console.print(json ? PostJSON(post, in: journal).jsonLine() : Wording.line(post))
        return .success
      }
    }
  }

  /// Opens the journal, or makes one: not for a day that is wrong by this machine's clock, which a new
  /// journal has.
  private func openOrMake() throws -> OwnerJournal {
    if let journal = try place.openIfThere() { return journal }
    let settings = try JournalSettings(zone: .ofThisMachine())
    _ = try chosen(settings.present)
    return try place.openOrMake(with: settings)
  }

  /// The words that are given, and when what they are about was.
  private func chosen(_ present: PresentDay) throws -> (words: String?, time: WritingTime) {
    let time = try about.chosen(present)
    let words = text.isEmpty ? nil : text.joined(separator: " ")
    guard about.day == nil, let words, let begun = try DatedText(words, present) else {
      return (words, time)
    }
    return (begun.rest.isEmpty ? nil : begun.rest, try time.of(begun))
  }

  private func input(_ words: String?, again: KeptCommand) -> TextInput<Words> {
    let isPiped = words == nil && !edits && !StandardInput.isTerminal
    return TextInput(
      option: "The text", typed: isPiped ? "-" : words, edits: edits || words == nil && !isPiped,
      again: again)
  }

  /// The morning page that the words go to; nil where they are none, or the first of the day.
  ///
  /// - Throws: `ValidationError` where it is there, and would be given another time.
  private func page(
    of day: CivilDate, _ time: WritingTime, in journal: OwnerJournal
  ) throws -> Post? {
    guard morning, let page = try journal.posts.morningPage(of: day) else { return nil }
    if time.clock != nil { throw ValidationError(Wording.morningHasItsTime(page)) }
    return page
  }

  /// The question to be answered, and the words of a template below it.
  private func beginning(in journal: OwnerJournal, _ settings: JournalSettings) throws -> Words {
    let template = try template.map { try journal.templates.template(TemplateName.argument($0)) }
    return try Words(template?.words.text ?? "").below(question(in: journal, settings))
  }

  /// The question to be answered, quoted; empty where none is asked for.
  ///
  /// - Throws: `TextError` where there is none.
  private func question(in journal: OwnerJournal, _ settings: JournalSettings) throws -> Words {
    guard let question else { return .empty }
    let text: StoredText
    if question == "today" {
      let asked = try settings.questions.flatMap {
        try journal.texts.question(
          of: settings.present.day, from: $0, adds: true, now: Clock.now())
      }
      guard let asked else { throw TextError.none }
      text = asked.text
    } else {
      text = try journal.texts.text(RawArguments.text(question))
    }
    return try Words(text.asked(inKorean: false))
  }

  /// As many times as others may write a page before this one does.
  private static let tries = 20

  /// Puts words below those of the day's morning page, also where others write it meanwhile.
  private func add(
    _ words: Words, to day: CivilDate, _ time: WritingTime, in journal: OwnerJournal
  ) throws -> Post {
    var tries = Self.tries
    while true {
      let page = try page(of: day, time, in: journal)
      let whole = try words.below(Words(page?.words ?? ""))
      do {
        return try store(whole, time, over: page, in: journal)
      } catch JournalError.changedMeanwhile where tries > 1, JournalError.morningExists
        where tries > 1
      {
        tries -= 1
      }
    }
  }

  /// Stores the words as a new post, or in the existing morning page.
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
    return try journal.posts.write(new, now: Clock.now()).post
  }

  private func chosenTags() throws -> [TagName] {
    try tags.map { try TagName.typed($0) }
  }

  /// This command, as it takes its words from a file, whenever that is: of words that would have been
  /// those of now it says now.
  private func again(
    _ time: WritingTime, _ day: CivilDate, _ rule: DayRule, now: Int
  ) throws -> KeptCommand {
    let isOfNow = time.clock == nil && day == rule.day(of: now) && !morning
    let clock = isOfNow ? try rule.clock(at: now) : time.clock
    var words = ["daystamp", "write", "--day", day.description]
    for (option, value) in [
      ("--at", clock?.description), ("--mood", details.mood), ("--title", details.title),
    ] {
      if let value { words += [option, value] }
    }
    for tag in tags { words += ["--tag", tag] }
    words += (morning ? ["--morning"] : []) + (star ? ["--star"] : [])
    return KeptCommand(words + (try place.repeated()), morning ? .adds : nil)
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

extension DayRule {
  /// What the zone's clocks show at an instant.
  fileprivate func clock(at instant: Int) throws -> TimeOfDay {
    let minutes = (instant + zone.offset(at: instant)) / 60 % 1_440
    return try TimeOfDay(hour: minutes / 60, minute: minutes % 60)
  }
}
