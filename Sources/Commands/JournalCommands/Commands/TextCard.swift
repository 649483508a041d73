import JournalShell
import PhotoCommands
import ArgumentParser
import Cards
import Formats
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp text card`: a text as a picture to share.
struct TextCard: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Draw a text as a picture card to share.",
    discussion: """
      The card shows the text, its translation, its author and its source. The type shrinks until \
      everything fits; Daystamp refuses a text that needs unreadably small type. Lines break by \
      Unicode's rules.

      EXAMPLES
        daystamp text card -o today.png
        daystamp text card 'John 3:16' -o card.jpg --theme sage --size large
        daystamp text card John.3.16 -o story.png --shape story --theme black
        On a photo of yours, or of post 12, darkened for contrast:
          daystamp text card John.3.16 -o card.jpg --photo lake.heic
          daystamp text card John.3.16 -o card.jpg --photo 12
        In an installed font; fc-list : family lists them:
          daystamp text card -o today.webp --font 'Noto Serif CJK KR'
      """)

  @OptionGroup var chosen: CardTextOptions

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The PNG, JPEG or WebP file to write.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]), transform: RawArguments.path)
  var output: FilePath

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup(title: "Look") var look: CardOptions
  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption

  func validate() throws { _ = try format() }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let format = try format()
    let text = try chosen.text(of: journal)
    let file = try PictureFile(output, replaces: force)
    try file.write(
      try look.card(of: text, in: journal, maxPixels: limit.pixels).encoded(as: format))
    try ShowText.open(text, of: journal)
    return .success
  }

  private func format() throws -> PhotoFormat {
    guard let format = output.formatByName, [.png, .jpeg, .webp].contains(format) else {
      throw ValidationError(Wording.cardEndsLikeNone(output))
    }
    return format
  }
}
