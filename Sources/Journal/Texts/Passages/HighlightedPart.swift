/// A part of a text's body that looks the same from its beginning to its end.
package struct HighlightedPart: Sendable, Hashable {
  package let text: String
  /// Its first character in the body, counted from 0.
  package let start: Int
  /// The highlight around it, the latest of several; nil if there is none.
  package let highlight: Highlight?

  /// The parts of a body, which together are all of it.
  ///
  /// - Parameters:
  ///   - body: what the text says.
  ///   - highlights: the text's; those whose words are not at their places are passed over.
  /// - Returns: the parts, in order; none of an empty body.
  /// - Complexity: O(*n* + *m* log *m*) in the characters and the highlights.
  package static func parts(of body: String, _ highlights: [Highlight]) -> [HighlightedPart] {
    let characters = BodyCharacters(body)
    let placed = highlights.filter {
      $0.isPlaced && characters.says($0.passage.quote, at: $0.passage.range)
    }
    let ends = Set(placed.flatMap { [$0.passage.range.lowerBound, $0.passage.range.upperBound] })
      .union([0, characters.count]).sorted()
    let places = Dictionary(ends.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    // The ones made later take their places first, and the others what is left.
    let order = placed.indices.sorted {
      (placed[$0].made, placed[$0].id) > (placed[$1].made, placed[$1].id)
    }
    var tops = [Int?](repeating: nil, count: ends.count)
    var free = FreePlaces(ends.count)
    for index in order {
      let range = placed[index].passage.range
      guard let start = places[range.lowerBound], let end = places[range.upperBound] else {
        continue
      }
      var place = free.first(from: start)
      while place < end {
        tops[place] = index
        free.take(place)
        place = free.first(from: place)
      }
    }
    var parts: [(range: Range<Int>, highlight: Highlight?)] = []
    for (place, (start, end)) in zip(ends, ends.dropFirst()).enumerated() {
      let top = tops[place].map { placed[$0] }
      if let last = parts.last, last.highlight?.id == top?.id {
        parts[parts.count - 1].range = last.range.lowerBound..<end
      } else {
        parts.append((start..<end, top))
      }
    }
    return parts.map { range, highlight in
      HighlightedPart(
        text: characters.text(range), start: range.lowerBound, highlight: highlight)
    }
  }
}

/// Places in a row; it finds the next free one (Tarjan 1975, with path halving).
private struct FreePlaces {
  /// For each place itself, or one nearer to the next that is not taken.
  private var next: [Int]

  /// - Parameter count: how many there are.
  init(_ count: Int) { next = Array(0...count) }

  /// The first place from another one on that is not taken; the number of places where all are.
  mutating func first(from place: Int) -> Int {
    var place = place
    while next[place] != place {
      next[place] = next[next[place]]
      place = next[place]
    }
    return place
  }

  mutating func take(_ place: Int) { next[place] = place + 1 }
}
