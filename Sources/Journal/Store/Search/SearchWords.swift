/// The words and phrases of a search; a document must have all of them.
///
/// Words are parted by white space. What stands between quotes is a phrase, whose words follow one
/// another, and a quote that nobody closed goes to the end. Where there are tags, "#trip" is the tag of
/// that name, outside of quotes, and so is what stands between quotes after a "#", of several words. Any
/// other text is words as well: nothing else has a meaning, and nothing is refused.
package struct SearchWords: Sendable, Hashable {
  /// Folded (see ``SearchText/searched(_:)``), each once.
  package private(set) var texts: [String] = []

  /// - Parameters:
  ///   - typed: what is looked for.
  ///   - takesTag: takes what stands after a "#" as a tag; false where it is no name of one.
  package init(_ typed: String, takesTag: (String) -> Bool = { _ in false }) {
    var known: Set<String> = []
    // Control characters are in no text.
    let scalars = typed.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    var rest = scalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      if Self.tagSigns.contains(first), let second = rest.dropFirst().first,
        Self.quotes.contains(second)
      {
        let typed = rest.dropFirst(2).prefix { !Self.quotes.contains($0) }
        if takesTag(String(String.UnicodeScalarView(typed))) {
          rest = rest[typed.endIndex...].dropFirst()
          continue
        }
      }
      let isPhrase = Self.quotes.contains(first)
      if isPhrase { rest = rest.dropFirst() }
      let end = rest.firstIndex { isPhrase ? Self.quotes.contains($0) : $0.properties.isWhitespace }
      let part = String(String.UnicodeScalarView(rest[..<(end ?? rest.endIndex)]))
      rest = rest[(end ?? rest.endIndex)...].dropFirst()
      // As a reader sees it: with an accent on it the sign is another.
      if !isPhrase, part.hasPrefix("#") || part.hasPrefix("＃"), takesTag(String(part.dropFirst())) {
        continue
      }
      let text = SearchText.searched(part)
      let trimmed = String(text.drop { $0 == " " })
      if !trimmed.isEmpty, known.insert(trimmed).inserted { texts.append(trimmed) }
    }
  }

  private static let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "‟", "＂"]

  private static let tagSigns: Set<Unicode.Scalar> = ["#", "＃"]
}
