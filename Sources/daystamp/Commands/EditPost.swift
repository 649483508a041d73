import ArgumentParser
import CaptureTime
import Journal
import Shell
import Stamping
import Store
import Wording

/// `daystamp edit`: a post's caption, time, star and tags.
struct EditPost: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a post's caption, time, star or tags.",
    discussion: """
      Another time puts another label on the photo, which is stamped again from the original, with \
      the look that it had; its files move to the folder of the new day. A copy in a folder of your \
      own stays as it is. What is printed is the post's number and day.

      EXAMPLES
        daystamp edit 12 -c '비빔밥 with Mina' --star
        The caption in your editor, as it is:
          daystamp edit 12 -e
        No caption, and another tag:
          daystamp edit 12 -c '' --untag site-4 --tag site-5
        A wrong clock, put right:
          daystamp edit 12 --time '2024-01-31 23:59'
        The camera's clock was right, but showed the time of Paris:
          daystamp edit 12 --time-zone Europe/Paris
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "number"))
  var number: Int

  @Option(
    name: [.customShort("c", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A line to go with the photo, of at most \(Caption.limit) characters; '' removes it, - reads it "
        + "from standard input."))
  var caption: String?

  @Flag(name: [.short, .customLong("edit")], help: "Write the caption in $VISUAL or $EDITOR.")
  var edits = false

  @Option(
    help: ArgumentHelp(
      """
      The capture time: now, or '2024-01-31 23:59:58+09:00'; the seconds, the time of day and the \
      offset may be left out.
      """, valueName: "time"))
  var time: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Give the time and the day in this zone, such as Asia/Seoul or +09:00, instead of the post's \
      own.
      """, valueName: "zone"))
  var timeZone: String?

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive, help: "Star the post, or take its star away.")
  var star: Bool?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A tag to add; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Option(
    name: .customLong("untag"),
    help: ArgumentHelp("A tag to take away; may be repeated.", valueName: "name"))
  var removedTags: [String] = []

  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var memory: MemoryOption

  func validate() throws {
    try captionInput.check()
    let change = try change()
    if change.isEmpty, !captionInput.isToCome { throw ValidationError(Wording.nothingToChange) }
    if let tag = change.tags.first(where: { change.removedTags.map(\.folded).contains($0.folded) })
    {
      throw ValidationError(Wording.tagBothWays(tag))
    }
  }

  func run(in journal: OwnerJournal) async throws -> ExitStatus {
    memory.setForThisProcess()
    let shown = try current(in: journal)
    return try await captionInput.take(over: shown) { caption in
      var change = try change()
      if let caption { change.caption = caption }
      if change.isEmpty {
        Console.say(Wording.captionStays)
        return .success
      }
      let post = try journal.posts.edit(number, change, now: Clock.now()) { post in
        // Writing takes its time, and somebody else may have written too.
        if edits, post.caption != shown.text { throw JournalError.changedMeanwhile(number: number) }
      } stamper: {
        try Stamper(redrawing: $0, limit)
      }
      Console.print(Wording.line(post))
      return .success
    }
  }

  private var captionInput: TextInput<Caption> { TextInput(typed: caption, edits: edits) }

  /// The caption that the editor shows, of a post that can be changed.
  private func current(in journal: OwnerJournal) throws -> Caption {
    guard edits else { return .empty }
    try journal.store.checkIsWritable()
    let post = try journal.posts.post(number)
    if post.trashed != nil { throw JournalError.postInTrash(number: number) }
    return try Caption(post.caption)
  }

  private func change() throws -> PostChange {
    var change = PostChange()
    change.caption = edits ? nil : try captionInput.given()
    change.zone = try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
    change.time = try time.map { time in
      try Wording.checking("--time", time) {
        // The instant counts: without another zone it is told in the post's own.
        try GivenTime.parse($0, now: Clock.now(), in: change.zone ?? .utc)
      }
    }
    change.isStarred = star
    change.tags = try tags.map { try tag("--tag", $0) }
    change.removedTags = try removedTags.map { try tag("--untag", $0) }
    return change
  }

  private func tag(_ option: String, _ name: String) throws -> TagName {
    try Wording.checking(option, name) { try TagName(RawArguments.text($0)) }
  }
}
