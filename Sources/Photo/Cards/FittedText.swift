import Raster

/// A card's text in the largest type in which all of it fits.
struct FittedText {
  /// The body, the translation or the line of the author.
  struct Block {
    let role: CardLayout.Role
    let text: BrokenText
    let lines: [BrokenText.Line]
  }

  /// The body's, in pixels.
  let emSize: Double
  let blocks: [Block]
  /// From the top of the first line's letters to the end of the last line, in pixels.
  let height: Double

  /// Where lines may end, the best first, and for how much smaller type that is given up: parts of
  /// words on two lines read badly, and so does small type.
  private static let breakings: [(BrokenText.Breaking, share: Double)] = [
    (.words, 1), (.syllables, 0.7), (.characters, 0.5),
  ]

  init(
    _ text: CardText, width: Double, height: Double, largest: Double,
    measure: (String, ParagraphSetting) throws(CardError) -> Double
  ) throws(CardError) {
    let parts: [(CardLayout.Role, [String])] = [
      (.body, CardText.paragraphs(of: text.body)),
      (.translation, CardText.paragraphs(of: text.translation)),
      (.byline, text.byline.isEmpty ? [] : [text.byline]),
    ].filter { $0.1.contains(where: \.isDrawn) }
    guard parts.first?.0 == .body else { throw .empty }

    var size = 0.0
    var chosen: [Part] = []
    for (breaking, share) in Self.breakings where size < share * largest {
      var texts: [Part] = []
      for (role, paragraphs) in parts {
        texts.append(
          (role, try BrokenText(paragraphs, language: text.language, breaking, measure: measure)))
      }
      let fits = { (em: Double) in Self.fits(texts, em, width: width, height: height) }
      guard let found = Self.largest(upTo: largest, where: fits) else {
        if breaking == .characters, chosen.isEmpty {
          throw Self.tooLong(texts, width: width, height: height)
        }
        continue
      }
      let wanted = max(CardLayout.smallestEm, found * share)
      if wanted > size { (size, chosen) = (wanted, texts) }
    }
    emSize = size
    self.height = Self.height(chosen, size, width: width) ?? height
    blocks = chosen.map { role, text in
      let available = width / CardMeasures(em: size).em(of: role)
      return Block(
        role: role, text: text, lines: text.lines(width: text.balancedWidth(within: available)))
    }
  }

  private typealias Part = (role: CardLayout.Role, text: BrokenText)

  /// The largest em that passes a test, to a quarter of a pixel; nil if none does. What
  /// holds of one holds of all that are smaller.
  private static func largest(upTo most: Double, where holds: (Double) -> Bool) -> Double? {
    if holds(most) { return most }
    guard holds(CardLayout.smallestEm) else { return nil }
    var (low, high) = (CardLayout.smallestEm, most)
    while high - low > 0.25 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private static func fits(
    _ texts: [Part], _ em: Double, width: Double, height: Double
  ) -> Bool {
    Self.height(texts, em, width: width).map { $0 <= height } ?? false
  }

  /// What the lines take at an em; nil where a part is wider than a line.
  private static func height(_ texts: [Part], _ em: Double, width: Double) -> Double? {
    let measures = CardMeasures(em: em)
    var height = CardMeasures.depth * em
    for (role, text) in texts {
      let available = width / measures.em(of: role)
      if text.widest > available { return nil }
      let lines = text.lines(width: available)
      height += measures.gap(above: role)
      height += measures.height(
        role, lines: lines.count, empty: lines.count { $0.parts.isEmpty })
    }
    return height
  }

  /// Says how many characters fit in the smallest type.
  private static func tooLong(
    _ texts: [Part], width: Double, height: Double
  ) -> CardError {
    let long = texts.filter { $0.0 != .byline }
    let parts = long.map(\.1.partCount)
    func kept(_ count: Int) -> [Part] {
      var rest = count
      return texts.map { role, text in
        if role == .byline { return (role, text) }
        defer { rest = max(0, rest - text.partCount) }
        return (role, text.prefix(parts: rest))
      }
    }
    var (fitting, most) = (0, parts.reduce(0, +))
    while fitting + 1 < most {
      let middle = (fitting + most) / 2
      if fits(kept(middle), CardLayout.smallestEm, width: width, height: height) {
        fitting = middle
      } else {
        most = middle
      }
    }
    func characters(_ texts: [Part]) -> Int {
      texts.reduce(0) { $0 + ($1.0 == .byline ? 0 : $1.1.characterCount) }
    }
    return .tooLong(observed: characters(long), fitting: characters(kept(fitting)))
  }
}

extension String {
  /// Whether there is anything in it that is drawn.
  fileprivate var isDrawn: Bool {
    unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
  }
}
