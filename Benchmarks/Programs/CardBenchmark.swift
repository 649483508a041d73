import ArgumentParser
import Cards
import Fonts
import Formats

/// Prints a line for each time: seconds of one core, those of the encoder, and the file's bytes. The first
/// one opens the faces and draws every letter; those after it take the letters of the first.
struct CardBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Times the making of a card.")

  @Argument(help: "png, jpeg or webp.") var format: String
  @Argument(help: "How many cards are made.") var times: Int
  @Argument(help: "The folder of the fonts.") var fonts: String
  @Argument(help: "What the card says.") var text: String

  func run() throws {
    guard let format = PhotoFormat(rawValue: format) else {
      throw ValidationError("There is no format \(format).")
    }
    let fonts = CardFonts(searchPath: FontSearchPath(folders: [fonts]))
    let text = CardText(body: text, author: "Dorothy Parker", language: "en")
    for _ in 0..<times {
      let start = Clock.processor
      let card = try Card(text, CardStyle(), fonts: fonts)
      let drawn = Clock.processor
      let file = try card.encoded(as: format)
      let end = Clock.processor
      print("\(end - start)\t\(end - drawn)\t\(file.count)")
    }
  }
}
