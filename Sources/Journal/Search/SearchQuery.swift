import Store

/// What a person looks for: words and phrases, which a post has all of, and tags.
///
/// Words are parted by white space. What stands between quotes is a phrase, whose words follow one
/// another, and a quote that nobody closed goes to the end. "#trip" is the tag of that name, outside
/// of quotes, and so is what stands between quotes after a "#", of several words. Any other text is words as well: nothing else has a meaning, and nothing is refused.
package struct SearchQuery: Sendable, Hashable {
  /// Words and phrases, folded (see ``SearchText/searched(_:)``), each once.
  package private(set) var texts: [String] = []
  package private(set) var tags: [TagName] = []

  /// Whether nothing is looked for: no word, and after a "#" no name of a tag.
  package var isEmpty: Bool { tags.isEmpty && texts.allSatisfy { $0 == "#" } }

  package init(_ typed: String) {
    var (known, knownTags): (Set<String>, Set<String>) = ([], [])
    // Control characters are in no post.
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
        if let tag = try? TagName(String(String.UnicodeScalarView(typed))) {
          if knownTags.insert(tag.folded).inserted { tags.append(tag) }
          rest = rest[typed.endIndex...].dropFirst()
          continue
        }
      }
      let isPhrase = Self.quotes.contains(first)
      if isPhrase { rest = rest.dropFirst() }
      let end = rest.firstIndex { isPhrase ? Self.quotes.contains($0) : $0.properties.isWhitespace }
      let part = String(String.UnicodeScalarView(rest[..<(end ?? rest.endIndex)]))
      rest = rest[(end ?? rest.endIndex)...].dropFirst()
      if !isPhrase, let tag = Self.tag(part) {
        if knownTags.insert(tag.folded).inserted { tags.append(tag) }
        continue
      }
      let text = SearchText.searched(part)
      let trimmed = String(text.drop { $0 == " " })
      if !trimmed.isEmpty, known.insert(trimmed).inserted { texts.append(trimmed) }
    }
  }

  private static let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "‟", "＂"]

  private static let tagSigns: Set<Unicode.Scalar> = ["#", "＃"]

  private static func tag(_ part: String) -> TagName? {
    part.hasPrefix("#") || part.hasPrefix("＃") ? try? TagName(String(part.dropFirst())) : nil
  }

  /// The same with tags that are wanted besides.
  func adding(_ others: [TagName]) -> SearchQuery {
    var query = self
    query.tags += others.filter { other in !tags.contains { $0.folded == other.folded } }
    return query
  }
}
