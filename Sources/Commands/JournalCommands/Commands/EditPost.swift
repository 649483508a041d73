import JournalShell
import PhotoCommands
import ArgumentParser
import CaptureTime
import Files
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// `daystamp edit`: a post's words, title, mood, caption, time, star and tags, and the edits of its photo.
struct EditPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a post's words, mood, photo, caption, time or tags.",
    discussion: """
      Without options the words are opened in $VISUAL or $EDITOR; what they were before is kept, as \
      daystamp versions shows. Another time puts another label on a photo, which is stamped again from \
      the original, with the look that it had; its files move to the folder of the new day. So it is \
      where it is to be cut, turned or filtered otherwise: the journal has the whole photo, to which an \
      edit is done anew each time. Of a post of several photos --photo says which one is meant; a photo \
      whose label shows a time of its own keeps it. A photo that --remove takes out goes into the trash as \
      a post of its own. The copy \
      in the folder that export-to says follows. Of several posts at once all are changed, or none. What is \
      printed is each post's number and day.

      EXAMPLES
        daystamp edit 12 -c '비빔밥 with Mina' --star
        The words in your editor, and those of a file instead:
          daystamp edit 12
          daystamp edit 12 --words - < notes.md
        The caption in your editor, as it is:
          daystamp edit 12 -e
        Another mood, no caption, and another tag:
          daystamp edit 12 --mood great -c '' --untag site-4 --tag site-5
        Several posts:
          daystamp edit 3 5 8 --tag sea --star
        A wrong clock, put right:
          daystamp edit 12 --time '2024-01-31 23:59'
        The camera's clock was right, but showed the time of Paris:
          daystamp edit 12 --time-zone Europe/Paris
        Another part of the photo, no filter any more, and the photo as it was:
          daystamp edit 12 --crop 10%,20%,50%,50% --filter normal
          daystamp edit 12 --unedited
        Further photos, another order, and another photo to stand for the post:
          daystamp edit 12 --add c.jpg --add d.jpg
          daystamp edit 12 --remove 2 --move 3 1 --cover 2
        The caption of one of several photos:
          daystamp edit 12 --photo 3 -c 'Way home'
      """)

  @Argument(
    help: ArgumentHelp(
      "The posts' numbers; for several, only mood, star and tags can change.", valueName: "number"))
  var numbers: [Int]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "New words for the post; '' removes them, - reads standard input.",
      valueName: "text"))
  var words: String?

  @OptionGroup(title: "Words") var details: WordsOptions

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help:
      "Make it the day's morning page, or an ordinary post. A morning page needs words and a mood.")
  var morning: Bool?

  @Option(
    name: [.customShort("c", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "The photo's caption, at most \(Caption.limit) characters; '' removes it, - reads "
        + "standard input."))
  var caption: String?

  @Flag(
    name: [.short, .customLong("edit")],
    help: "Write the caption in $VISUAL or $EDITOR; without a photo, the words.")
  var edits = false

  @OptionGroup(title: "Photos") var photos: PhotosOptions
  @OptionGroup(title: "Crop and filter") var photo: EditChangeOptions
  @OptionGroup(title: "Time") var moment: EditTimeOptions

  @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Star or unstar the post.")
  var star: Bool?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A tag to add; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Option(
    name: .customLong("untag"),
    help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "name"))
  var removedTags: [String] = []

  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var memory: MemoryOption

  func validate() throws {
    let (caption, words) = (try captionInput(edits), try wordsInput(false))
    try caption.check(isInputTaken: words.isStandardInput)
    try words.check()
    let change = try change()
    if let tag = change.tags.first(where: { change.removedTags.map(\.folded).contains($0.folded) })
    {
      throw ValidationError(Wording.tagBothWays(tag))
    }
    let isMore = edits || caption.isToCome || words.isToCome || !change.isEmpty
    if !photos.isEmpty, isMore || photos.photo != nil {
      throw ValidationError(Wording.photosByThemselves)
    }
    guard numbers.withoutRepetitions.count > 1 else { return }
    if caption.isToCome || words.isToCome || change.isOfOnePost || !photos.isEmpty {
      throw ValidationError(Wording.changeOfOnePost)
    }
    if change.isEmpty { throw ValidationError(Wording.nothingToChange) }
  }

  func run(in journal: OwnerJournal) async throws -> ExitStatus {
    memory.setForThisProcess()
    Draft.tellOfLeft()
    let numbers = numbers.withoutRepetitions
    if numbers.count == 1 { return try await edit(numbers[0], in: journal) }
    for post in try journal.posts.edit(numbers, change(), now: Clock.now()) {
      Console.print(Wording.line(post))
    }
    return .success
  }

  private func edit(_ number: Int, in journal: OwnerJournal) async throws -> ExitStatus {
    if !photos.isEmpty {
      Console.print(Wording.line(try photos.change(number, in: journal, limit, jobs: 1)))
      return .success
    }
    try photos.check(journal.posts.post(number))
    let shown = try shown(number, in: journal)
    let caption = try captionInput(shown == .caption)
    let words = try wordsInput(shown == .words)
    let post = shown == nil ? nil : try journal.posts.post(number)
    let meant = try post.flatMap { $0.photos.isEmpty ? nil : try $0.requirePhoto(photos.photo) }
    return try await caption.take(over: Caption(meant?.caption ?? "")) { caption in
      try await words.take(over: Words(post?.words ?? "")) { words in
        var change = try change()
        if let caption { change.caption = caption }
        if let words { change.words = words }
        if change.isEmpty {
          Console.say(shown == .words ? Wording.wordsStay : Wording.captionStays)
          return .success
        }
        let changed = try journal.posts.edit(number, change, now: Clock.now()) { now in
          // Writing takes its time, and somebody else may have written too.
          switch shown {
          case .caption where now.photos != post?.photos: break
          case .words where now.words != post?.words: break
          default: return
          }
          throw JournalError.changedMeanwhile(number: number)
        } telling: { warnings in
          // Of another time or caption nothing is new.
          if change.edit == nil { return }
          for warning in warnings { Console.say(Wording.warning(ofPost: number, warning)) }
        } stamper: {
          try Stamper(redrawing: $0, limit)
        }
        Console.print(Wording.line(changed))
        let failures = change.restamps ? journal.album.makeUp() : []
        for failure in failures { Console.say(Wording.notCopied(failure)) }
        return failures.first.map { ExitStatus(of: $0.error) } ?? .success
      }
    }
  }

  /// What the editor is to show of a post that can be changed; nil where none is opened.
  ///
  /// - Throws: `ValidationError` where there is nothing to do.
  private func shown(_ number: Int, in journal: OwnerJournal) throws -> TypedText? {
    let isAsked =
      try !change().isEmpty || captionInput(false).isToCome || wordsInput(false).isToCome
    guard edits || !isAsked else { return nil }
    let post = try journal.posts.post(number)
    guard post.trashed == nil else { throw JournalError.postInTrash(number: number) }
    try journal.store.checkIsWritable()
    if edits { return post.photo == nil ? .words : .caption }
    // A photo without words has nothing that an editor would show.
    guard post.photo == nil || !post.words.isEmpty else {
      throw ValidationError(Wording.nothingToChange)
    }
    return .words
  }

  private func captionInput(_ edits: Bool) throws -> TextInput<Caption> {
    TextInput(
      typed: caption, edits: edits,
      again: KeptCommand(try again("-c", others: [("--words", words)]), .replacesCaption))
  }

  private func wordsInput(_ edits: Bool) throws -> TextInput<Words> {
    let versions = ["daystamp", "versions", "\(numbers[0])"] + (try place.repeated())
    return TextInput(
      option: "--words", typed: words, edits: edits,
      again: KeptCommand(
        try again("--words", others: [("-c", caption)]),
        .replacesWords(versions: KeptCommand.line(versions))))
  }

  /// This command, as it takes the text of an option from a file.
  private func again(_ option: String, others: [(String, String?)]) throws -> [String] {
    var again = ["daystamp", "edit", "\(numbers[0])", option, "-"]
    for (option, value) in others + [
      ("--title", details.title), ("--mood", details.mood), ("--time", moment.time),
      ("--time-zone", moment.timeZone),
    ] {
      if let value, value != "-" { again += [option, value] }
    }
    again += moment.future ? ["--future"] : []
    again += photo.repeated + (photos.photo.map { ["--photo", "\($0)"] } ?? [])
    again += morning.map { [$0 ? "--morning" : "--no-morning"] } ?? []
    again += star.map { [$0 ? "--star" : "--no-star"] } ?? []
    again += tags.flatMap { ["--tag", $0] } + removedTags.flatMap { ["--untag", $0] }
    return again + (try place.repeated())
  }

  /// What is known to change before anything is read or written.
  private func change() throws -> PostChange {
    var change = PostChange()
    change.words = try wordsInput(false).given()
    change.title = try details.chosenTitle()
    change.mood = try details.moodChange()
    change.isMorning = morning
    change.caption = edits ? nil : try captionInput(false).given()
    (change.time, change.zone) = try moment.chosen()
    change.allowsFuture = moment.future
    change.edit = photo.change
    change.photo = photos.photo
    change.isStarred = star
    change.tags = try tags.map { try TagName.typed($0) }
    change.removedTags = try removedTags.map { try TagName.typed($0, as: "--untag") }
    return change
  }
}

