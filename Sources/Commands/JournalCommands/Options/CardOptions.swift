import PhotoCommands
import ArgumentParser
import Cards
import Decoding
import Fonts
import Journal
import Raster
import Shell
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// Which text a card is of.
struct CardTextOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The text's key. Default: today's text.", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("Its collection.", valueName: "name"))
  var collection: String?

  func validate() throws {
    _ = try collection.map(CollectionName.argument)
    if key == nil, collection != nil { throw ValidationError(Wording.collectionNeedsKey) }
  }

  /// - Throws: `TextError`, `CollectionError`.
  func text(of journal: OwnerJournal) throws -> StoredText {
    if let key {
      return try journal.texts.text(
        RawArguments.text(key), in: collection.map(CollectionName.argument))
    }
    let settings = try journal.settings.current()
    let today = settings.present.day
    return try journal.texts.text(
      of: today, today: today, from: settings.textPool, now: Clock.now())
  }
}

/// How a card looks.
struct CardOptions: ParsableArguments {
  @Option(help: "The card's colours; on a photo, the text is white.") var theme = CardTheme.sand

  @Option(
    help: ArgumentHelp(
      """
      sans or hangul, the path of a font file, or the name of an installed or bundled font. \
      Default: the bundled one that suits the text.
      """, valueName: "font"))
  var font: String?

  @Option(help: "The size of the type, if there is room.") var size = CardSize.medium

  @Option(help: "1080×1080 pixels, 1080×1920 or 1920×1080.") var shape = CardShape.square

  @Option(
    help: ArgumentHelp(
      """
      A photo to draw it on, or the number of a post (./12 is a file). It is darkened until white \
      has a contrast of 4.5:1.
      """, valueName: "file|number"),
    completion: .file())
  var photo: String?

  private var style: CardStyle { CardStyle(theme: theme, size: size, shape: shape) }

  /// Draws a text, and reports characters that no font has.
  ///
  /// - Throws: ``CardError``, and as ``photo(in:maxPixels:)``.
  func card(of text: StoredText, in journal: OwnerJournal, maxPixels: Int) throws -> Card {
    let fonts = try fonts()
    let language = try journal.collections.collection(text.collection).language
    let card = try Card(
      CardText(text, language: language), style, fonts: fonts,
      on: photo(in: journal, maxPixels: maxPixels))
    if !card.lacking.isEmpty { Console.say(Wording.boxes(for: card.lacking)) }
    return card
  }

  /// The faces, which lie beside the program or where `DAYSTAMP_FONTS` says, or are installed.
  ///
  /// - Throws: ``CardError`` for a face that is none.
  private func fonts() throws -> CardFonts {
    let searchPath = FontSearchPath.ofThisProgram
    let font = try font.map {
      try CardFont(RawArguments.text($0), searchPath: searchPath, installed: .ofThisMachine)
    }
    return CardFonts(font, searchPath: searchPath)
  }

  /// The photo that it is drawn on, without its stamp; nil where none is asked for.
  ///
  /// - Throws: `JournalError` for a post; for a file the problem, with its name.
  private func photo(in journal: OwnerJournal, maxPixels: Int) throws -> Image? {
    guard let photo else { return nil }
    let shape = shape.size
    if let number = Int(photo), photo.allSatisfy(\.isNumber) {
      let original = try journal.posts.original(
        of: journal.posts.post(number).requirePhoto())
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
