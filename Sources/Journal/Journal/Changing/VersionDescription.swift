import Store

/// Words of a post as they were, as one object of JSON, on the command line as over the network.
package struct VersionDescription: Encodable, Sendable {
  let number: Int
  /// Missing where there was none.
  let title: String?
  /// How many characters of words it has, as a reader counts them.
  let characters: Int
  /// Missing in a list, since fifty versions of long words are more than anybody wants at once.
  let words: String?
  /// When they were written, in UTC; missing where there were none.
  let written: String?
  /// When others took their place, in UTC.
  let replaced: String

  package init(_ version: PostVersion, hasWords: Bool) {
    number = version.number
    title = version.title.isEmpty ? nil : version.title
    characters = version.words.count
    words = hasWords ? version.words : nil
    written = version.written.map(InstantText.text)
    replaced = InstantText.text(version.replaced)
  }
}
