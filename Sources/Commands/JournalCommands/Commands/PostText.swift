import JournalShell
import PhotoCommands
import ArgumentParser
import CaptureTime
import Cards
import Formats
import Journal
import Shell
import Stamping
import Store
import Texts
import Wording

/// `daystamp text post`: the card of a text as a post.
struct PostText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Post a text as a picture card.",
    discussion: """
      Draws the card as daystamp text card does, and posts it as a photo taken now, with your \
      usual label. The post remembers its text, and the text counts as used. Prints the post's \
      number and day.

      EXAMPLES
        daystamp text post
        daystamp text post 'John 3:16' --theme sage -c 'At breakfast'
        daystamp text post John.3.16 --photo 12
      """)

  @OptionGroup var chosen: CardTextOptions

  @Option(
    name: [.customShort("c", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("A caption, at most \(Caption.limit) characters."))
  var caption: String?

  @Flag(help: "Star the post.")
  var star = false

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(help: "Post a card even if the same one has a post.")
  var again = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Look") var look: CardOptions
  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption

  func validate() throws { _ = try details() }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let details = try details()
    let text = try chosen.text(of: journal)
    let card = try look.card(of: text, in: journal, maxPixels: limit.pixels)
    let (post, _) = try posting(of: text, details, in: journal).post(
      OriginalPhoto(PhotoSource(bytes: card.encoded(as: .jpeg), attributes: nil)),
      of: .standardInput, key: PostKey())
    try journal.texts.mark(.use, [text.key], in: text.collection, now: Clock.now())
    Console.print(json ? PostJSON(post, in: journal).jsonLine() : Wording.line(post))
    return .success
  }

  private func posting(
    of text: StoredText, _ details: PostDetails, in journal: OwnerJournal
  ) throws -> Posting {
    let (settings, _) = try journal.settings.followed()
    let time = TimeSettings(
      reader: .ofThisMachine(zone: settings.zone, places: nil),
      given: try GivenTime.parse("now", now: Clock.now(), in: settings.zone),
      adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false)
    var posting = Posting.Settings(
      stamper: try Stamper(drawing: settings.look, time: time, limit), look: settings.look,
      rule: settings.rule, details: details,
      allowsAgain: again, exportFolder: settings.exportFolder, now: Clock.now)
    posting.text = TextReference(text)
    posting.isAlbum = true
    return Posting(posting, into: journal)
  }

  private func details() throws -> PostDetails {
    PostDetails(
      caption: try caption.map { text in
        try Wording.checking("--caption", text) { try Caption(RawArguments.text($0)) }
      } ?? .empty, isStarred: star, tags: try tags.map { try TagName.typed($0) })
  }
}
