import Store

/// A search: words, phrases and tags that a post must all have, read like ``SearchWords``.
package struct SearchQuery: Sendable, Hashable {
  /// Words and phrases, folded (see ``SearchText/searched(_:)``), each once.
  package let texts: [String]
  package private(set) var tags: [TagName] = []

  /// Whether the search is empty: no word, and no name of a tag after a "#".
  package var isEmpty: Bool { tags.isEmpty && texts.allSatisfy { $0 == "#" } }

  package init(_ typed: String) {
    var (tags, known): ([TagName], Set<String>) = ([], [])
    texts =
      SearchWords(typed) { name in
        guard let tag = try? TagName(name) else { return false }
        if known.insert(tag.folded).inserted { tags.append(tag) }
        return true
      }.texts
    self.tags = tags
  }

  /// The same with tags that are wanted besides.
  func adding(_ others: [TagName]) -> SearchQuery {
    var query = self
    query.tags += others.filter { other in !tags.contains { $0.folded == other.folded } }
    return query
  }
}
