import Fonts
import Foundation
import Formats
import Raster
import TestSupport

@testable import Cards

/// Cards in the bundled faces, and for scripts that these lack in those of the tests, so that they are
/// the same on every machine.
enum DrawnCards {
  static let fonts = CardFonts(searchPath: FontSearchPath(folders: [Checkout.faces])) {
    characters, _ in
    let letter = characters.first?.unicodeScalars.first?.value ?? 0
    let name: String? =
      switch letter {
      case 0x0590...0x05FF: "Hebrew"
      case 0x0600...0x06FF: "Arabic"
      case 0x0900...0x097F: "Devanagari"
      case 0x0E00...0x0E7F: "Thai"
      default: nil
      }
    return name.map { Checkout.fixture("Fonts/NotoSans\($0)-subset.ttf") }
  }

  static func card(
    _ text: CardText, _ style: CardStyle = CardStyle(), on photo: Image? = nil
  ) throws -> Card {
    try Card(text, style, fonts: fonts, on: photo)
  }

  /// As many words of the length that English ones have.
  static func words(_ count: Int) -> String {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { _ in
      String(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          "etaoinshrdlu".randomElement(using: &random) ?? "e"
        })
    }.joined(separator: " ")
  }
}

extension CardText {
  /// A few of every script that the faces of the tests have, short and long.
  static let samples: [String: CardText] = [
    "short": CardText(body: "Be still."),
    "english": CardText(
      body: "The cure for boredom is curiosity. There is no cure for curiosity.",
      author: "Dorothy Parker"),
    "long": CardText(
      body: """
        I am the very model of a modern Major-General, I've information vegetable, animal, and mineral, \
        I know the kings of England, and I quote the fights historical from Marathon to Waterloo, in \
        order categorical; I'm very well acquainted, too, with matters mathematical.
        """, author: "W. S. Gilbert", source: "The Pirates of Penzance"),
    "korean": CardText(
      body: "천 리 길도 한 걸음부터 시작된다는 말을 오늘 아침에 다시 생각했다.", source: "한국 속담",
      language: "ko"),
    "japanese": CardText(
      body: "名前はまだ無い。どこで生れたかは、知らない。", author: "夏目漱石", language: "ja"),
    "two": CardText(
      body: "What would you do today if nobody were to know of it?",
      translation: "아무도 모른다면 오늘 무엇을 하고 싶은가요?", source: "Daystamp", language: "en"),
    "arabic": CardText(body: "ابتسم اسلم ابتسم سلمَ", source: "123", language: "ar"),
    "hebrew": CardText(body: "שלום שלום - שָׁלוֹם", language: "he"),
    "hindi": CardText(body: "हिन्दी कद", source: "रष", language: "hi"),
    "thai": CardText(body: "ทวีปวันนำที่", language: "th"),
    "verse": CardText(
      body: "Roses are red,\nViolets are blue,\n\nSugar is sweet,\nAnd so are you."),
    "address": CardText(body: "https://example.com/" + String(repeating: "abcdefghij", count: 12)),
  ]
}
