package import Wording
import Fonts
import Raster

extension ErrorTexts {
  package static let cards = ErrorTexts(
    [
      "card": .init("the card cannot be drawn", "카드를 그릴 수 없습니다."),
      "card.empty": .init(
        "the text has nothing that can be drawn", "글에 그릴 수 있는 글자가 없습니다."),
      "card.too-long": .init(
        "the text has {observed|character|characters}; a card of this shape holds at most "
          + "{fitting} in readable type",
        "글이 {observed}자인데, 읽을 수 있는 크기로는 이 모양의 카드에 {fitting}자까지 들어갑니다.",
        hint: "; --shape story holds the most"),
      "card.font": .init(
        "“{text}” is not a font: give one of {names}, or the name of an installed font",
        "“{text}”은(는) 글꼴이 아닙니다. {names} 가운데 하나나 설치된 글꼴의 이름을 적어 주세요.",
        hint: " (fc-list : family), or the path of a font file (with a slash in it)"),
      "card.lacking": .init(
        "no font has {characters}; the card shows a box for each",
        "{characters}이(가) 있는 글꼴이 없어 카드에 네모로 그렸습니다."),
    ],
    below: [.fonts, .raster])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .cards) }
}
