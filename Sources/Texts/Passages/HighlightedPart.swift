/// A part of a text's body that looks the same from its beginning to its end.
package struct HighlightedPart: Sendable, Hashable {
  package let text: String
  /// Its first character in the body, counted from 0.
  package let start: Int
  /// The highlight that it is in, of several the one made last; nil where it is in none.
  package let highlight: Highlight?

  /// The parts of a body, which together are all of it.
  ///
  /// - Parameters:
  ///   - body: what the text says.
  ///   - highlights: the text's; those whose words are not at their places are passed over.
  /// - Returns: the parts, in order; none of an empty body.
  /// - Complexity: O(*n* + *m*²) in the characters and the highlights.
  package static func parts(of body: String, _ highlights: [Highlight]) -> [HighlightedPart] {
    let characters = BodyCharacters(body)
    let placed = highlights.filter {
      $0.isPlaced && characters.says($0.passage.quote, at: $0.passage.range)
    }
    let ends = Set(placed.flatMap { [$0.passage.range.lowerBound, $0.passage.range.upperBound] })
      .union([0, characters.count]).sorted()
    var parts: [(range: Range<Int>, highlight: Highlight?)] = []
    for (start, end) in zip(ends, ends.dropFirst()) {
      let top = placed.filter { $0.passage.range.contains(start) }
        .max { ($0.made, $0.id) < ($1.made, $1.id) }
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
