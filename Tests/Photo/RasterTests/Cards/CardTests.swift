import Fonts
import Foundation
import Formats
import Raster
import TestSupport
import Testing

@testable import Cards

@Suite("A card")
struct CardTests {
  @Test(
    "has all of its ink inside the safe area, whatever the script and the shape",
    arguments: CardText.samples.keys.sorted(), CardShape.allCases)
  func inkInside(name: String, shape: CardShape) throws {
    let text = try #require(CardText.samples[name])
    let style = CardStyle(theme: .white, size: .large, shape: shape)
    let image = try DrawnCards.card(text, style).image
    let safe = shape.safeArea
    var (inside, outside) = (0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image[x, y] != style.theme.ground {
        let isInside =
          (safe.x..<safe.x + safe.width) ~= x && (safe.y..<safe.y + safe.height) ~= y
        if isInside { inside += 1 } else { outside += 1 }
      }
    }
    #expect(inside > 500 && outside == 0)
  }

  @Test("says every character of its text", arguments: CardText.samples.keys.sorted())
  func complete(name: String) throws {
    let text = try #require(CardText.samples[name])
    for shape in CardShape.allCases {
      let layout = try DrawnCards.card(text, CardStyle(size: .large, shape: shape)).layout
      func said(_ role: CardLayout.Role) -> String {
        layout.lines.filter { $0.role == role }.map(\.text).joined()
      }
      func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      #expect(letters(said(.body)) == letters(text.body))
      #expect(letters(said(.translation)) == letters(text.translation))
      #expect(letters(said(.byline)) == letters(text.byline))
    }
  }

  @Test("on a photo has white ink that can be read", arguments: [0, 90, 200, 255])
  func contrastOnPhoto(brightness: Int) throws {
    // Light spots on a ground of that brightness.
    let photo = try MadePhoto.image(width: 1080, height: 1080) { x, y in
      let light = UInt8((x / 16 + y / 16) % 7 == 0 ? min(255, brightness + 60) : brightness)
      return RGBA(red: light, green: light, blue: light)
    }
    let text = try #require(CardText.samples["long"])
    let card = try DrawnCards.card(text, on: photo)
    // Where there is no ink at all: single pixels, counted apart from how the card measures.
    var lightest = 0.0
    for area in card.layout.inkAreas(around: 0.3) {
      for y in stride(from: area.y, to: area.y + area.height, by: 2) {
        for x in stride(from: area.x, to: area.x + area.width, by: 2) {
          let pixel = card.image[x, y]
          if card.image.isFlat(x, y, reach: 3) { lightest = max(lightest, Self.luminance(pixel)) }
        }
      }
    }
    #expect(1.05 / (lightest + 0.05) >= 4.5)
    // No darker than it must be: a dark one stays as it is.
    if brightness == 0 { #expect(card.image[3, 3] == RGBA(red: 60, green: 60, blue: 60)) }
    #expect(brightness < 200 || 1.05 / (lightest + 0.05) < 4.9)
  }

  @Test(
    "is a file of each format that decodes to its pixels",
    arguments: [PhotoFormat.png, .jpeg, .webp])
  func encoded(format: PhotoFormat) throws {
    let card = try DrawnCards.card(CardText(body: "Yes."))
    let decoded = try Image(decoding: PhotoFile(card.encoded(as: format)))
    #expect(decoded.width == 1080 && decoded.height == 1080)
    let (a, b) = (decoded[10, 10], CardTheme.sand.ground)
    #expect(abs(Int(a.red) - Int(b.red)) <= 3 && abs(Int(a.blue) - Int(b.blue)) <= 3)
  }

  @Test("has a box for a character that no font has, and tells it")
  func lacking() throws {
    let card = try DrawnCards.card(CardText(body: "a 😀 b 𐐷"))
    #expect(card.lacking == ["😀", "𐐷"])
    #expect(card.layout.lines.map(\.text) == ["a □ b □"])
  }

  @Test(
    "is refused for a text without anything to draw", arguments: ["", " \n\t", "\u{7}", "\u{200B}"])
  func empty(body: String) {
    #expect(throws: CardError.empty) {
      try DrawnCards.card(CardText(body: body, author: "Somebody"))
    }
  }

  @Test("is refused for a font that is none")
  func fonts() {
    let path = Checkout.fixture("Fonts/README.md")
    let fonts = CardFonts(.file(path), searchPath: .init(folders: [Checkout.faces]))
    #expect(throws: CardError.fontFile(.notAFont(path: path))) {
      try Card(CardText(body: "x"), CardStyle(), fonts: fonts)
    }
  }

  /// Relative luminance (WCAG 2.2).
  static func luminance(_ colour: RGBA) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
      + 0.0722 * linear(colour.blue)
  }
}

extension Image {
  /// Whether the pixels around one are all alike: neither ink nor its edge is among them, unless it is
  /// nothing but ink, which is white.
  fileprivate func isFlat(_ x: Int, _ y: Int, reach: Int) -> Bool {
    let colour = self[x, y]
    if colour == RGBA(red: 255, green: 255, blue: 255) { return false }
    return (-reach...reach).allSatisfy { dy in
      self[x - reach, y + dy] == colour && self[x + reach, y + dy] == colour
        && self[x, y + dy] == colour
    }
  }
}

@Suite("A card's theme")
struct CardThemeTests {
  /// As in ``CardTests/luminance(_:)``, on purpose not by the code that is tested.
  private func contrast(_ first: RGBA, _ second: RGBA) -> Double {
    let (a, b) = (CardTests.luminance(first), CardTests.luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test("has a body of 7:1 and an author of 4.5:1", arguments: CardTheme.allCases)
  func contrasts(theme: CardTheme) {
    #expect(contrast(theme.ink, theme.ground) >= 7)
    #expect(contrast(theme.secondInk, theme.ground) >= 4.5)
    #expect(abs(theme.ink.contrast(to: theme.ground) - contrast(theme.ink, theme.ground)) < 1e-9)
  }

  @Test("is one of eight, six of them soft")
  func count() {
    #expect(CardTheme.allCases.count == 8)
    let soft = CardTheme.allCases.filter { $0 != .white && $0 != .black }
    for theme in soft { #expect((0.6...0.93).contains(CardTests.luminance(theme.ground))) }
  }
}
