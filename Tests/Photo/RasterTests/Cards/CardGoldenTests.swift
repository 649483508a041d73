import Formats
import Raster
import TestSupport
import Testing

@testable import Cards

/// Compares cards with pictures that somebody has looked at.
///
/// `DAYSTAMP_RECORD=1 swift test --filter CardGolden` writes the pictures anew; look at them then. They
/// are kept at a third of a card's size.
@Suite("Golden images of cards")
struct CardGoldenTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    let text: String
    let style: CardStyle
    var isOnPhoto = false
    var testDescription: String {
      "\(text)-\(style.shape)-\(isOnPhoto ? "photo" : style.theme.rawValue)"
    }

    init(
      _ text: String, _ theme: CardTheme, _ shape: CardShape = .square, _ size: CardSize = .medium,
      isOnPhoto: Bool = false
    ) {
      self.text = text
      style = CardStyle(theme: theme, size: size, shape: shape)
      self.isOnPhoto = isOnPhoto
    }
  }

  static let pictures = [
    Picture("short", .white, .square, .large),
    Picture("english", .sand), Picture("english", .black, .story),
    Picture("english", .sky, .wide, .large),
    Picture("long", .honey), Picture("korean", .sage), Picture("japanese", .rose),
    Picture("two", .lilac, .square, .small), Picture("arabic", .white),
    Picture("english", .sand, isOnPhoto: true),
  ]

  @Test("look as they did", arguments: pictures)
  func lookAsTheyDid(picture: Picture) throws {
    let text = try #require(CardText.samples[picture.text])
    let (width, height) = (picture.style.shape.size.width, picture.style.shape.size.height)
    let photo = picture.isOnPhoto ? try MadePhoto.image(width: width, height: height) : nil
    let card = try DrawnCards.card(text, picture.style, on: photo).image
    #expect(card.width == width && card.height == height)
    let small = try card.shrunk(width: width / 3, height: height / 3)
    let golden = try GoldenImage("Cards/\(picture.testDescription)", comparedWith: small)
    #expect(golden.isAlike, "\(golden)")
  }
}
