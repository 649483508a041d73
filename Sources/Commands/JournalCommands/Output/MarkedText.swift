import Shell
import Store
import Texts
import Wording

/// A text's body with its highlights; below it the highlights that it cannot show, and the note.
struct MarkedText {
  private let text: StoredText
  private let highlights: [Highlight]
  private let note: Note?
  private let style: TerminalStyle
  private let width: Int?

  init(
    _ text: StoredText, _ highlights: [Highlight], _ note: Note?, _ style: TerminalStyle,
    width: Int?
  ) {
    (self.text, self.highlights, self.note) = (text, highlights, note)
    (self.style, self.width) = (style, width)
  }

  /// A body's lines, and whether its highlights are shown, as colours do.
  static func body(
    of text: String, _ highlights: [Highlight], _ style: TerminalStyle, width: Int?
  ) -> (lines: [String], isMarked: Bool) {
    let lines = WrappedText.lines(text, width: width).map { Wording.lines($0) }
    guard style.hasColour, !highlights.isEmpty else { return (lines, false) }
    // Breaking lines moves blanks alone: every other character finds its highlight in order.
    let grounds = HighlightedPart.parts(of: text, highlights).flatMap { part in
      part.text.filter { !$0.isWhitespace }.map { _ in part.highlight?.colour.ground }
    }
    let shown = lines.joined().filter { !$0.isWhitespace }
    guard shown.elementsEqual(text.filter { !$0.isWhitespace }) else { return (lines, false) }
    var place = 0
    let marked = lines.map { line in
      var (result, run, ground) = ("", "", TerminalStyle.Ground?.none)
      func end() { result += ground.map { style.dark(run, on: $0) } ?? run }
      for character in line {
        // A blank continues the highlight before it, unless that ends there.
        let next =
          character.isWhitespace
          ? (grounds.indices.contains(place) && grounds[place] == ground ? ground : nil)
          : grounds[place]
        if !character.isWhitespace { place += 1 }
        if next != ground {
          end()
          (run, ground) = ("", next)
        }
        run.append(character)
      }
      end()
      return result
    }
    return (marked, true)
  }

  /// All of it, a part after the other with a blank line between.
  func print() {
    let body = Self.body(of: text.body, highlights, style, width: width)
    body.lines.forEach { Console.print(styled: $0) }
    for part in Wording.parts(of: text).dropFirst() {
      Console.print("")
      WrappedText.lines(part, width: width).forEach { Console.print($0) }
    }
    let listed = body.isMarked ? highlights.filter { !$0.isPlaced } : highlights
    if !listed.isEmpty { Console.print("") }
    for highlight in listed {
      Console.print(styled: Wording.line(of: highlight, hasText: true, style))
    }
    if let note {
      Console.print("")
      WrappedText.lines(note.words, width: width).forEach { Console.print($0) }
    }
  }
}
