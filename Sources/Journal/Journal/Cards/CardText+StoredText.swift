package import Cards
package import Texts

extension CardText {
  /// What a card says of a text: where nobody is said whose it is, what it is called in its collection.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - language: its collection's, as in BCP 47; empty where nobody said it.
  package init(_ text: StoredText, language: String) {
    let isSaid = !text.author.isEmpty || !text.source.isEmpty
    self.init(
      body: text.body, translation: text.translation, author: text.author,
      source: isSaid ? text.source : text.credit, language: language)
  }
}
