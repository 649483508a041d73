import ArgumentParser
import Cards
import Decoding
import Files
import Fonts
import Formats
import Foundation
import Journal
import Raster
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
    abstract: "Draw a text as a picture to share.",
    discussion: """
      The card has the text, its translation, and always its author and source. Type gets smaller until \
      all of it fits, and a text for which the smallest type that can be read is too large is refused. \
      Lines end where Unicode's rules let them.

      EXAMPLES
        daystamp text card -o today.png
        daystamp text card 'John 3:16' -o card.jpg --theme sage --size large
        daystamp text card John.3.16 -o story.png --shape story --theme black
        On a photo of yours, or on that of post 12, darkened until the text can be read:
          daystamp text card John.3.16 -o card.jpg --photo lake.heic
          daystamp text card John.3.16 -o card.jpg --photo 12
        In a face that is installed; fc-list : family names them:
          daystamp text card -o today.webp --font 'Noto Serif CJK KR'
      """)

  @Argument(help: ArgumentHelp("The text's key. Default: today's text.", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("The collection that has it.", valueName: "name"))
  var collection: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The file to write, a PNG, JPEG or WebP by its ending.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]), transform: RawArguments.path)
  var output: FilePath

  @Flag(help: "Replace the file where it is there already.")
  var force = false

  @OptionGroup(title: "Look") var look: CardOptions
  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption

  func validate() throws {
    _ = try collection.map(CollectionName.argument)
    _ = try format()
    if key == nil, collection != nil { throw ValidationError(Wording.collectionNeedsKey) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let format = try format()
    let fonts = try look.fonts()
    let text = try text(of: journal)
    let language = try journal.collections.collection(text.collection).language
    let words = CardText(text, language: language)
    let card = try Card(
      words, look.style, fonts: fonts, on: look.photo(in: journal, maxPixels: limit.pixels))
    try WholeFile(path: output, replaces: force, isDurable: false)
      .write(card.encoded(as: format), attributes: nil)
    if !card.lacking.isEmpty { Console.say(Wording.boxes(for: card.lacking)) }
    try ShowText.open(text, of: journal)
    return .success
  }

  private func text(of journal: OwnerJournal) throws -> StoredText {
    if let key {
      return try journal.texts.text(
        RawArguments.text(key), in: collection.map(CollectionName.argument))
    }
    let today = try journal.settings.current().present.day
    return try journal.texts.text(of: today, today: today, now: Clock.now())
  }

  private func format() throws -> PhotoFormat {
    guard let format = output.formatByName, [.png, .jpeg, .webp].contains(format) else {
      throw ValidationError(Wording.cardEndsLikeNone(output))
    }
    return format
  }
}

/// How a card looks.
struct CardOptions: ParsableArguments {
  @Option(help: "Its colours; on a photo the text is white.") var theme = CardTheme.sand

  @Option(
    help: ArgumentHelp(
      """
      sans or hangul, the path of a font's file, or the name of one that is installed or lies beside the \
      bundled ones. Default: the bundled one that suits the text.
      """, valueName: "font"))
  var font: String?

  @Option(help: "How large the type is where there is room for it.") var size = CardSize.medium

  @Option(help: "1080×1080 pixels, 1080×1920 or 1920×1080.") var shape = CardShape.square

  @Option(
    help: ArgumentHelp(
      """
      A photo to draw it on, or the number of a post (./12 is a file), darkened until white has a \
      contrast of 4.5:1.
      """, valueName: "file|number"),
    completion: .file())
  var photo: String?

  var style: CardStyle { CardStyle(theme: theme, size: size, shape: shape) }

  /// The faces, which lie beside the program or where `DAYSTAMP_FONTS` says, or are installed.
  ///
  /// - Throws: ``CardError`` for a face that is none.
  func fonts() throws -> CardFonts {
    let searchPath = FontSearchPath.ofThisProgram
    let font = try font.map {
      try CardFont(RawArguments.text($0), searchPath: searchPath, installed: .ofThisMachine)
    }
    return CardFonts(font, searchPath: searchPath)
  }

  /// The photo that it is drawn on, without its stamp; nil where none is asked for.
  ///
  /// - Throws: `JournalError` for a post; of a file what is wrong, with its name.
  func photo(in journal: OwnerJournal, maxPixels: Int) throws -> Image? {
    guard let photo else { return nil }
    let shape = shape.size
    if let number = Int(photo), photo.allSatisfy(\.isNumber) {
      let original = try journal.posts.original(of: journal.posts.post(number))
      return try CoverPhoto(
        original, filling: shape, maxPixels: maxPixels, decoder: DecoderProcesses.ofThisProgram
      ).image
    }
    let path = RawArguments.path(photo)
    do {
      return try CoverPhoto(
        OriginalPhoto(reading: InputPhoto(named: path)), filling: shape, maxPixels: maxPixels,
        decoder: DecoderProcesses.ofThisProgram
      ).image
    } catch {
      throw error.wording.about(path)
    }
  }
}

extension CardTheme: ExpressibleByArgument {}
extension CardSize: ExpressibleByArgument {}
extension CardShape: ExpressibleByArgument {}