/// Which photos a post has, in which order.
struct PhotosOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The photo to change with caption, crop and filter, counted from 1.", valueName: "number"))
  var photo: Int?

  @Option(
    help: ArgumentHelp("A photo to add at the end; may be repeated.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var add: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "The number of a photo to move to the trash; may be repeated.", valueName: "number"))
  var remove: [Int] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("A photo's place, and its new place.", valueName: "number")
  )
  var move: [Int] = []

  @Option(
    help: ArgumentHelp("The place of the photo that lists and calendars show.", valueName: "number")
  )
  var cover: Int?

  /// Whether the photos stay as they are.
  var isEmpty: Bool { add.isEmpty && remove.isEmpty && move.isEmpty && cover == nil }

  func validate() throws { _ = try places() }

  /// - Throws: `ValidationError`.
  func places() throws -> PhotoArrangement {
    guard move.count.isMultiple(of: 2) else { throw ValidationError(Wording.moveTakesTwo) }
    var places = PhotoArrangement()
    places.removed = Set(remove)
    places.moves = stride(from: 0, to: move.count, by: 2).map {
      PhotoArrangement.Move(from: move[$0], to: move[$0 + 1])
    }
    places.cover = cover
    return places
  }

  /// Checks that it has the photo that is meant.
  func check(_ post: Post) throws {
    if let photo { _ = try post.requirePhoto(photo) }
  }

  /// Adds further photos, takes some out and puts the others into their order; all of that or nothing.
  ///
  /// - Returns: the post as it is now.
  fileprivate func change(
    _ number: Int, in journal: OwnerJournal, _ limit: PixelLimitOption, jobs: Int
  ) throws -> Post {
    let changed: (post: Post, removed: [Int])
    if add.isEmpty {
      changed = try journal.posts.arrange(number, places(), now: Clock.now())
    } else {
      let settings = try journal.settings.followed().settings
      var postings = Posting.Settings(
        stamper: try Stamper(
          adding: settings.look, zone: settings.zone,
          places: settings.rule.followsPhotos ? .ofThisProgram : nil, limit),
        look: settings.look, rule: settings.rule,
        details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
        exportFolder: settings.exportFolder, now: Clock.now)
      postings.isAlbum = true
      let parts = LivePairs.joined(RawPairs.joined(add.map { InputPhoto(named: $0) })).map {
        Posting.Part($0, caption: .empty)
      }
      let added = try Posting(postings, into: journal).add(
        parts, to: number, arranging: places(), jobs: jobs)
      for warning in added.warnings { Console.say(Wording.warning(ofPost: number, warning)) }
      changed = (added.post, added.removed)
    }
    for number in changed.removed { Console.say(Wording.photoInTrash(number)) }
    return changed.post
  }
}

/// Another time of a post.
struct EditTimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The time of the photo or the words: now, or '2024-01-31 23:59:58+09:00'; seconds, time of \
      day and offset are optional.
      """, valueName: "time"))
  var time: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Put the time and day in this zone, such as Asia/Seoul or +09:00, instead of the post's own.
      """, valueName: "zone"))
  var timeZone: String?

  @Flag(help: "Accept a --time after tomorrow, which is otherwise refused as a mistake.")
  var future = false

  /// - Throws: `ValidationError`.
  func chosen() throws -> (time: CaptureTime?, zone: CaptureZone?) {
    let zone = try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
    let time = try time.map { time in
      try Wording.checking("--time", time) {
        // The instant counts: without another zone it is shown in the post's own.
        try GivenTime.parse($0, now: Clock.now(), in: zone ?? .utc)
      }
    }
    return (time, zone)
  }
}

extension PostChange {
  /// Whether it is one that makes no sense for several posts alike.
  fileprivate var isOfOnePost: Bool {
    words != nil || title != nil || isMorning != nil || caption != nil || time != nil || zone != nil
      || edit != nil
  }
}
