package import Wording

extension FontNotFound: Worded {
  package var wording: ErrorMessage {
    ErrorMessage(
      "label.font-missing", ["font": .text(font.fileName), "places": .lines(places)])
  }
}
