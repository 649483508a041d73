extension SearchQuery {
  /// Whether it has nothing that a post could be found by: no word, and after a "#" no name of a tag.
  package var asksNothing: Bool { tags.isEmpty && texts.allSatisfy { $0 == "#" } }
}
