package import Raster

/// Where the lines of a card stand, in pixels from its top left corner.
///
/// The one pure function of text, style and the widths of its parts: drawing and tests ask it. The type
/// is as large as the style has it, or as small as it must be for all of the text to fit, never smaller
/// than can be read.
package struct CardLayout: Sendable, Hashable {
  /// What a line is part of.
  package enum Role: Sendable, Hashable { case body, translation, byline }

  package struct Line: Sendable, Hashable {
    package let role: Role
    package let text: String
    package let setting: ParagraphSetting
    /// Its left end, and its baseline.
    package fileprivate(set) var x: Double
    package let baseline: Double
    package let emSize: Double
    package let width: Double
  }

  /// From the top; no line for an empty one.
  package let lines: [Line]
  /// The fine line above the author; nil where there is neither author nor source.
  package let rule: PixelRectangle?
  /// The body's em.
  package let emSize: Double

  /// The em of the smallest type that can be read on a card of 1080 pixels.
  package static let smallestEm = 14.0

  /// - Parameters:
  ///   - text: what the card says.
  ///   - style: its shape and its size of type.
  ///   - measure: the width of a line or a part of one, in em.
  /// - Throws: ``CardError/empty``, ``CardError/tooLong(observed:fitting:)``, and what `measure` throws.
  package init(
    _ text: CardText, _ style: CardStyle,
    measure: (String, ParagraphSetting) throws(CardError) -> Double
  ) throws(CardError) {
    let box = style.shape.textBox
    var width = Double(box.width)
    while true {
      let fitted = try FittedText(
        text, width: width, height: Double(box.height), largest: style.size.em, measure: measure)
      let placed = try PlacedLines(fitted, in: box, measure: measure)
      // Parts are measured alone, and a face may set those that meet otherwise.
      if placed.widest <= Double(box.width) || width < Double(box.width) / 2 {
        (lines, rule, emSize) = (placed.lines, placed.rule, fitted.emSize)
        return
      }
      width *= 0.98
    }
  }
}

/// The sizes and distances of a card's parts, which follow from the body's em.
struct CardMeasures {
  let em: Double

  /// From baseline to baseline, in em.
  static let pitch = 1.5
  /// The part of an em that letters without accents fill above the baseline: what the eye takes for a
  /// text's top.
  static let capHeight = 0.74
  /// How far below the last baseline the eye takes the text's end to be, in em.
  static let depth = 0.12
  /// An empty line's part of a line.
  static let emptyLine = 0.5
  /// Of the rule above the author, in pixels.
  static let ruleWidth = 64
  static let ruleHeight = 3

  func em(of role: CardLayout.Role) -> Double {
    switch role {
    case .body: em
    case .translation: max(0.62 * em, min(em, 24))
    case .byline: max(0.48 * em, min(em, 26))
    }
  }

  /// Between the last baseline above a part and the top of its letters, in pixels.
  func gap(above role: CardLayout.Role) -> Double {
    switch role {
    case .body: 0
    case .translation: 1.05 * em
    case .byline: 0.9 * em + 60
    }
  }

  /// From the top of the first line's letters to the last baseline.
  ///
  /// - Parameters:
  ///   - role: of the lines.
  ///   - lines: how many there are.
  ///   - empty: how many of them are empty.
  /// - Returns: the height in pixels.
  func height(_ role: CardLayout.Role, lines: Int, empty: Int) -> Double {
    let steps = Double(lines - 1) - Double(empty) * (1 - Self.emptyLine)
    return em(of: role) * (Self.capHeight + steps * Self.pitch)
  }
}

/// The lines of a fitted text in their places.
private struct PlacedLines {
  var lines: [CardLayout.Line] = []
  var rule: PixelRectangle?
  var widest = 0.0

  /// With more lines than these, lines begin below one another; else they are centred.
  private static let mostCentredLines = 8
  /// The part of the free room that is above: a text in the very middle seems to sink.
  private static let shareAbove = 0.47
  /// The part of the gap above the author that is below the rule; letters reach into what is above it.
  private static let gapBelowRule = 0.46

  init(
    _ text: FittedText, in box: PixelRectangle,
    measure: (String, ParagraphSetting) throws(CardError) -> Double
  ) throws(CardError) {
    let measures = CardMeasures(em: text.emSize)
    var top = Double(box.y) + (Double(box.height) - text.height) * Self.shareAbove
    for block in text.blocks {
      let em = measures.em(of: block.role)
      let gap = measures.gap(above: block.role)
      top += gap
      if block.role == .byline {
        rule = PixelRectangle(
          x: 0, y: Int((top - Self.gapBelowRule * gap).rounded()),
          width: CardMeasures.ruleWidth, height: CardMeasures.ruleHeight)
      }
      var baseline = top + CardMeasures.capHeight * em
      for (index, line) in block.lines.enumerated() {
        if index > 0 {
          baseline += CardMeasures.pitch * em * (line.parts.isEmpty ? CardMeasures.emptyLine : 1)
        }
        if line.parts.isEmpty { continue }
        let words = block.text.text(of: line)
        let setting = block.text.paragraphs[line.paragraph].setting
        lines.append(
          CardLayout.Line(
            role: block.role, text: words, setting: setting, x: 0, baseline: baseline,
            emSize: em, width: try measure(words, setting) * em))
      }
      top = baseline
    }
    widest = lines.reduce(0) { max($0, $1.width) }
    align(about: Double(box.x) + Double(box.width) / 2)
  }

  private mutating func align(about middle: Double) {
    let isCentred = lines.count { $0.role != .byline } <= Self.mostCentredLines
    func left(_ direction: TextDirection, _ width: Double) -> Double {
      if isCentred { return middle - width / 2 }
      return direction == .leftToRight ? middle - widest / 2 : middle + widest / 2 - width
    }
    for index in lines.indices {
      lines[index].x = left(lines[index].setting.direction, lines[index].width)
    }
    if let first = lines.first {
      rule?.x = Int(left(first.setting.direction, Double(CardMeasures.ruleWidth)).rounded())
    }
  }
}
